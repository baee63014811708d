import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { readAllPlaces, readPlaces } from '#server/lending/parameters/ubigeo-store.ts';
import { type VisitorContext, visitorLimit } from '#server/lending/people/visitor.ts';

/** Public, because it is: the browser keeps a list for a day. */
export function listPlacesRoute(context: VisitorContext): Route<typeof listPlaces> {
  return {
    endpoint: listPlaces,
    limit: visitorLimit(context, 'places'),
    answer: async ({ query: { within = '' } }) => ({
      kind: 'ok',
      body: await (within === 'PE' ? readAllPlaces(context.db.kysely) : readPlaces(context.db.kysely, within)),
      headers: { 'Cache-Control': 'public, max-age=86400', Vary: 'Accept-Encoding' },
    }),
  };
}
