import type { SavedSelection } from '#loan/earlier-selection.ts';
import { type ScreenAddress, screenHref } from './router.ts';

const CHOSEN = ['productType', 'productId', 'amount', 'term'] as const;

/**
 * Where a repeat client without a session goes from the calculator (product-spec §4): to sign-in, and from there back
 * to the calculator with what was chosen, which log-out takes out of the cookies.
 */
export function signInFirst(selection: { readonly [Name in keyof SavedSelection]: unknown }): ScreenAddress {
  const chosen = CHOSEN.flatMap((name) => (selection[name] ? [[name, String(selection[name])]] : []));
  return { name: 'sign-in', query: { returnTo: screenHref('calculator', Object.fromEntries(chosen)) } };
}
