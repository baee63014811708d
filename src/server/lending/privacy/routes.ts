import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { getAccessLogRoute } from './get-access-log.ts';
import { getDataExportRoute } from './get-data-export.ts';
import { listDataRequestsRoute } from './list-data-requests.ts';
import { makeDataRequestRoute } from './make-data-request.ts';
import { makeVisitorDataRequestRoute } from './make-visitor-data-request.ts';

/** Routes of a client's requests about their own data, and of the log of accesses to their account. */
export function privacyRoutes(context: IdentityContext): readonly Route[] {
  return [
    getAccessLogRoute(context),
    makeDataRequestRoute(context),
    listDataRequestsRoute(context),
    makeVisitorDataRequestRoute(context),
    getDataExportRoute(context),
  ];
}
