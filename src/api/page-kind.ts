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
 * others are `marketing`. Strings, because nginx uses the same expressions.
 */
export const PAGE_RULES = {
  card: CARD_PAGES,
  strict: `^/(?:en/)?(?:${STRICT_PAGES.join('|')})(?:/|\\.html$|$)`,
  framable: '^/(?:en/)?calculatoripl(?:/|$)',
} as const;

const EXPRESSIONS = {
  card: new RegExp(PAGE_RULES.card),
  strict: new RegExp(PAGE_RULES.strict),
  framable: new RegExp(PAGE_RULES.framable),
};

/** The kind of a page, by its URL path or by its path without language and slashes. */
export function pageKind(path: string): PageKind {
  const url = absolute(path);
  if (EXPRESSIONS.card.test(url)) return 'card';
  return EXPRESSIONS.strict.test(url) ? 'strict' : 'marketing';
}

/** Whether allow-listed partners may frame the page. */
export function isFramable(path: string): boolean {
  return EXPRESSIONS.framable.test(absolute(path));
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
