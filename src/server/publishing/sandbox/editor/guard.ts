import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { callerOf } from '#server/kit/caller.ts';
import { readForm } from '#server/kit/form-body.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { SecurityNote } from '#server/kit/security-event.ts';
import { formSent, formThroughSignIn, isFromOwnPage, type KeptForm, keptFormPage } from './kept-form.ts';
import type { Say } from './language.ts';
import { editorPage } from './page.ts';
import type { SentForm } from './read-form.ts';
import { type EditorSession, type EditorSessions, isOwnForm } from './sessions.ts';
import { signInPage } from './sign-in-page.ts';

/** Enough for a long story with every field in it. */
const LARGEST_FORM_BYTES = 2 * 1024 * 1024;
/** A form up to this size is refused with what was typed kept in the page; a larger one without. */
const LARGEST_SENT_BYTES = 8 * 1024 * 1024;
/** Of a form that is refused, so that its answer is seen; nothing of it is kept. */
const MOST_READ_BYTES = 64 * 1024 * 1024;
const LARGEST_FORM_FIELDS = 20_000;
export const SIGN_IN_LIMIT = { perMinute: 10, burst: 10 };

/** What a request behind the sign-in has. */
export type Env = { Variables: { session: EditorSession; form: SentForm; say: Say } };

/** Refuses what is larger than any form that could be answered with its words. */
export function limitForms(app: Hono<Env>): void {
  app.use('/editor/*', bodyLimit({ maxSize: LARGEST_SENT_BYTES, onError: tooLarge }));
}

/** A browser keeps what was typed in the page that it came from; the answer leads back there. */
async function tooLarge(c: Context<Env>): Promise<Response> {
  const say: Say = c.get('say');
  // A browser shows an answer only after it could send everything.
  await readToEnd(c.req.raw);
  const main = html`<div class="gate"><h1>${say('form_large')}</h1><p>${say('form_huge')}</p></div>`;
  return editorPage(c, { title: say('form_large'), main, say, status: 413 });
}

async function readToEnd({ body }: Request): Promise<void> {
  // The stream is locked: without a Content-Length it has been read up to the limit already.
  if (!body || body.locked) return;
  let left = MOST_READ_BYTES;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    left -= value?.byteLength ?? 0;
    if (done || left < 0) return;
  }
}

export function serveSignIn(app: Hono<Env>, sessions: EditorSessions, note: SecurityNote): void {
  const limiter = createRateLimiter(() => performance.now());
  const page = (c: Context<Env>, isWrong: boolean, kept?: KeptForm) => {
    const say = c.get('say');
    const main = signInPage(say, { problem: isWrong ? say('sign_in_wrong') : undefined, kept });
    return editorPage(c, { title: say('sign_in'), main, say, status: isWrong ? 403 : 200 });
  };
  const enter = (c: Context<Env>, proof: string, kept?: KeptForm) => {
    const say = c.get('say');
    const decision = limiter.take(callerOf(c, 0), SIGN_IN_LIMIT);
    if (decision.kind === 'limited') {
      note(c, { kind: 'limit-met', what: 'editor', outcome: 'limited', factor: 'token' });
      const seconds = decision.retryAfterSeconds;
      c.header('Retry-After', `${seconds}`);
      const main = signInPage(say, { problem: say('too_many_tries_wait', { seconds }), kept });
      return editorPage(c, { title: say('too_many_tries'), main, say, status: 429 });
    }
    const session = sessions.signIn(c, proof);
    note(c, { kind: 'sign-in', what: 'editor', outcome: session ? 'ok' : 'refused', factor: 'token' });
    if (!session) return page(c, true, kept);
    if (!kept) return c.redirect('/editor/', 303);
    const title = say('signed_in');
    const main = keptFormPage(kept, { title, words: say('signed_in_kept'), say, session });
    return editorPage(c, { title, main, say, session });
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
function refusedForm(
  c: Context<Env>,
  form: SentForm,
  session: EditorSession,
): Response | Promise<Response> | undefined {
  const kept = isFromOwnPage(c) ? formSent(c, form) : undefined;
  if (!isOwnForm(c, session, form.get('csrf'))) {
    const say = c.get('say');
    if (kept) return sendAgain(c, { kept, session, status: 403 });
    const main = html`<div class="gate"><h1>${say('form_old')}</h1><p>${say('form_old_again')}</p></div>`;
    return editorPage(c, { title: say('not_accepted'), main, say, session, status: 403 });
  }
  const bytes = [...form].reduce((sum, field) => sum + Buffer.byteLength(field.join('')), 0);
  if (bytes <= LARGEST_FORM_BYTES) return undefined;
  return kept ? sendAgain(c, { kept, session, status: 413 }) : tooLarge(c);
}

async function withoutSession(c: Context<Env>): Promise<Response> {
  const isSent = c.req.method === 'POST' && isFromOwnPage(c);
  const kept = isSent ? formSent(c, await formOf(c)) : undefined;
  if (!kept) return c.redirect('/editor/sign-in', 303);
  const say = c.get('say');
  return editorPage(c, { title: say('sign_in'), main: signInPage(say, { kept }), say, status: 401 });
}

/** The form once more, with what was typed. */
function sendAgain(
  c: Context<Env>,
  { kept, session, status }: { readonly kept: KeptForm; readonly session: EditorSession; readonly status: 403 | 413 },
): Response | Promise<Response> {
  const say = c.get('say');
  const isLong = status === 413;
  const title = say(isLong ? 'form_large' : 'form_old');
  const words = say(isLong ? 'form_large_kept' : 'form_old_kept');
  const main = keptFormPage(kept, { title, words, say, session, isLong });
  return editorPage(c, { title, main, say, session, status });
}

async function formOf(c: Context): Promise<SentForm> {
  const limits = { maxFields: LARGEST_FORM_FIELDS, maxTextBytes: LARGEST_SENT_BYTES };
  const form = await readForm(c.req.raw, LARGEST_SENT_BYTES, limits);
  // A body that is no form has no CSRF token, and is refused for that.
  const fields = typeof form === 'string' ? [] : [...form];
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
