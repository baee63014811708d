import { html } from 'hono/html';
import type { CookieName } from '#api/cookies.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { siteCookie } from '#server/kit/cookies.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import type { Looker } from '../ask.ts';
import { actForm, type FormState, problemOf } from '../forms/act-form.ts';
import { deskPage, type Html, type PageStatus } from '../page.ts';
import { type Given, requestOf } from '../request-of.ts';
import { deskAddress, SIGN_IN, signInFor } from '../way-back.ts';
import { codesPage, setUpPage } from './set-up.ts';

export const DESK_COOKIE = '__Host-desk' satisfies CookieName;

/** The ways in: signing in, and taking an invitation, each made from its act as every other form. */
export function wayInPage(
  looker: Looker,
  route: StaffRoute,
  state: FormState = { texts: {} },
  status: PageStatus = 200,
): Response | Promise<Response> {
  const { say } = looker;
  const isSignIn = route.name === 'sign-in';
  const to = deskAddress(looker.c.req.query('to'));
  const action = isSignIn ? signInFor(to ?? '/desk/') : '/desk/invitation';
  const other = isSignIn
    ? html`<p><a href="/desk/invitation">${say(DESK.invitation)}</a></p>`
    : html`<p><a href="${SIGN_IN}">${say(DESK.sign_in)}</a></p>`;
  const isKept = isSignIn && to?.includes('kept=');
  const note = isKept ? html`<p class="note" role="status">${say(DESK.session_ended)}</p>` : '';
  const title = say(isSignIn ? DESK.sign_in : DESK.invitation);
  const main: Html = html`${note}${actForm(looker, route, state, action)}${other}`;
  return deskPage(looker, { title, main, status });
}

/** The acts of the three forms for people who are not signed in. */
export interface WaysIn {
  readonly signIn: StaffRoute;
  readonly invitation: StaffRoute;
  readonly confirm: StaffRoute;
}

/** Signs in as the commands do: the API looks at account, password and second factor, and counts the attempts. */
export async function enter(looker: Looker, ways: WaysIn, route: StaffRoute, given: Given): Promise<Response> {
  const { c, ask, say } = looker;
  const asked = requestOf(route, given);
  const texts = { login: given.texts['login'] ?? [] };
  if (asked.kind === 'wrong') return wayInPage(looker, route, { texts }, 400);
  const answer = await ask(asked.path, asked.init);
  const body = (await answer.json().catch(() => ({}))) as Opened;
  if (body.secondFactor !== undefined) return setUpPage(looker, ways.confirm, { given, uri: body.secondFactor });
  if (body.token !== undefined) {
    await keepSession(looker, body.token);
    if (body.recoveryCodes) return codesPage(looker, body.recoveryCodes);
    return redirectWithin(c, deskAddress(c.req.query('to')) ?? '/desk/', 303);
  }
  const retryAfter = answer.headers.get('retry-after');
  if (retryAfter !== null) c.header('Retry-After', retryAfter);
  const problem = answer.status === 429 ? { text: say(DESK.too_many), fields: {} } : problemOf(looker, body);
  const status = answer.status as PageStatus;
  if (route !== ways.confirm) return wayInPage(looker, route, { texts, problem }, status);
  if (status === 410) return wayInPage(looker, ways.invitation, { texts, problem }, status);
  return setUpPage(looker, ways.confirm, { given, problem }, status);
}

/** Answers of the ways in: one of these. */
interface Opened {
  readonly token?: string;
  readonly secondFactor?: string;
  readonly recoveryCodes?: readonly string[];
}

/** The browser forgets the earlier session, which would stay open for anybody who has its cookie. */
async function keepSession({ c, ask, accountId }: Looker, token: string): Promise<void> {
  if (accountId !== undefined) await ask(`${STAFF_PATH}/sign-out`, { method: 'POST' });
  c.header('Set-Cookie', siteCookie(DESK_COOKIE, token), { append: true });
}

/** Goes on from a session that a passkey has opened. */
export async function enterByPasskey(looker: Looker, answer: Response): Promise<Response> {
  const { token } = (await answer.json()) as { readonly token: string };
  await keepSession(looker, token);
  return redirectWithin(looker.c, deskAddress(looker.c.req.query('to')) ?? '/desk/', 303);
}
