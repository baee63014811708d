import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { callerOf } from '#server/kit/caller.ts';
import { readForm } from '#server/kit/form-body.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { SecurityNote } from '#server/kit/security-event.ts';
import type { Say } from './language.ts';
import { editorPage, type Html } from './page.ts';
import type { SentForm } from './read-form.ts';
import { type EditorSession, type EditorSessions, isFromOwnPage, isOwnForm } from './sessions.ts';

/** Enough for a long story with every field in it. */
const LARGEST_FORM_BYTES = 2 * 1024 * 1024;
/** A key: read before anybody has signed in. */
const LARGEST_SIGN_IN_BYTES = 16 * 1024;
const LIMITS = { maxFields: 20_000, maxTextBytes: LARGEST_FORM_BYTES };
export const SIGN_IN_LIMIT = { perMinute: 10, burst: 10 };
const SIGN_IN = '/editor/sign-in';

/** Variables that a request behind the sign-in has. */
export type Env = { Variables: { session: EditorSession; form: SentForm; say: Say } };

/** Every page behind the sign-in needs a session, and changes must come from our own form. */
export function guard(app: Hono<Env>, sessions: EditorSessions, note: SecurityNote): void {
  const enter = createEntrance(sessions, note);
  app.use(`${SIGN_IN}/*`, bodyLimit({ maxSize: LARGEST_SIGN_IN_BYTES, onError: tooLarge }));
  app.use('/editor/*', bodyLimit({ maxSize: LARGEST_FORM_BYTES, onError: tooLarge }));
  app.get(SIGN_IN, (c) => showSignIn(c, { status: 200 }));
  app.get(`${SIGN_IN}/:key`, (c) => enter(c, c.req.param('key')) ?? c.redirect('/editor/', 303));
  app.post(SIGN_IN, async (c) => enter(c, tokenIn(await formOf(c)) ?? '') ?? c.redirect('/editor/', 303));
  app.use('/editor/*', async (c, next) => {
    const session = sessions.find(c);
    if (session) c.set('session', session);
    if (c.req.method === 'GET') return session ? next() : c.redirect('/editor/sign-in', 303);
    const form = await formOf(c);
    c.set('form', form);
    const isOwn = session !== undefined && isOwnForm(c, session, form.get('csrf'));
    return isOwn ? next() : ((await withoutSession(c, enter)) ?? next());
  });
}

/** The session has ended, or another has begun since: what was typed is sent on with the sign-in. */
function withoutSession(c: Context<Env>, enter: Entrance): ReturnType<Entrance> {
  const [form, session] = [c.get('form'), c.get('session')];
  // Another site could have typed it.
  if (!isFromOwnPage(c) || !form.has('draft'))
    return session ? oldForm(c, session) : c.redirect('/editor/sign-in', 303);
  const token = tokenIn(form);
  return token === undefined ? showSignIn(c, { status: 401, form }) : enter(c, token, form);
}

type Entrance = ReturnType<typeof createEntrance>;

/** Opens a session for a proof; an answer says why not. */
function createEntrance(sessions: EditorSessions, note: SecurityNote) {
  const limiter = createRateLimiter(() => performance.now());
  return (c: Context<Env>, proof: string, form?: SentForm): Response | Promise<Response> | undefined => {
    const say = c.get('say');
    const decision = limiter.take(callerOf(c, 0), SIGN_IN_LIMIT);
    if (decision.kind === 'limited') {
      note(c, { kind: 'limit-met', what: 'editor', outcome: 'limited', factor: 'token' });
      const seconds = decision.retryAfterSeconds;
      c.header('Retry-After', `${seconds}`);
      return showSignIn(c, { status: 429, problem: say('too_many_tries_wait', { seconds }), form });
    }
    const session = sessions.signIn(c, proof);
    note(c, { kind: 'sign-in', what: 'editor', outcome: session ? 'ok' : 'refused', factor: 'token' });
    if (!session) return showSignIn(c, { status: 403, problem: say('sign_in_wrong'), form });
    c.set('session', session);
    return undefined;
  };
}

interface SignIn {
  readonly status: 200 | 401 | 403 | 429;
  /** Why the last token was not taken. */
  readonly problem?: string;
  /** The form that was sent after the end of a session: it is sent again with the token. */
  readonly form?: SentForm | undefined;
}

function showSignIn(c: Context<Env>, { status, problem, form }: SignIn): Response | Promise<Response> {
  const say = c.get('say');
  const { pathname, search } = new URL(c.req.url);
  const said = problem ? html`<p class="problem" id="token-problem" role="alert">${problem}</p>` : '';
  const told = form ? html`<p class="notice bad" role="status">${say('sign_in_kept')}</p>` : '';
  const press = say(form ? (form.get('do') === 'publish' ? 'sign_in_publish' : 'sign_in_send') : 'sign_in');
  const main = html`<div class="gate">
    <h1>${say('sign_in_title')}</h1>
    ${told}
    <p>${say('sign_in_how')}</p>
    <form method="post" action="${form ? `${pathname}${search}` : SIGN_IN}" id="story" class="story">${sentInputs(form)}
      <div class="field${problem ? ' bad' : ''}">
        <label for="token">${say('token')}</label>
        ${said}<input id="token" name="token" type="password"
          autocomplete="off" required aria-describedby="${problem ? 'token-problem' : ''}">
      </div>
      <button class="primary">${press}</button>
    </form>
    <p class="hint">${say('sign_in_roles')}</p>
  </div>`;
  return editorPage(c, { title: say('sign_in'), main, say, status, keepsForm: form !== undefined });
}

/** A form as it was sent. */
function sentInputs(form: SentForm | undefined): Html {
  return hiddenInputs([...(form ?? [])].filter(([name]) => name !== 'csrf' && name !== 'token'));
}

/** A browser keeps what was typed in the page that it came from; the answer leads back there. */
function tooLarge(c: Context<Env>): Response | Promise<Response> {
  const say = c.get('say');
  const main = html`<div class="gate"><h1>${say('form_large')}</h1><p>${say('form_large_back')}</p></div>`;
  return editorPage(c, { title: say('form_large'), main, say, status: 413 });
}

function oldForm(c: Context<Env>, session: EditorSession): Response | Promise<Response> {
  const say = c.get('say');
  const main = html`<div class="gate"><h1>${say('form_old')}</h1><p>${say('form_old_again')}</p></div>`;
  return editorPage(c, { title: say('form_old'), main, say, session, status: 403 });
}

function tokenIn(form: SentForm): string | undefined {
  return form.get('token')?.trim();
}

async function formOf(c: Context): Promise<SentForm> {
  const form = await readForm(c.req.raw, LARGEST_FORM_BYTES, LIMITS);
  // A body that is not a form has no CSRF token, and is refused for that.
  const fields = typeof form === 'string' ? [] : [...form];
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
