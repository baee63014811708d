import { declineOffer } from '#api/endpoints/decline-offer.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../applications.ts';
import { giveUp } from '../workflows/give-up.ts';

export function declineOfferRoute(context: ApplicationContext): Route<typeof declineOffer> {
  return {
    endpoint: declineOffer,
    answer: ({ body, client }) => giveUp(context, client.personId, 'offer-declined', body),
  };
}
