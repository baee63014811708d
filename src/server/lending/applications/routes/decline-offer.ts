import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { withdrawApplication } from '../withdraw-application.ts';

export function declineOfferRoute(context: ApplicationContext): Route<typeof declineOffer> {
  return {
    endpoint: declineOffer,
    answer: ({ body, client }) => withdrawApplication(context, client.personId, 'offer-declined', body),
  };
}
