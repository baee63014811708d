import type { SavedSelection } from '#loan/earlier-selection.ts';
import { type ScreenAddress, screenHref } from '../router.ts';

const CHOSEN = ['productType', 'productId', 'amount', 'term'] as const;

type Chosen = { readonly [Name in keyof SavedSelection]: unknown };

/** Writes a loan into a link's query, because a choice that was not touched is not in a cookie. */
export function chosenQuery(selection: Chosen): Record<string, string> {
  return Object.fromEntries(CHOSEN.flatMap((name) => (selection[name] ? [[name, String(selection[name])]] : [])));
}

/**
 * Builds the address for a repeat client without a session, from the calculator (product-spec §4): sign-in, and from
 * there back to the calculator with the selection, because log-out takes it out of the cookies.
 */
export function signInFirst(selection: Chosen): ScreenAddress {
  return { name: 'sign-in', query: { returnTo: screenHref('calculator', chosenQuery(selection)) } };
}
