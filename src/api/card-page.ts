/** The page with the card form, as a regular expression (page-kind.ts); a language is two letters. */
export const CARD_PAGES = '^/(?:[a-z]{2}/)?profile/components/niubiz-method(?:/|$)';

/**
 * Tells whether a page has the card provider's policy: it must be entered and left by a page load (design §8). Separate
 * from the other kinds of pages, because the client area's router asks this for every link.
 */
export function isCardPage(path: string): boolean {
  return new RegExp(CARD_PAGES).test(path);
}
