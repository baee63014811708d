import { isFramable } from '#api/page-kind.ts';

/** For names that contain a digest of the content. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
export const PAGE_CACHE = 'public, no-cache';
/** `Retry-After` during maintenance, in seconds. */
export const RETRY_MAINTENANCE_S = 600;

/** Policy of responses that are not pages: opened as one, they may do nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** Policy of the service worker: it may ask for what pages of ours ask for. */
export const WORKER_POLICY = `${NO_PAGE_POLICY}; connect-src 'self'`;

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

/** The Content-Security-Policy that a built page carries itself; '' without one. */
export function policyIn(html: string): string {
  const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html);
  return (meta?.[1] ?? '').replaceAll('&#39;', "'").replaceAll('&#x27;', "'");
}

/**
 * The headers of a page or file of the site. `frame-ancestors` works in a header only, so it is added to the page's own
 * policy.
 * @param path of its URL
 * @param framers origins of the partners that may frame the iframe pages
 * @param policy of a page; a file opened as a page may do nothing
 */
export function pageHeaders(path: string, framers: readonly string[], policy = NO_PAGE_POLICY): Record<string, string> {
  const mayBeFramed = isFramable(path) && framers.length > 0;
  const ancestors = `frame-ancestors ${mayBeFramed ? framers.join(' ') : "'none'"}`;
  return {
    ...ALWAYS,
    'Content-Security-Policy': `${policy}; ${ancestors}`,
    // Partners' pages under cross-origin isolation must be able to load it.
    'Cross-Origin-Resource-Policy': mayBeFramed ? 'cross-origin' : 'same-origin',
    // For old browsers; it has no allow-list.
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  };
}
