import { html } from 'hono/html';
import { DESK } from '#i18n/staff-desk.ts';
import { WAY_IN } from '#i18n/staff-way-in.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { oneEach } from './act-page.ts';
import { addressOf, type Looker } from './ask.ts';
import { isSearched } from './forms/act-form.ts';
import { typedIn } from './forms/late-form.ts';
import { keptPage } from './kept-pages.ts';
import type { Html } from './page.ts';
import type { Given } from './request-of.ts';
import { keepSearch } from './search.ts';

type Asked = Given & { readonly note?: Html };

/** Reads what the page of an act is asked, in its address or kept under its id; undefined when that is over. */
export async function askedOf(looker: Looker, route: StaffRoute): Promise<Asked | undefined> {
  const { c, context, accountId: colleagueId = '', say } = looker;
  const { kept: [id] = [], ...texts } = c.req.queries();
  if (id === undefined) return { texts };
  const page = await keptPage(context, { colleagueId, of: addressOf(route) }, id);
  if (page?.kind === 'search') return { texts: { ...page.texts, ...texts }, address: { ...texts, kept: [id] } };
  if (page?.kind !== 'form') return undefined;
  const files = page.hadFiles ? html` ${say(DESK.files_again)}` : '';
  const again = page.isForProof ? WAY_IN.form_proved : DESK.form_again;
  const note = html`<p class="note" role="status">${say(again)}${files}</p>`;
  return { texts: page.texts, note };
}

/** Leads from the form of a search to a page whose address has no text that may say who a client is. */
export async function keepAsked(looker: Looker, route: StaffRoute, given: Given): Promise<Response> {
  const texts = typedIn(route, given);
  const isPrivate = Object.keys(texts).some(isSearched);
  const address = addressOf(route, isPrivate ? {} : oneEach(texts));
  return redirectWithin(looker.c, isPrivate ? await keepSearch(looker, address, texts) : address, 303);
}
