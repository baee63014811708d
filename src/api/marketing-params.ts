/**
 * Which parameters of a link are kept for 28 days and travel with the inquiry (product-spec §3, domain 2.24). The spec
 * keeps the whole query; that would store tokens and e-mail addresses too, so an allow-list decides.
 */
export const MARKETING_COOKIE = 'marketingParams';
export const MARKETING_DAYS = 28;

const ALLOWED = /^(?:utm_[a-z0-9_]{1,40}|gclid|fbclid|ref|partner)$/;
const MAX_PARAMS = 20;
const MAX_VALUE_CHARS = 200;
/** Browsers drop a cookie above 4,096 bytes with its name and attributes, so the rest is left out instead. */
const MAX_QUERY_CHARS = 3_800;

/**
 * The part of a query that may be kept, as a query again; '' when nothing may. The first of a repeated name counts, an
 * empty or overlong value is left out. `?utm_source=x&token=1` → `utm_source=x`.
 */
export function marketingQuery(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!ALLOWED.test(name) || kept.has(name) || value === '' || value.length > MAX_VALUE_CHARS) continue;
    kept.append(name, value);
    if (kept.toString().length > MAX_QUERY_CHARS) kept.delete(name);
    // Not `size`: the browsers people here still use do not have it.
    if ([...kept].length === MAX_PARAMS) break;
  }
  return kept.toString();
}

/** Whether a page's link is to be kept: never on the reset-password page, whose query is a secret (product-spec §3). */
export function keepsMarketing(path: string): boolean {
  return !/^(?:\/en)?\/reset-password\/?$/.test(path);
}
