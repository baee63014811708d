import { type AgePolicy, STANDARD_AGE_POLICY } from '#loan/age.ts';

/**
 * The underwriting policy. A dated parameter: the policy in force when a decision was taken is stored with it, so that
 * the decision can be reproduced years later.
 */
export interface UnderwritingPolicy {
  readonly age: AgePolicy;
  /** The share of the declared net income that one month's instalments may take (domain 2.3.2 row 6). */
  readonly maxInstalmentPercent: number;
  /** Applications with fewer points go to manual review. */
  readonly scoreThreshold: number;
  /** Prefixes of INEI codes where the lender does not lend: `15` a department, `150101` a district. */
  readonly blockedRegions: readonly string[];
  readonly refusedIncomeSources: readonly string[];
  /** Amounts in whole soles above which a document must prove the income. */
  readonly incomeProofAbove: number;
  /** Amounts in whole soles up to which no picture of the document is needed (row 5). */
  readonly identityFreeUpTo: number;
  readonly maxApplicationsIn30Days: number;
  /**
   * Days late of a loan in the last two years: above this the application goes to manual review, far above it is
   * refused.
   */
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
