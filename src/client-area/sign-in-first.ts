import type { SavedSelection } from '#loan/earlier-selection.ts';
import { type ScreenAddress, screenHref } from './router.ts';

const CHOSEN = ['productType', 'productId', 'amount', 'term'] as const;

type Chosen = { readonly [Name in keyof SavedSelection]: unknown };

/** A loan as a link carries it: what was not touched is in no cookie. */
export function chosenQuery(selection: Chosen): Record<string, string> {
  return Object.fromEntries(CHOSEN.flatMap((name) => (selection[name] ? [[name, String(selection[name])]] : [])));
}

/** A repeat client without a session (product-spec §4): to sign-in and back, with what was chosen. */
export function signInFirst(selection: Chosen): ScreenAddress {
  return { name: 'sign-in', query: { returnTo: screenHref('calculator', chosenQuery(selection)) } };
}
