/** The page with the card form, as a regular expression (page-kind.ts). */
export const CARD_PAGES = '^/(?:en/)?profile/components/niubiz-method(?:/|$)';

/**
 * Whether a page has the card provider's policy: it is entered and left by a page load (design §8). Apart from the other
 * kinds of pages, because the client area's router asks for every link.
 */
export function isCardPage(path: string): boolean {
  return new RegExp(CARD_PAGES).test(path);
}
