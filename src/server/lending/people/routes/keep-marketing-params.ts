import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { MARKETING_COOKIE, marketingQuery } from '#api/marketing-params.ts';
import { siteCookie } from '#server/kit/cookies.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type VisitorContext, visitorLimit } from '../visitor.ts';

/** Scripts can read the cookie: the inquiry sends its values (product-spec §7). Nothing is stored here. */
export function keepMarketingParamsRoute(context: VisitorContext): Route<typeof keepMarketingParams> {
  return {
    endpoint: keepMarketingParams,
    limit: visitorLimit(context, keepMarketingParams.name),
    async answer({ body }) {
      const query = marketingQuery(body.query);
      const cookies = query === '' ? [] : [siteCookie(MARKETING_COOKIE, query)];
      return { kind: 'ok', body: undefined, headers: { 'Cache-Control': 'no-store' }, cookies };
    },
  };
}
