import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { noApplication } from '../application-refusals.ts';
import { changeOffer } from '../change-offer.ts';
import { withApplication } from '../with-application.ts';

export function recalculateOfferRoute(context: ApplicationContext): Route<typeof recalculateOffer> {
  return {
    endpoint: recalculateOffer,
    async answer({ body, client }) {
      const parameters = await context.parameters.inForce();
      return withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const changed = await changeOffer(held, held.application, body, parameters);
        return 'kind' in changed ? changed : { kind: 'ok', body: changed, headers: {} };
      });
    },
  };
}
