import type { ProfileState } from '#api/application-body.ts';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { moveApplication } from '#loan/application.ts';
import type { Refusal } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import type { ApplicationContext } from '../application-context.ts';
import { expiredOr, illegalTransition, noApplication, offerRefused } from '../application-refusals.ts';
import type { LockedApplication } from '../locked-application.ts';
import { offerToday } from '../offer-today.ts';
import { stateOf } from '../read-profile-state.ts';
import { markOfferAccepted, readCurrentOffer } from '../store/offer-store.ts';
import { causeOrThrow, withApplication } from '../with-application.ts';

/** The papers are made when they are asked for; accepting only says which figures they will hold. */
export function acceptOfferRoute(context: ApplicationContext): Route<typeof acceptOffer> {
  return {
    endpoint: acceptOffer,
    async answer({ body, request, client }) {
      const parameters = await context.parameters.inForce();
      const now = context.clock.now();
      return withApplication(context, client.personId, (held) =>
        doOnce<ProfileState>({ trx: held.trx, now }, { endpoint: acceptOffer, request, client, body }, () =>
          accept(held, body.offerId, parameters),
        ),
      );
    },
  };
}

async function accept(
  held: LockedApplication,
  offerId: string,
  parameters: ParametersInForce,
): Promise<ProfileState | Refusal> {
  const { application, trx, personId, today, now } = held;
  if (!application) return noApplication();
  const offer = await readCurrentOffer(trx, application.id);
  // Detects a double click without an idempotency key by the offer itself.
  if (application.stage === 'AGREEMENT' && offer?.id === offerId) return stateOf(trx, personId, application, now);
  const moved = moveApplication(application.stage, 'offer-accepted', 'client');
  if (moved.kind === 'refused') return expiredOr(application.stage, illegalTransition(moved));
  if (!offer || offer.id !== offerId) return offerRefused('offer-replaced');
  const current = offerToday(offer, parameters, { today, now });
  if (current.kind === 'refused') return current;
  if (current.refusal) return offerRefused(current.refusal);
  await markOfferAccepted(trx, offer.id, new Date(now));
  const { amount, term } = offer;
  await causeOrThrow(held, 'offer-accepted', { actor: 'client', data: { offer: offer.id, amount, term } });
  return stateOf(trx, personId, held.application, now);
}
