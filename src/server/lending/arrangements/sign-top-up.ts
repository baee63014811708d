import { randomUUID } from 'node:crypto';
import { withTopUp } from '#loan/loan-life.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import type { Vault } from '#server/kit/vault.ts';
import { laterDestination } from '#server/lending/applications/account-in-use.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { openDestinations, sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { refuseOtherAct } from '#server/lending/people/start-step-up.ts';
import { subjectOfTopUp } from './act-to-sign.ts';
import { checkAmount, notAvailable, offerOn, presentTopUp, presentTopUpOffer, pricesOf } from './top-up-pricing.ts';
import { topUpSituation } from './top-up-situation.ts';
import { endTopUp, hasExpired, readLastTopUp, type TopUpRequest } from './top-up-store.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

export type SignedTopUp = { readonly kind: 'signed'; readonly request: TopUpRequest } | Refusal;

/**
 * Signs the pending top-up, under the loan's lock. The disbursement order is written in the same transaction. Idempotent:
 * signing again returns the signed top-up.
 * @param offerId what the client saw; when it costs something else by now, that is shown first
 * @param stepUp the proof that proves who signed what
 */
export async function signTopUp(
  locked: LockedLoan,
  { parameters, vault }: { readonly parameters: ParametersInForce; readonly vault: Vault },
  offerId: string | undefined,
  stepUp: Client['stepUp'],
): Promise<SignedTopUp> {
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
  if (offerId !== undefined && offerId !== presentTopUpOffer(locked, signedOffer).offerId) {
    const current = presentTopUp(locked, request, 'ORIGINATED', parameters);
    return { ...refused(409, 'balance_changed', 'This is not what the top-up costs now.'), current };
  }
  const other = await refuseOtherAct(trx, stepUp, subjectOfTopUp(request, signedOffer));
  if (other) return other;
  const orderId = randomUUID();
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
      ...(await destinationOf(locked, vault)),
      orderedOn: day.date,
      now,
    },
    sealDestinations(vault),
  );
  await endTopUp(trx, request.id, { status: 'SIGNED', signedOffer, orderId, challengeId: stepUp?.challengeId }, now);
  return { kind: 'signed', request: (await readLastTopUp(trx, locked.id)) as TopUpRequest };
}

/**
 * Checks eligibility again: since the request the loan may be overdue, too close to its due date, or the level lower,
 * and the legal maximum of today may be below the price.
 */
async function pricesNow(locked: LockedLoan, parameters: ParametersInForce, request: TopUpRequest) {
  const situation = await topUpSituation(locked.trx, locked, parameters);
  const wrong = checkAmount(locked, situation, request.principalCents, 'principal');
  return !situation.refusal && wrong ? notAvailable(wrong.code) : pricesOf(situation);
}

/** Where the loan itself was paid to, which is proved to be the client's; or what they have named in their settings since. */
async function destinationOf({ trx, id, personId }: LockedLoan, vault: Vault) {
  const confirmed = (await readOrders(trx, id)).findLast(({ status }) => status === 'CONFIRMED');
  if (!confirmed) throw new Error(`loan ${id} was never paid out`);
  const later = await laterDestination(trx, vault, { personId, after: confirmed.createdAt });
  if (later) return { destination: later.destination, notBefore: later.usableAt.getTime() };
  return { destination: await openDestinations(trx, vault)(confirmed) };
}
