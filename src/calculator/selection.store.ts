import Cookies from 'js-cookie';
import { parseAmount } from '#i18n/format.ts';
import { restoreSelection, type SavedSelection, sentSelection } from '#loan/earlier-selection.ts';
import type { ProductSettings } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';
import { environment } from '#stores/environment.ts';
import { SELECTION_COOKIES } from '#stores/selection-cookies.ts';

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

/** The selection of a link or, without one, of the cookies; undefined when it is not complete or not on offer. */
export function earlierSelection(settings: ProductSettings): Selection | undefined {
  const { search } = environment().location();
  const linked = linkedSelection(search);
  const typed = typedAmount(search);
  return (
    (typed === null ? restoreSelection(settings, linked) : sentSelection(settings, linked, parseAmount(typed))) ??
    restoreSelection(settings, savedSelection())
  );
}
