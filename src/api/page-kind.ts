/**
 * The kinds of pages by what their Content-Security-Policy allows (design §8): `marketing` may load the tag managers when
 * there are any, `card` the card provider, `strict` nothing but our own.
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
  'profile',
  'reset-password',
  'sign-in',
  'sign-up',
];

const CARD_PAGES = '^/(?:en/)?profile/components/niubiz-method(?:/|$)';

/**
 * Which URL paths are of which kind, and which pages partners may frame: the iframe layout's. First match counts,
 * anything else is `marketing`. Text, because nginx gets the same expressions.
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

/**
 * Whether a page has the card provider's policy: it is entered and left by loading a page (design §8). Apart from
 * `pageKind`, because the client area's router asks on every press.
 */
export function isCardPage(path: string): boolean {
  return new RegExp(CARD_PAGES).test(path);
}

/** Whether partners on the allow-list may show the page in a frame of theirs. */
export function isFramable(path: string): boolean {
  return EXPRESSIONS.framable.test(absolute(path));
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
