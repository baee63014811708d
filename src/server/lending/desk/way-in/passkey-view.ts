import { html } from 'hono/html';
import type { CookieName } from '#api/cookies.ts';
import { formatDate } from '#i18n/format-date.ts';
import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { WAY_IN } from '#i18n/staff-way-in.ts';
import { fill } from '#i18n/translate.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { isSecret, newSecret } from '#server/kit/secret.ts';
import { momentInLima } from '#server/lending/messages/lima-time.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { type ActField, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from '../ask.ts';
import { hiddenFields, problemOf } from '../forms/act-form.ts';
import { keepForm } from '../forms/late-form.ts';
import { keepPage } from '../kept-pages.ts';
import { deskPage, type Html, type PageStatus } from '../page.ts';
import type { Given } from '../request-of.ts';
import { BACK } from '../way-back.ts';
import { enterByPasskey, wayInPage } from './sign-in.ts';

const BROWSER_COOKIE = '__Host-desk-passkey' satisfies CookieName;

/** Acts that are asked twice: first for what the browser's dialog needs, then with what it has answered. */
export function isOfPasskey({ name }: StaffRoute): boolean {
  return name === 'account add-passkey' || name === 'account prove';
}

/** The fields that a person types; none of them may be left out, and the script fills the other one. */
export function typedFields(route: StaffRoute): readonly ActField[] {
  return fieldsOf(route)
    .filter(({ name }) => name !== 'credential')
    .map((field) => ({ ...field, isRequired: true }));
}

interface Dialog {
  readonly kind: 'create' | 'get';
  readonly action: string;
  readonly options: unknown;
  readonly texts?: Given['texts'];
}

/** The form that the script sends once the browser's dialog has answered: it opens by itself, and by the button. */
export function dialogView(looker: Looker, { kind, action, options, texts = {} }: Dialog): Html {
  const { say } = looker;
  return html`<p class="note" role="status">${say(WAY_IN.use_passkey)}</p>
    <form class="act" method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">
      ${hiddenFields(looker, texts)}
      <input type="hidden" name="credential">
      <button class="btn">${say(WAY_IN.passkey_on)}</button>
    </form>`;
}

/** The dialog of an act that was asked the first time. */
export function dialogOf(looker: Looker, { name }: StaffRoute, options: unknown, back: string | undefined): Html {
  const kind = name === 'account add-passkey' ? 'create' : 'get';
  const place = kind === 'create' ? html`<p class="help">${looker.say(WAY_IN.passkey_place)}</p>` : '';
  const texts = back === undefined ? {} : { [BACK]: [back] };
  return html`${place}${dialogView(looker, { kind, action: addressOf({ name }), options, texts })}`;
}

/**
 * Signs in by a passkey, in two steps. A secret in a cookie ties the dialog to the browser that opened it, whichever tab
 * answers.
 */
export async function passkeyPage(
  looker: Looker,
  { route, signIn }: { readonly route: StaffRoute; readonly signIn: StaffRoute },
  given: Given,
): Promise<Response> {
  const { c, ask, say } = looker;
  const known = cookieOf(c.req.raw, BROWSER_COOKIE);
  const browser = isSecret(known) ? known : newSecret();
  const [answered] = given.texts['credential'] ?? [];
  const credential = answered && parsed(answered);
  const answer = await ask(route.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ browser, ...(credential ? { credential } : {}) }),
  });
  if (credential && answer.ok) return enterByPasskey(looker, answer);
  c.header('Set-Cookie', siteCookie(BROWSER_COOKIE, browser), { append: true });
  const body = (await answer.json().catch(() => ({}))) as { readonly options?: unknown };
  if (body.options === undefined) {
    const problem = answer.status === 429 ? { text: say(DESK.too_many), fields: {} } : problemOf(looker, body);
    return wayInPage(looker, signIn, { texts: {}, problem }, answer.status as PageStatus);
  }
  const action = `/desk/passkey${new URL(c.req.url).search}`;
  const main = html`${dialogView(looker, { kind: 'get', action, options: body.options })}
    <p><a href="/desk/sign-in">${say(DESK.sign_in)}</a></p>`;
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main });
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Tells a colleague of each passkey that was added in the last days: whoever took their account over has one. */
export async function newPasskeysView({ acts, ask, context, say }: Looker): Promise<Html | string> {
  const route = acts.find(({ name }) => name === 'account show');
  const answer = route && (await ask(route.path));
  if (!answer?.ok) return '';
  const { passkeys } = (await answer.json()) as { readonly passkeys: readonly { name: string; since: string }[] };
  const since = context.clock.now() - WEEK_MS;
  const notes = passkeys
    .filter((one) => Date.parse(one.since) > since)
    .map(({ name, since: at }) => fill(say(WAY_IN.new_passkey), { name, day: dayOf(at) }));
  const link = html`<a href="/desk/account">${say(STAFF_GROUPS.account)}</a>`;
  return html`${notes.map((note) => html`<p class="note" role="status">${note} ${link}</p>`)}`;
}

function dayOf(instant: string): string {
  return formatDate(momentInLima(Date.parse(instant)).date);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Leads from an act that wants the passkey again to the dialog, and from there back to the form with what was typed.
 * @returns undefined where no dialog can be opened: the refusal itself is shown
 */
export async function proofFor(looker: Looker, asked: StaffRoute, given: Given): Promise<Response | undefined> {
  const { acts, ask, c, context, accountId = '' } = looker;
  const route = acts.find(({ name }) => name === 'account prove');
  if (!route) return undefined;
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(route.path, { method: 'POST', headers, body: '{}' });
  if (!answer.ok) return undefined;
  const body = (await answer.json()) as Readonly<Record<string, unknown>>;
  const owner = { colleagueId: accountId, of: addressOf(route) };
  const back = await keepForm(looker, asked, given, { isForProof: true });
  const content = { kind: 'done', status: 200, body, back, said: undefined } as const;
  return redirectWithin(c, addressOf(route, { done: await keepPage(context, owner, content) }), 303);
}
