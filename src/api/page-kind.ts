import { CARD_PAGES } from './card-page.ts';
import { SCREENS, type Screen, type ScreenName } from './screens.ts';

/** Page kinds by policy (design §8): `marketing` adds tag managers, `card` the card provider, `strict` neither. */
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
  /** Forms with personal data, and error pages. */
  strict: /^\/(?:en\/)?(?:404|500|libro-de-reclamaciones|privacidad\/solicitud)(?:\/|\.html$|$)/,
  framable: /^\/(?:en\/)?calculatoripl(?:\/|$)/,
  /** For people who are already on their way. */
  unlisted: /\/(?:404|500|landing|seguimiento)(?:\/|$)/,
};

/** The kind of a page, by its URL path or by its path without language and slashes. */
export function pageKind(path: string): PageKind {
  const url = absolute(path);
  if (PAGE_RULES.card.test(url)) return 'card';
  return isOfClientArea(url) || PAGE_RULES.strict.test(url) ? 'strict' : 'marketing';
}

/** Whether allow-listed partners may frame the page. */
export function isFramable(path: string): boolean {
  return PAGE_RULES.framable.test(absolute(path));
}

/** Whether the sitemap names the page. */
export function isListed(path: string): boolean {
  const url = absolute(path);
  return !isOfClientArea(url) && !PAGE_RULES.unlisted.test(url);
}

function isOfClientArea(url: string): boolean {
  return CLIENT_AREA.has(url.replace(/^\/(?:en\/)?/, '').split('/')[0]);
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
