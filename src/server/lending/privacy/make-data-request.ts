import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { askForData } from './ask-for-data.ts';

export function makeDataRequestRoute(context: IdentityContext): Route<typeof makeDataRequest> {
  return {
    endpoint: makeDataRequest,
    async answer({ client, body: { type, detail }, context: c }) {
      const asked = await askForData(context, client.personId, { kind: type, detail }, originOf(context, c));
      if (asked.kind === 'refused') return asked;
      return { kind: 'ok', body: asked.request, headers: {} };
    },
  };
}
