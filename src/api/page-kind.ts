import { CARD_PAGES } from './card-page.ts';
import { splitLanguage } from './languages.ts';
import { SCREENS, type Screen, type ScreenName } from './screens.ts';

/**
 * Kinds of pages by their Content-Security-Policy (design §8): `marketing` may load the tag managers, `card` the card
 * provider, `strict` only our own scripts.
 */
export const PAGE_KINDS = ['strict', 'marketing', 'card'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Screens that are pages of the public site. Every other screen is strict, and no search engine lists it. */
const PUBLIC_SCREENS: readonly ScreenName[] = ['home', 'calculator', 'calculators', 'libro-de-reclamaciones'];

/** The first part of their addresses. */
const CLIENT_AREA = new Set(
  (Object.entries(SCREENS) as [ScreenName, Screen][])
    .filter(([name]) => !PUBLIC_SCREENS.includes(name))
    .map(([, { slug }]) => slug.split('/')[0]),
);

const PAGE_RULES = {
  card: new RegExp(CARD_PAGES),
  /**
   * Pages that search engines must not list: errors, and pages that people reach by an advertisement or in the course
   * of something.
   */
  strict: /^\/(?:404|500|offline|libro-de-reclamaciones|privacidad\/solicitud)(?:\/|\.html$|$)/,
  framable: /^\/calculatoripl(?:\/|$)/,
  /** Pages that people must not find by searching, because they are steps of something. */
  unlisted: /\/(?:404|500|offline|landing|seguimiento)(?:\/|$)/,
};

/** Tells the kind of a page, by its URL path or by its path without language and slashes. */
export function pageKind(path: string): PageKind {
  const url = withoutLanguage(path);
  if (PAGE_RULES.card.test(url)) return 'card';
  return isOfClientArea(url) || PAGE_RULES.strict.test(url) ? 'strict' : 'marketing';
}

/** Tells whether allow-listed partners may frame the page. */
export function isFramable(path: string): boolean {
  return PAGE_RULES.framable.test(withoutLanguage(path));
}

/** Tells whether the sitemap names the page. */
export function isListed(path: string): boolean {
  const url = withoutLanguage(path);
  return !isOfClientArea(url) && !PAGE_RULES.unlisted.test(url);
}

/** Tells whether the page, by its path, is one of the client area's. */
export function isClientArea(path: string): boolean {
  return isOfClientArea(withoutLanguage(path));
}

function isOfClientArea(url: string): boolean {
  return CLIENT_AREA.has(url.split('/')[1]);
}

function withoutLanguage(path: string): string {
  return splitLanguage(path.startsWith('/') ? path : `/${path}`)[1];
}
