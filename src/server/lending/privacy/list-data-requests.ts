import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readDataRequests } from './data-request-store.ts';

export function listDataRequestsRoute({ db, vault }: IdentityContext): Route<typeof listDataRequests> {
  return {
    endpoint: listDataRequests,
    async answer({ client: { personId } }) {
      const seal = await personSeal(db.kysely, vault, personId);
      return { kind: 'ok', body: { items: await readDataRequests(db.kysely, seal, personId) }, headers: {} };
    },
  };
}
