import Cookies from 'js-cookie';
import type { SavedSelection } from '#loan/earlier-selection.ts';
import type { Selection } from '#loan/selection.ts';
import { $accessToken } from '#stores/session.ts';

/** The cookies of product-spec §3, spelled as the spec spells them. */
export const SELECTION_COOKIES = {
  amount: 'calc_selected_amount',
  term: 'calc_selected_term',
  productType: 'calc_selected_product_type',
  productId: 'calc_selected_product_id',
} as const satisfies Record<keyof Selection, string>;
export const TOP_UP_AMOUNT_COOKIE = 'calc_selected_topup_amount';

/** Long enough to think a loan over and come back. */
const KEPT_DAYS = 30;

const FIELDS = Object.keys(SELECTION_COOKIES) as (keyof Selection)[];

/** Keeps the selection for the next page and the next visit. */
export function saveSelection(selection: Selection): void {
  for (const field of FIELDS) {
    Cookies.set(SELECTION_COOKIES[field], String(selection[field]), { expires: KEPT_DAYS, sameSite: 'lax' });
  }
}

/** What the cookies hold, unchecked: `restoreSelection` decides what it is worth. */
export function savedSelection(): SavedSelection {
  return Object.fromEntries(FIELDS.map((field) => [field, Cookies.get(SELECTION_COOKIES[field])]));
}

/** What a link holds: the way out of a frame, where the new tab sees no cookies (design §8). */
export function linkedSelection(search: string): SavedSelection {
  const query = new URLSearchParams(search);
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? undefined]));
}

/** What a link holds that the card's form has made by itself, sent before the script had come; null without one. */
export function typedAmount(search: string): string | null {
  return new URLSearchParams(search).get('typed');
}

// Log-out removes the saved amount, term and top-up; the product may stay (product-spec §4).
$accessToken.listen((token) => {
  if (token) return;
  for (const name of [SELECTION_COOKIES.amount, SELECTION_COOKIES.term, TOP_UP_AMOUNT_COOKIE]) Cookies.remove(name);
});
