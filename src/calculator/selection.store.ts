import Cookies from 'js-cookie';
import { centsTyped } from '#api/field-rules/amount.ts';
import { restoreSelection, type SavedSelection, sentSelection } from '#loan/earlier-selection.ts';
import type { ProductSettings } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';
import { environment } from '#stores/environment.ts';
import { keptCookie, SELECTION_COOKIES } from '#stores/selection-cookies.ts';

const FIELDS = Object.keys(SELECTION_COOKIES) as (keyof Selection)[];

/** Saves the selection for the next page and the next visit. */
export function saveSelection(selection: Selection): void {
  for (const field of FIELDS) {
    Cookies.set(SELECTION_COOKIES[field], String(selection[field]), keptCookie());
  }
}

/** Reads the selection in the cookies, unchecked: `restoreSelection` validates it. */
export function savedSelection(): SavedSelection {
  return Object.fromEntries(FIELDS.map((field) => [field, Cookies.get(SELECTION_COOKIES[field])]));
}

/** Reads the selection in a link, for leaving a frame: the new tab does not have cookies (design §8). */
export function linkedSelection(search: string): SavedSelection {
  const query = new URLSearchParams(search);
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? undefined]));
}

/** Reads the amount of a form that was submitted before the script had loaded; null without one. */
export function typedAmount(search: string): string | null {
  return new URLSearchParams(search).get('typed');
}

/** Restores the selection of a link, else of the cookies; undefined when it is incomplete or not offered. */
export function earlierSelection(settings: ProductSettings): Selection | undefined {
  const { search } = environment().location();
  const linked = linkedSelection(search);
  const typed = typedAmount(search);
  return (
    (typed === null ? restoreSelection(settings, linked) : sentSelection(settings, linked, centsTyped(typed))) ??
    restoreSelection(settings, savedSelection())
  );
}
