import { listDataRequests } from '#api/endpoints/list-data-requests.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../identity.ts';
import { personSeal } from '../person-seal.ts';
import { readDataRequests } from '../store/data-request-store.ts';

export function listDataRequestsRoute({ db, vault }: IdentityContext): Route<typeof listDataRequests> {
  return {
    endpoint: listDataRequests,
    async answer({ client: { personId } }) {
      const seal = await personSeal(db.kysely, vault, personId);
      return { kind: 'ok', body: { items: await readDataRequests(db.kysely, seal, personId) }, headers: {} };
    },
  };
}
