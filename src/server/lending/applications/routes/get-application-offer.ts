import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { offerRefused } from '../application-refusals.ts';
import { offerToday, presentOffer } from '../offer-today.ts';
import { readCurrentOffer } from '../store/offer-store.ts';
import { withApplication } from '../with-application.ts';

const WITH_OFFER: ReadonlySet<string> = new Set(['OFFER', 'OFFER_REPEATED', 'AGREEMENT']);

/** Priced for today: the rate and the fees are as promised, the dates are today's. */
export function getApplicationOfferRoute(context: ApplicationContext): Route<typeof getApplicationOffer> {
  return {
    endpoint: getApplicationOffer,
    async answer({ client }) {
      const parameters = await context.parameters.inForce();
      return withApplication(context, client.personId, async ({ application, trx, today, now }) => {
        const offer = application && (await readCurrentOffer(trx, application.id));
        if (!application || !offer) return notFound();
        if (application.stage === 'EXPIRED') return offerRefused('offer-expired');
        if (!WITH_OFFER.has(application.stage)) return notFound();
        const current = offerToday(offer, parameters, { today, now });
        if (current.kind === 'refused') return { ...refused(503, 'unavailable', current.message) };
        return { kind: 'ok', body: presentOffer(offer, current), headers: {} };
      });
    },
  };
}
