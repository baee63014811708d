import { withTopUp } from '#loan/loan-life.ts';
import type { Cents } from '#loan/money.ts';
import type { Refusal } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { priceTopUp } from './top-up-pricing.ts';
import { hasExpired, insertTopUp, readLastTopUp, type TopUpRequest } from './top-up-store.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

/** Time to sign a requested top-up (domain 2.15). */
const WAITS_MS = 24 * 3_600_000;

export type RequestedTopUp = { readonly kind: 'requested'; readonly request: TopUpRequest } | Refusal;

/**
 * Creates a top-up request, under the loan's lock. The same amount again returns the pending request; another amount
 * replaces it (domain 2.15).
 */
export async function requestTopUp(
  locked: LockedLoan,
  parameters: ParametersInForce,
  amountCents: Cents,
): Promise<RequestedTopUp> {
  const { trx, now, day } = locked;
  const waiting = await pendingTopUp(locked);
  if (waiting?.principalCents === amountCents) return { kind: 'requested', request: waiting };
  const priced = await priceTopUp(trx, locked, parameters, { amountCents, field: 'principal' });
  if (priced.kind === 'refused') return priced;
  if (waiting) await withdrawTopUp(locked);
  const { offer, prices } = priced;
  const request = {
    id: uuidv7(now),
    loanId: locked.id,
    offer,
    requestedOn: day.date,
    requestedAt: now,
    expiresAt: now + WAITS_MS,
  };
  const topUp = { status: 'ORIGINATED', principalCents: amountCents, ...prices } as const;
  await locked.save(withTopUp(locked.loan, topUp), { kind: 'top-up-requested', ref: request.id });
  await insertTopUp(trx, request);
  return { kind: 'requested', request: (await readLastTopUp(trx, locked.id)) as TopUpRequest };
}

/** The top-up that is not signed yet; an expired one is withdrawn first. */
async function pendingTopUp(locked: LockedLoan): Promise<TopUpRequest | undefined> {
  if (locked.loan.topUp?.status !== 'ORIGINATED') return undefined;
  const request = await readLastTopUp(locked.trx, locked.id);
  if (!request || !hasExpired(request, locked.day.date, locked.now)) return request;
  await withdrawTopUp(locked, 'EXPIRED');
  return undefined;
}
