import type { Route } from '#api/call.ts';
import type { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { keepsMarketing, marketingQuery } from '#api/marketing-params.ts';
import { bearer } from '#stores/bearer.ts';

/** Repeated here to keep the schema out of every page; a test compares it with the endpoint. */
export const KEEP_MARKETING_PARAMS: Route<typeof keepMarketingParams> = {
  method: 'POST',
  path: '/api/v1/public/marketing-params',
};

/**
 * Asks the server to keep the marketing parameters of this page's link for 28 days (product-spec §3), because a
 * script's cookie would last 7 days in Safari. Links without such parameters do not send a request.
 */
export function keepMarketing({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const query = keepsMarketing(pathname) ? marketingQuery(search) : '';
  if (query === '') return;
  fetch(KEEP_MARKETING_PARAMS.path, {
    method: KEEP_MARKETING_PARAMS.method,
    headers: { 'content-type': 'application/json', ...bearer() },
    body: JSON.stringify({ query }),
    keepalive: true,
  }).catch(() => {
    // A failure is ignored, because the visitor need not know.
  });
}
