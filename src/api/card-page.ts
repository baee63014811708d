/** The page with the card form, as a regular expression (page-kind.ts). */
export const CARD_PAGES = '^/(?:en/)?profile/components/niubiz-method(?:/|$)';

/** Whether a page has the card provider's policy (design §8): entered and left by a page load. */
export function isCardPage(path: string): boolean {
  return new RegExp(CARD_PAGES).test(path);
}
