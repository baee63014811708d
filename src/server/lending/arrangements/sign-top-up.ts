import { preferredLocale } from '#i18n/preferred-locale.ts';
import { withTopUp } from '#loan/loan-life.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import { recordSignature, type Signer } from '#server/lending/applications/store/record-signature.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { refuseOtherAct } from '#server/lending/people/start-step-up.ts';
import { readChallenge } from '#server/lending/people/store/challenge-store.ts';
import { subjectOfTopUp } from './act-to-sign.ts';
import {
  type Addendum,
  type AddendumContext,
  acceptanceOf,
  addendaOf,
  destinationOf,
  storeAddenda,
} from './top-up-addendum.ts';
import { checkAmount, notAvailable, offerOn, presentTopUp, presentTopUpOffer, pricesOf } from './top-up-pricing.ts';
import { topUpSituation } from './top-up-situation.ts';
import { endTopUp, hasExpired, readLastTopUp, type TopUpRequest } from './top-up-store.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

export type SignedTopUp = { readonly kind: 'signed'; readonly request: TopUpRequest } | Refusal;

/** The request to sign, and where it came from. */
export interface TopUpSigning extends Signer {
  readonly client: Client;
  readonly body: { readonly offerId?: string | undefined; readonly documents: readonly { readonly sha256: string }[] };
  /** It comes from the screen whose words were accepted. */
  readonly request: Request;
}

/**
 * Signs the pending top-up, under the loan's lock; the disbursement order is written in the same transaction.
 * Idempotent: signing again returns the signed top-up. If its cost or its paper has changed since the client saw it,
 * the new one must be shown first.
 */
export async function signTopUp(
  locked: LockedLoan,
  context: AddendumContext,
  parameters: ParametersInForce,
  { body, client, request: asked, ...signer }: TopUpSigning,
): Promise<SignedTopUp> {
  const { stepUp } = client;
  const { trx, loan, now, day } = locked;
  const request = loan.topUp && (await readLastTopUp(trx, locked.id));
  if (!loan.topUp || !request) return notAvailable('none-was-asked-for');
  if (loan.topUp.status === 'DISBURSING') return { kind: 'signed', request };
  if (hasExpired(request, day.date, now)) {
    await withdrawTopUp(locked, 'EXPIRED');
    return refused(410, 'top_up_expired', 'The top-up has waited too long: ask for it again.');
  }
  const priced = await pricesNow(locked, parameters, request);
  if (priced.kind === 'refused') return priced;
  const signedOffer = offerOn(locked, request.principalCents, priced.prices);
  const { offerId } = body;
  if (offerId !== undefined && offerId !== presentTopUpOffer(locked, signedOffer).offerId) {
    const current = presentTopUp(locked, request, 'ORIGINATED', parameters);
    return { ...refused(409, 'balance_changed', 'This is not what the top-up costs now.'), current };
  }
  const addenda = await addendaOf(context, trx, locked, { offer: signedOffer, prices: priced.prices });
  const shown = new Set(body.documents.map(({ sha256 }) => sha256));
  if (shown.size !== addenda.length || !addenda.every(({ sha256 }) => shown.has(sha256))) {
    return refused(409, 'document_changed', 'The addendum is not the one that stands to be signed.');
  }
  const other = await refuseOtherAct(trx, stepUp, subjectOfTopUp(request, signedOffer));
  if (other) return other;
  const orderId = uuidv4();
  // The prices of the day of signing are charged, even when others were in force at the request: the code named them.
  const topUp = { ...loan.topUp, status: 'DISBURSING', ...priced.prices } as const;
  await locked.save(withTopUp(loan, topUp), {
    kind: 'top-up-signed',
    ref: request.id,
  });
  await queueDisbursement(
    trx,
    {
      id: orderId,
      loanId: locked.id,
      personId: locked.personId,
      purpose: 'top-up',
      amountCents: request.principalCents,
      ...(await destinationOf(trx, locked, context.vault)),
      orderedOn: day.date,
      now,
    },
    sealDestinations(context.vault),
  );
  await endTopUp(trx, request.id, { status: 'SIGNED', signedOffer, orderId, challengeId: stepUp?.challengeId }, now);
  await storeAddenda(trx, context, locked, { orderId, addenda });
  await recordProof(
    locked,
    context,
    { request, addenda, acceptance: acceptanceOf(signedOffer, preferredLocale(asked, addenda.at(-1)?.language)) },
    { client, ...signer },
  );
  return { kind: 'signed', request: (await readLastTopUp(trx, locked.id)) as TopUpRequest };
}

/**
 * Checks eligibility again, because since the request the loan may have become overdue or too close to its due date,
 * the trust level may be lower, and the legal maximum of today may be below the price.
 */
async function pricesNow(locked: LockedLoan, parameters: ParametersInForce, request: TopUpRequest) {
  const situation = await topUpSituation(locked.trx, locked, parameters);
  const wrong = checkAmount(locked, situation, request.principalCents, 'principal');
  return !situation.refusal && wrong ? notAvailable(wrong.code) : pricesOf(situation);
}

async function recordProof(
  { trx, id: loanId, personId }: LockedLoan,
  context: AddendumContext,
  signed: { readonly request: TopUpRequest; readonly addenda: readonly Addendum[]; readonly acceptance: string },
  { client, ...signer }: Pick<TopUpSigning, 'client'> & Signer,
): Promise<void> {
  const { request, addenda: documents, acceptance } = signed;
  const challenge = client.stepUp && (await readChallenge(trx, client.stepUp.challengeId));
  if (!challenge) return;
  const subject = { agreement_id: null, top_up_id: request.id };
  const acceptances = [acceptance];
  await recordSignature(trx, context, { personId, loanId, subject, challenge, documents, acceptances }, signer);
}
