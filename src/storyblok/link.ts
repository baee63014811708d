import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '#i18n/locale.ts';
import type { Link } from './block-values.ts';

/** Other schemes (`javascript:`, `data:`, `vbscript:`, `blob:` …) can run code or hide their target. */
const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

// Browsers ignore tabs and line breaks inside a URL and blanks around it, so they read `java\nscript:` as a scheme.
const IGNORED_BY_BROWSERS = /[\t\n\r]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BLANK_EDGES = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEVER_IN_A_URL = /[\u0000-\u001f\u007f\\]/;
const SCHEME = /^([a-z][a-z0-9+.-]*:)/i;

/**
 * Makes a URL of the content safe for `href` or `src`, else undefined: http, https, mailto, tel, a path, a query or an
 * anchor.
 */
export function safeUrl(written: string): string | undefined {
  const cleaned = written.replace(IGNORED_BY_BROWSERS, '').replace(BLANK_EDGES, '');
  if (cleaned === '' || NEVER_IN_A_URL.test(cleaned)) return undefined;
  // `//host` would inherit the page's scheme, which is http on a laptop.
  const url = cleaned.startsWith('//') ? `https:${cleaned}` : cleaned;
  const scheme = SCHEME.exec(url)?.[1];
  if (scheme && !SAFE_SCHEMES.has(scheme.toLowerCase())) return undefined;
  return URL.canParse(url, 'https://here.example/') ? url : undefined;
}

/** Tells whether an address leaves the site. */
export function isExternal(href: string): boolean {
  return /^https?:/i.test(href);
}

// Storyblok prefixes links to translated stories with the language.
const LOCALE_PREFIX = new RegExp(`^(?:${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})(?=/|[?#]|$)`);

/**
 * Builds the path of a story's page in a language: (`home`, `en`) → `/en/`, (`/en/preguntas`, `es`) → `/preguntas/`.
 */
export function storyPath(fullSlug: string, locale: Locale): string {
  const slug = fullSlug
    .replace(/^\/+/, '')
    .replace(LOCALE_PREFIX, '')
    .replace(/^\/+/, '')
    .replace(/^home\/?(?=[?#]|$)/, '');
  return localePath(locale, slug);
}

/** Reads the slug of a page from its path in any language: `/en/preguntas/` and `/preguntas` are `preguntas`, `/` is ''. */
export function slugOfPath(path: string): string {
  return path
    .replace(/^\/+/, '')
    .replace(LOCALE_PREFIX, '')
    .replace(/^\/+|\/+$/g, '');
}

// A path to one of our pages keeps the reader's language; a file (`/terms.pdf`) and the API have one address.
const PAGE_PATH = /^\/(?!api\/|content\/)[^?#]*$/;

function localize(path: string, locale: Locale): string {
  const [, bare = path, rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const isFile = /\.[a-z0-9]+$/i.test(bare);
  if (!PAGE_PATH.test(bare) || isFile) return path;
  return LOCALE_PREFIX.test(bare.slice(1)) ? path : localePath(locale, `${bare}${rest}`);
}

// `preguntas` is read as `/preguntas`: a relative path would have a different target on every page.
function isPath(url: string): boolean {
  return !SCHEME.test(url) && !url.startsWith('#') && !url.startsWith('?');
}

function withAnchor(href: string, anchor: string | undefined): string {
  if (!anchor || href.includes('#')) return href;
  return `${href}#${encodeURIComponent(anchor.toWellFormed())}`;
}

function emailHref(link: Link): string | undefined {
  const address = (link.email || link.url || link.cached_url).replace(/^mailto:/i, '').trim();
  return address === '' ? undefined : safeUrl(`mailto:${address}`);
}

function storyHref(link: Link, locale: Locale): string | undefined {
  const slug = link.cached_url || link.url;
  if (slug === '') return link.anchor && withAnchor('', link.anchor);
  const safe = safeUrl(`/${slug.replace(/^\/+/, '')}`);
  return safe && withAnchor(storyPath(safe, locale), link.anchor);
}

function urlHref(link: Link, locale: Locale): string | undefined {
  const safe = safeUrl(link.url || link.cached_url);
  if (safe === undefined) return link.url === '' && link.anchor ? withAnchor('', link.anchor) : undefined;
  return withAnchor(isPath(safe) ? localize(`/${safe.replace(/^\/+/, '')}`, locale) : safe, link.anchor);
}

/**
 * Builds the `href` of a link field. Undefined when the link does not have a target or has an unsafe scheme: it must
 * then be omitted. Stories and paths of ours keep the language of the page.
 */
export function linkHref(link: Link | undefined, locale: Locale): string | undefined {
  if (!link) return undefined;
  if (link.linktype === 'email') return emailHref(link);
  return link.linktype === 'story' ? storyHref(link, locale) : urlHref(link, locale);
}

/** Reads the link of a formatted text's mark. */
export function linkOfMark(attrs: Readonly<Record<string, unknown>>): Link {
  const href = typeof attrs['href'] === 'string' ? attrs['href'] : '';
  const linktype = attrs['linktype'];
  const anchor = typeof attrs['anchor'] === 'string' ? attrs['anchor'].toWellFormed() : undefined;
  const kind = linktype === 'story' || linktype === 'email' || linktype === 'asset' ? linktype : 'url';
  return { linktype: kind, url: href.toWellFormed(), cached_url: '', anchor };
}
