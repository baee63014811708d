import { type AgePolicy, STANDARD_AGE_POLICY } from '#loan/age.ts';

/**
 * What the lender has decided about whom it lends to. A dated parameter: the policy in force when a decision was taken is
 * stored with it, so that the decision can be repeated years later.
 */
export interface UnderwritingPolicy {
  readonly age: AgePolicy;
  /** Of the declared net income, what one month's instalments may take (domain 2.3.2 row 6). */
  readonly maxInstalmentPercent: number;
  /** Fewer points than this are looked at by people. */
  readonly scoreThreshold: number;
  /** Beginnings of INEI codes where the lender does not lend: `15` a department, `150101` a district. */
  readonly blockedRegions: readonly string[];
  readonly refusedIncomeSources: readonly string[];
  /** Amounts in whole soles above which a paper proves the income. */
  readonly incomeProofAbove: number;
  /** Amounts in whole soles up to which no picture of the document is needed (row 5). */
  readonly identityFreeUpTo: number;
  readonly maxApplicationsIn30Days: number;
  /** Days a loan of ours may have been late in two years: more is looked at by people, much more is refused. */
  readonly referDaysLate: number;
  readonly refuseDaysLate: number;
}

export const STANDARD_UNDERWRITING_POLICY: UnderwritingPolicy = {
  age: STANDARD_AGE_POLICY,
  maxInstalmentPercent: 35,
  scoreThreshold: 40,
  blockedRegions: [],
  refusedIncomeSources: [],
  incomeProofAbove: 3_000,
  identityFreeUpTo: 1_000,
  maxApplicationsIn30Days: 3,
  referDaysLate: 15,
  refuseDaysLate: 60,
};
