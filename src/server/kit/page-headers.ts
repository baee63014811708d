import { isFramable, type PageKind, pageKind } from '#api/page-kind.ts';

/** The Content-Security-Policy of each kind of page, merged by the gate from the pages' own. */
export type PagePolicies = Readonly<Record<PageKind, string>>;

/** For names that contain a digest of the content. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
export const PAGE_CACHE = 'public, no-cache';
/** `Retry-After` during maintenance, in seconds. */
export const RETRY_MAINTENANCE_S = 600;

/** Headers of every document, whatever its kind. */
export const ALWAYS: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The headers of a document. `frame-ancestors` works in a header only, so it is added to the pages' own policy.
 * @param path of the page's URL
 * @param framers origins of the partners that may frame the iframe pages
 */
export function pageHeaders(path: string, policies: PagePolicies, framers: readonly string[]): Record<string, string> {
  const mayBeFramed = isFramable(path) && framers.length > 0;
  const ancestors = `frame-ancestors ${mayBeFramed ? framers.join(' ') : "'none'"}`;
  return {
    ...ALWAYS,
    'Content-Security-Policy': [policies[pageKind(path)], ancestors].filter(Boolean).join('; '),
    // Partners' pages under cross-origin isolation must be able to load it.
    'Cross-Origin-Resource-Policy': mayBeFramed ? 'cross-origin' : 'same-origin',
    // For old browsers; it has no allow-list.
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  };
}
