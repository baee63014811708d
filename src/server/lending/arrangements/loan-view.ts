import type { Kysely } from 'kysely';
import type { LoanBody } from '#api/loan-body.ts';
import { isDisbursed } from '#loan/loan.ts';
import { standingOn } from '#loan/standing.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { type PayoutWait, readPayoutWait } from '#server/lending/payouts/disbursement-store.ts';
import { readPaymentChannel } from './arrangement-store.ts';
import { isTopUpAvailable, presentLoan } from './present-loan.ts';
import { topUpSituation } from './top-up-situation.ts';

/** The answer about one loan: what GET /loan/active says, and whatever changes the loan says afterwards. */
export interface LoanView {
  readonly topUpAvailable: boolean;
  readonly loan: LoanBody;
}

/** @param db the current transaction when the loan is locked, because an embedded database has one connection */
export async function viewLoan(
  db: Kysely<Tables>,
  snapshot: LoanSnapshot,
  parameters: ParametersInForce,
): Promise<LoanView> {
  const topUp = await topUpSituation(db, snapshot, parameters);
  const { loan, day } = snapshot;
  const plan = isDisbursed(loan) ? standingOn(loan, day).plan : undefined;
  const channel = plan && (await readPaymentChannel(db, plan.id));
  const wait = await payoutWait(db, snapshot);
  const payout = {
    payoutFrom: wait === undefined || wait === 'people' ? null : wait.from.toISOString(),
    ...(wait === 'people' && { payoutReviewed: true as const }),
  };
  return { topUpAvailable: isTopUpAvailable(topUp), loan: { ...presentLoan(snapshot, topUp, channel), ...payout } };
}

/** Only money that is still to be paid out can wait. */
async function payoutWait(db: Kysely<Tables>, { id, loan, now }: LoanSnapshot): Promise<PayoutWait | undefined> {
  const isPaidOut = isDisbursed(loan) && !loan.topUp;
  return isPaidOut ? undefined : readPayoutWait(db, id, now);
}
