import type { ApplicationOffer } from '#api/application-body.ts';
import type { FieldError } from '#api/errors.ts';
import { eventOfReturn, moveApplication } from '#loan/application.ts';
import { checkApproved } from '#loan/application-decisions.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { expiredOr, illegalTransition, offerRefused } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { offerToday, presentOffer } from './offer-today.ts';
import { voidAgreement } from './store/agreement-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { readCurrentOffer, replaceOffer, type StoredOffer } from './store/offer-store.ts';
import { causeOrThrow } from './with-application.ts';

export interface Wanted {
  readonly productId: number;
  /** Whole soles. */
  readonly amount: number;
  readonly term: number;
}

/**
 * Changes an offer to a smaller amount or a shorter time than was approved (domain 2.3.2 row 14). From the agreement
 * the client is led back to the offer first, and the papers that were shown do not count any more (row 18). The 72
 * hours do not begin anew. A refused change leaves everything as it was.
 */
export async function changeOffer(
  held: LockedApplication,
  application: StoredApplication,
  wanted: Wanted,
  parameters: ParametersInForce,
): Promise<ApplicationOffer | Refusal> {
  const { trx, now, today } = held;
  const isSigning = application.stage === 'AGREEMENT';
  const moved = moveApplication(application.stage, isSigning ? backEvent(application) : 'offer-changed', 'client');
  if (moved.kind === 'refused') return expiredOr(application.stage, illegalTransition(moved));
  const offer = await currentOffer(held, application);
  const wrong = checkWanted(offer, wanted);
  if (wrong.length > 0) return invalidFields(wrong);
  const before = offerToday(offer, parameters, { today, now });
  if (before.kind === 'refused') return before;
  if (before.refusal) return offerRefused(before.refusal);

  const { amount, term } = wanted;
  if (isSigning) {
    await causeOrThrow(held, backEvent(application), { actor: 'client' });
    await voidAgreement(trx, application.id, now);
  }
  const { decisionId, product, validUntil } = offer;
  const changed = { decisionId, product, amount, term, businessDate: today, validUntil, now };
  await replaceOffer(trx, { ...changed, applicationId: application.id });
  await causeOrThrow(held, 'offer-changed', { actor: 'client', data: { amount, term }, change: { amount, term } });
  const replaced = await currentOffer(held, application);
  const after = offerToday(replaced, parameters, { today, now });
  return after.kind === 'refused' ? after : presentOffer(replaced, after);
}

function backEvent({ isRepeat }: StoredApplication) {
  return eventOfReturn(isRepeat);
}

async function currentOffer({ trx }: LockedApplication, { id, reference }: StoredApplication): Promise<StoredOffer> {
  const offer = await readCurrentOffer(trx, id);
  if (!offer) throw new Error(`${reference} is at its offer and has none`);
  return offer;
}

function checkWanted({ product, approved }: StoredOffer, { productId, amount, term }: Wanted): readonly FieldError[] {
  if (productId !== product.productId) return [{ field: 'productId', code: 'not_allowed' }];
  return checkApproved(approved, product, amount, term);
}
