import type { Kysely } from 'kysely';
import { arrangementHistory } from '#loan/arrangement-history.ts';
import type { FlexSituation } from '#loan/flex-pay.ts';
import type { LoanSeen } from './loan-seen.ts';
import { isFlexOffered } from './store/arrangement-store.ts';
import type { LendingTables } from './store/tables.ts';

/** What opens flex pay to a loan beside its lateness (domain 2.14): a plan that broke, or an offer of staff. */
export async function flexSituation(
  db: Kysely<LendingTables>,
  { id, loan, today, isBusinessDay }: LoanSeen,
): Promise<Pick<FlexSituation, 'hasBrokenPlan' | 'offeredByStaff'>> {
  const { plans } = arrangementHistory(loan, today, isBusinessDay);
  return {
    hasBrokenPlan: plans.some(({ status }) => status === 'BROKEN'),
    offeredByStaff: await isFlexOffered(db, id, today),
  };
}
