import { CARD_PAGES } from './card-page.ts';

/**
 * Kinds of pages by their Content-Security-Policy (design §8): `marketing` may load the tag managers, `card` the card
 * provider, `strict` only our own scripts.
 */
export const PAGE_KINDS = ['strict', 'marketing', 'card'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The client area, forms with personal data, error pages, and pages for partners' frames. */
const STRICT_PAGES = [
  '404',
  '500',
  'application',
  'calculatoripl',
  'forgot-password',
  'libro-de-reclamaciones',
  'login-as',
  'modals',
  'online-payment',
  'privacidad/solicitud',
  'profile',
  'reset-password',
  'sign-in',
  'sign-up',
];

/**
 * The kind of a page by its path, and which pages partners may frame (the iframe layout's). The first match counts;
 * others are `marketing`.
 */
const STRICT = `^/(?:en/)?(?:${STRICT_PAGES.join('|')})(?:/|\\.html$|$)`;
const PAGE_RULES = {
  card: new RegExp(CARD_PAGES),
  strict: new RegExp(STRICT),
  framable: /^\/(?:en\/)?calculatoripl(?:\/|$)/,
};

/** The kind of a page, by its URL path or by its path without language and slashes. */
export function pageKind(path: string): PageKind {
  const url = absolute(path);
  if (PAGE_RULES.card.test(url)) return 'card';
  return PAGE_RULES.strict.test(url) ? 'strict' : 'marketing';
}

/** Whether allow-listed partners may frame the page. */
export function isFramable(path: string): boolean {
  return PAGE_RULES.framable.test(absolute(path));
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
