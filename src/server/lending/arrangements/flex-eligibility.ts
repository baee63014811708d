import type { Kysely } from 'kysely';
import { arrangementHistory } from '#loan/arrangement-history.ts';
import type { FlexSituation } from '#loan/flex-pay.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { isFlexOffered } from './arrangement-store.ts';

/** The facts beside lateness that open flex pay to a loan (domain 2.14): a plan that broke, or an offer of staff. */
export async function flexSituation(
  db: Kysely<Tables>,
  { id, loan, day }: LoanSnapshot,
): Promise<Pick<FlexSituation, 'hasBrokenPlan' | 'offeredByStaff'>> {
  const { plans } = arrangementHistory(loan, day);
  return {
    hasBrokenPlan: plans.some(({ status }) => status === 'BROKEN'),
    offeredByStaff: await isFlexOffered(db, id, day.date),
  };
}
