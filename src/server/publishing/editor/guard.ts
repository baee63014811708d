import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { callerOf } from '#server/kit/caller.ts';
import { readForm } from '#server/kit/form-body.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { SecurityNote } from '#server/kit/security-event.ts';
import { formThroughSignIn, isFromOwnPage, type KeptForm, keptFormPage, storyFormSent } from './kept-form.ts';
import { editorPage } from './page.ts';
import type { SentForm } from './read-form.ts';
import { type EditorSession, type EditorSessions, isOwnForm } from './sessions.ts';
import { signInPage } from './sign-in-page.ts';

/** Enough for a long story with every field in it. */
const LARGEST_FORM_BYTES = 2 * 1024 * 1024;
/** A form up to this size is refused with what was typed kept in the page; a larger one without. */
const LARGEST_SENT_BYTES = 8 * 1024 * 1024;
const LARGEST_FORM_FIELDS = 20_000;
export const SIGN_IN_LIMIT = { perMinute: 10, burst: 10 };

/** What a request behind the sign-in has. */
export type Env = { Variables: { session: EditorSession; form: SentForm } };

/** Refuses what is larger than any form that could be answered with its words. */
export function limitForms(app: Hono<Env>): void {
  const tooLarge = (c: Context) => c.text('A form has at most 2 MiB.', 413);
  app.use('/editor/*', bodyLimit({ maxSize: LARGEST_SENT_BYTES, onError: tooLarge }));
}

export function serveSignIn(app: Hono<Env>, sessions: EditorSessions, note: SecurityNote): void {
  const limiter = createRateLimiter(Date.now);
  const page = (c: Context, isWrong: boolean, kept?: KeptForm) =>
    editorPage(c, { title: 'Sign in', main: signInPage(isWrong, kept), status: isWrong ? 403 : 200 });
  const enter = (c: Context, proof: string, kept?: KeptForm) => {
    const decision = limiter.take(callerOf(c, 0), SIGN_IN_LIMIT);
    if (decision.kind === 'limited') {
      note(c, { kind: 'limit-met', what: 'editor', outcome: 'limited', factor: 'token' });
      return c.text('Too many tries.', 429, { 'Retry-After': `${decision.retryAfterSeconds}` });
    }
    const session = sessions.signIn(c, proof);
    note(c, { kind: 'sign-in', what: 'editor', outcome: session ? 'ok' : 'refused', factor: 'token' });
    if (!session) return page(c, true, kept);
    if (!kept) return c.redirect('/editor/', 303);
    const words = 'You are signed in. What you typed before is kept in this page: send it again to save it.';
    return editorPage(c, {
      title: 'Signed in',
      main: keptFormPage(kept, { title: 'Signed in', words, session }),
      session,
    });
  };
  app.get('/editor/sign-in', (c) => page(c, false));
  app.get('/editor/sign-in/:key', (c) => enter(c, c.req.param('key')));
  app.post('/editor/sign-in', async (c) => {
    const form = await formOf(c);
    return enter(c, form.get('token')?.trim() ?? '', formThroughSignIn(form));
  });
}

/**
 * Guards every page behind the sign-in: without a session it redirects to the sign-in, and changes must come from our
 * own form.
 */
export function guard(app: Hono<Env>, sessions: EditorSessions): void {
  app.use('/editor/*', async (c, next) => {
    const session = sessions.find(c);
    if (!session) return withoutSession(c);
    c.set('session', session);
    if (c.req.method === 'GET') return next();
    const form = await formOf(c);
    const refused = refusedForm(c, form, session);
    if (refused) return refused;
    c.set('form', form);
    return next();
  });
}

/** A form that is not from this session's page, or too large, with what was typed where it is our own page's. */
function refusedForm(c: Context, form: SentForm, session: EditorSession): Response | Promise<Response> | undefined {
  const kept = isFromOwnPage(c) ? storyFormSent(c, form) : undefined;
  if (!isOwnForm(c, session, form.get('csrf'))) {
    if (kept) return sendAgain(c, { kept, session, status: 403, words: OLD });
    const main = html`<div class="gate"><h1>This form is too old</h1><p>Go back, load the page again and repeat what you did. Nothing was changed.</p></div>`;
    return editorPage(c, { title: 'Not accepted', main, session, status: 403 });
  }
  const bytes = [...form].reduce((sum, field) => sum + Buffer.byteLength(field.join('')), 0);
  if (bytes <= LARGEST_FORM_BYTES) return undefined;
  return kept ? sendAgain(c, { kept, session, status: 413, words: LARGE }) : c.text(LARGE, 413);
}

const OLD = 'You have signed in again since you opened it. Nothing was changed yet.';
const LARGE = 'A story has at most 2 MiB, and this one has more. Nothing was changed; shorten what is longest.';

async function withoutSession(c: Context): Promise<Response> {
  const isSent = c.req.method === 'POST' && isFromOwnPage(c);
  const kept = isSent ? storyFormSent(c, await formOf(c)) : undefined;
  if (!kept) return c.redirect('/editor/sign-in', 303);
  return editorPage(c, { title: 'Sign in', main: signInPage(false, kept), status: 401 });
}

/** The form once more, with what was typed. */
function sendAgain(
  c: Context,
  {
    kept,
    session,
    status,
    words,
  }: { readonly kept: KeptForm; readonly session: EditorSession; readonly status: 403 | 413; readonly words: string },
): Response | Promise<Response> {
  const title = status === 413 ? 'This form is too large' : 'This form is too old';
  const main = keptFormPage(kept, {
    title,
    words: `${words} What you typed is kept in this page.`,
    session,
    isLong: status === 413,
  });
  return editorPage(c, { title, main, session, status });
}

async function formOf(c: Context): Promise<SentForm> {
  const limits = { maxFields: LARGEST_FORM_FIELDS, maxTextBytes: LARGEST_SENT_BYTES };
  const form = await readForm(c.req.raw, LARGEST_SENT_BYTES, limits);
  // What is no form has no token of ours, and is refused for that.
  const fields = typeof form === 'string' ? [] : [...form];
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
