import type { SavedSelection } from '#loan/earlier-selection.ts';
import { type ScreenAddress, screenHref } from './router.ts';

const CHOSEN = ['productType', 'productId', 'amount', 'term'] as const;

type Chosen = { readonly [Name in keyof SavedSelection]: unknown };

/** A loan as a link carries it: what was not touched is in no cookie. */
export function chosenQuery(selection: Chosen): Record<string, string> {
  return Object.fromEntries(CHOSEN.flatMap((name) => (selection[name] ? [[name, String(selection[name])]] : [])));
}

/**
 * Where a repeat client without a session goes from the calculator (product-spec §4): to sign-in, and from there back
 * to the calculator with what was chosen, which log-out takes out of the cookies.
 */
export function signInFirst(selection: Chosen): ScreenAddress {
  return { name: 'sign-in', query: { returnTo: screenHref('calculator', chosenQuery(selection)) } };
}
