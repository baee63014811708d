/**
 * The parameters of a link that are kept for 28 days and sent with the inquiry (product-spec §3, domain 2.24). The
 * spec keeps the whole query, which would include tokens and e-mail addresses, so there is an allow-list.
 */
export const MARKETING_COOKIE = 'marketingParams';
export const MARKETING_DAYS = 28;

const ALLOWED = /^(?:utm_[a-z0-9_]{1,40}|gclid|fbclid|ref|partner)$/;
const MAX_PARAMS = 20;
const MAX_VALUE_CHARS = 200;
/** Browsers drop cookies above 4,096 bytes, name and attributes included, so further parameters are omitted. */
const MAX_QUERY_CHARS = 3_800;

/**
 * Keeps the allowed part of a query; '' without any. Of a repeated name the first counts; empty and overlong values are
 * omitted. `?utm_source=x&token=1` → `utm_source=x`.
 */
export function marketingQuery(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!ALLOWED.test(name) || kept.has(name) || value === '' || value.length > MAX_VALUE_CHARS) continue;
    kept.append(name, value);
    if (kept.toString().length > MAX_QUERY_CHARS) kept.delete(name);
    // Not `size`, which browsers in use lack.
    if ([...kept].length === MAX_PARAMS) break;
  }
  return kept.toString();
}

/**
 * Tells whether a page's link is kept: not on the reset-password page, because its query is a secret (product-spec §3).
 */
export function keepsMarketing(path: string): boolean {
  // A language is two letters; its list would travel with every page.
  return !/^(?:\/[a-z]{2})?\/reset-password\/?$/.test(path);
}
