import { MARKETING_COOKIE } from '#api/marketing-params.ts';

/**
 * Reads the marketing parameters of the link through which this browser came within the last 28 days: `{ utm_source:
 * 'x' }`. The inquiry sends them as webQueryParams (product-spec §7). The server sets the cookie (design §8).
 */
export function marketingParams(cookies: string = document.cookie): Record<string, string> {
  // Not js-cookie: it decodes the whole value, and an encoded `&` inside a parameter would split it.
  const pair = cookies.split('; ').find((candidate) => candidate.startsWith(`${MARKETING_COOKIE}=`));
  return Object.fromEntries(new URLSearchParams(pair?.slice(MARKETING_COOKIE.length + 1)));
}
