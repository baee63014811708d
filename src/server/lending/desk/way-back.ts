import type { Context } from 'hono';
import { html } from 'hono/html';
import { sitePath } from '#api/site-path.ts';
import { STAFF_ACTS, STAFF_GROUPS, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { addressOf, groupOf, type Looker, SEARCH } from './ask.ts';
import type { Html } from './page.ts';

export const SIGN_IN = '/desk/sign-in';
/** The field and query that say which page an act was opened from. */
export const BACK = 'back';

/** An address of the desk that somebody sent; undefined for every other text. */
export function deskAddress(text: string | undefined): string | undefined {
  const path = sitePath(text ?? '');
  return path?.startsWith('/desk/') ? path : undefined;
}

/** The page that acts drawn on it lead back to: a list with its filters, a client, a loan. */
export function hereOf(c: Context): string | undefined {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' && pathname !== '/desk/' ? deskAddress(pathname + search) : undefined;
}

/** Adds to what the link to an act knows the page that the act leads back to. */
export function withBack({ here }: Looker, known: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return here === undefined ? known : { ...known, [BACK]: here };
}

/** The link to the page that an act was opened from, under its title. */
export function backLink(looker: Looker, back: string | undefined): Html | string {
  const address = deskAddress(back);
  if (address === undefined) return '';
  return html`<a href="${address}">${looker.say(DESK.back)}: ${looker.say(titleOf(looker, address))}</a> `;
}

function titleOf({ acts }: Looker, address: string): StaffWords {
  const [path] = address.split('?');
  if (path === SEARCH) return DESK.search;
  const act = acts.find((one) => addressOf(one) === path);
  if (act) return STAFF_ACTS[act.name];
  const group = acts.map(groupOf).find((one) => path === `/desk/${one}`);
  return group ? STAFF_GROUPS[group] : DESK.waits;
}

/** The sign-in, which leads on to an address of the desk. */
export function signInFor(address: string): string {
  return address === '/desk/' ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ to: address })}`;
}
