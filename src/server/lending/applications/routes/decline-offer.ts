import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { giveUp } from '../withdraw-application.ts';

export function declineOfferRoute(context: ApplicationContext): Route<typeof declineOffer> {
  return {
    endpoint: declineOffer,
    answer: ({ body, client }) => giveUp(context, client.personId, 'offer-declined', body),
  };
}
