import type { Route } from '#api/call.ts';
import type { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { keepsMarketing, marketingQuery } from '#api/marketing-params.ts';
import { bearer } from '#stores/bearer.ts';

/** Repeated here to keep the schema out of every page; a test compares it with the endpoint. */
export const KEEP_MARKETING_PARAMS: Route<typeof keepMarketingParams> = {
  method: 'POST',
  path: '/api/v1/public/marketing-params',
};

/** Keeps a link's marketing parameters for 28 days (product-spec §3) by the server: a script's last 7 in Safari. */
export function keepMarketing({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const query = keepsMarketing(pathname) ? marketingQuery(search) : '';
  if (query === '') return;
  fetch(KEEP_MARKETING_PARAMS.path, {
    method: KEEP_MARKETING_PARAMS.method,
    headers: { 'content-type': 'application/json', ...bearer() },
    body: JSON.stringify({ query }),
    keepalive: true,
  }).catch(() => {
    // A failure is ignored: the visitor need not know.
  });
}
