import { withTopUp } from '#loan/loan-life.ts';
import type { Cents } from '#loan/money.ts';
import type { Refusal } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LoanInHand } from '#server/lending/loans/with-loan.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { priceTopUp } from './top-up-pricing.ts';
import { hasExpired, insertTopUp, readLastTopUp, type TopUpRequest } from './top-up-store.ts';
import { dropTopUp } from './withdraw-top-up.ts';

/** A top-up that was asked for waits this long for the signature (domain 2.15). */
const WAITS_MS = 24 * 3_600_000;

export type RequestedTopUp = { readonly kind: 'requested'; readonly request: TopUpRequest } | Refusal;

/** Notes that a client wants more, under the loan's lock. The same amount again is the top-up that waits already. */
export async function requestTopUp(
  inHand: LoanInHand,
  policies: Policies,
  amountCents: Cents,
): Promise<RequestedTopUp> {
  const { trx, now, day } = inHand;
  const waiting = await waitingTopUp(inHand);
  if (waiting?.principalCents === amountCents) return { kind: 'requested', request: waiting };
  const priced = await priceTopUp(trx, inHand, policies, { amountCents, field: 'principal' });
  if (priced.kind === 'refused') return priced;
  const { offer } = priced;
  const request = {
    id: uuidv7(now),
    loanId: inHand.id,
    offer,
    requestedOn: day.date,
    requestedAt: now,
    expiresAt: now + WAITS_MS,
  };
  const topUp = { status: 'ORIGINATED', principalCents: amountCents, fees: policies.topUpFees } as const;
  await inHand.save(withTopUp(inHand.loan, topUp), { kind: 'top-up-requested', ref: request.id });
  await insertTopUp(trx, request);
  return { kind: 'requested', request: (await readLastTopUp(trx, inHand.id)) as TopUpRequest };
}

/** The top-up that waits for the signature; one that has waited too long is let go of first. */
async function waitingTopUp(inHand: LoanInHand): Promise<TopUpRequest | undefined> {
  if (inHand.loan.topUp?.status !== 'ORIGINATED') return undefined;
  const request = await readLastTopUp(inHand.trx, inHand.id);
  if (!request || !hasExpired(request, inHand.day.date, inHand.now)) return request;
  await dropTopUp(inHand, 'EXPIRED');
  return undefined;
}
