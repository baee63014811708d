import { isFramable, type PageKind, pageKind } from '#api/page-kind.ts';

/** The Content-Security-Policy of each kind of page, merged by the gate from the pages' own. */
export type PagePolicies = Readonly<Record<PageKind, string>>;

/** For names that contain a digest of the content. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
export const PAGE_CACHE = 'public, no-cache';
/** `Retry-After` during maintenance, in seconds. */
export const RETRY_MAINTENANCE_S = 600;

/** The complaints book stays open during maintenance (domain 2.21): nginx uses the same expression. */
export const ALWAYS_OPEN = '^/(?:en/)?libro-de-reclamaciones(?:/|$)';

/** What is no page: opened as one, it may do nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'";

/**
 * Headers of every response of every role, unless it has its own value: `listen` adds them, so that none is forgotten on
 * a redirect, a refusal or an answer of Node itself. Browsers ignore the first one over plain HTTP.
 */
export const EVERY_RESPONSE: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': `${NO_PAGE_POLICY}; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
};

/** Headers of every page and file of the site, whatever its kind. */
export const ALWAYS: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Strict-Transport-Security': EVERY_RESPONSE['Strict-Transport-Security'] as string,
  'X-Content-Type-Options': 'nosniff',
};

/** What is no page, by its path: nginx uses the same expression. */
export const FILE_PATH = '\\.(?!html$)[a-z0-9]+$';
const IS_FILE = new RegExp(FILE_PATH);

/**
 * The headers of a page or file of the site. `frame-ancestors` works in a header only, so it is added to the pages' own
 * policy.
 * @param path of its URL
 * @param framers origins of the partners that may frame the iframe pages
 */
export function pageHeaders(path: string, policies: PagePolicies, framers: readonly string[]): Record<string, string> {
  const mayBeFramed = isFramable(path) && framers.length > 0;
  const ancestors = `frame-ancestors ${mayBeFramed ? framers.join(' ') : "'none'"}`;
  return {
    ...ALWAYS,
    'Content-Security-Policy': `${IS_FILE.test(path) ? NO_PAGE_POLICY : policies[pageKind(path)]}; ${ancestors}`,
    // Partners' pages under cross-origin isolation must be able to load it.
    'Cross-Origin-Resource-Policy': mayBeFramed ? 'cross-origin' : 'same-origin',
    // For old browsers; it has no allow-list.
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  };
}
