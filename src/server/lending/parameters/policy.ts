import type { OptionCode } from '#api/options.ts';
import { type AgePolicy, STANDARD_AGE_POLICY } from '#loan/age.ts';
import { CHOSEN_FIELDS, type RequirementRow } from '#loan/requirements.ts';

/**
 * The underwriting policy: a dated parameter. The policy in force when a decision was taken is stored with it, so that
 * the decision can be reproduced years later.
 */
export interface UnderwritingPolicy {
  readonly age: AgePolicy;
  /** The share of the declared net income that one month's instalments may take (domain 2.3.2 row 6). */
  readonly maxInstalmentPercent: number;
  /** Prefixes of INEI codes where the lender does not lend: `15` a department, `150101` a district. */
  readonly blockedRegions: readonly string[];
  readonly refusedIncomeSources: readonly OptionCode<'IncomeSource'>[];
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
  blockedRegions: [],
  refusedIncomeSources: [],
  maxApplicationsIn30Days: 3,
  referDaysLate: 15,
  refuseDaysLate: 60,
};

/** The lines of the score, and the most points that each can bring. */
export const SCORE_LINES = [
  'incomeSource',
  'incomeLength',
  'residence',
  'timeAtAddress',
  'device',
  'burden',
  'history',
  'bureau',
] as const;
export type ScoreLineName = (typeof SCORE_LINES)[number];

/** Demands by amount, and the weights of the answers (decision 0148). */
export interface RequirementsPolicy {
  readonly rows: readonly RequirementRow[];
  readonly score: ScoreSettings;
}

export interface ScoreSettings {
  /** Of the points that the answers could have brought; applications with less go to manual review. */
  readonly passPercent: number;
  readonly weights: Readonly<Record<ScoreLineName, number>>;
}

const EVERYTHING: RequirementRow = {
  // Income and expenses one by one, in place of what is left.
  fields: CHOSEN_FIELDS.filter((field) => field !== 'monthlyFree'),
  referees: 2,
  papers: [],
  checks: { identity: 'WITH_PROVIDER', 'account-holder': 'WITH_PROVIDER', bureau: 'WITH_PROVIDER' },
};

/** Questions that decide, and one person through whom somebody can be reached: 26 questions with the account's and the pictures. */
const ENOUGH: RequirementRow = {
  ...EVERYTHING,
  fields: ['residenceStatus', 'timeAtAddressMonths', 'lengthOfIncome', 'monthlyExpenses', 'otherLoanPayments'],
  referees: 1,
};

export const STANDARD_REQUIREMENTS: RequirementsPolicy = {
  rows: [
    // Enough to know who it is, where the money goes and whether it can be paid back.
    {
      upTo: 500,
      fields: ['monthlyFree'],
      referees: 0,
      papers: [],
      checks: { ...EVERYTHING.checks, bureau: 'NEVER' },
    },
    { ...ENOUGH, upTo: 1_000 },
    { ...ENOUGH, upTo: 3_000, papers: ['identity-pictures'] },
    { ...EVERYTHING, papers: ['identity-pictures', 'income-proof'] },
  ],
  score: {
    passPercent: 32,
    weights: {
      incomeSource: 20,
      incomeLength: 20,
      residence: 15,
      timeAtAddress: 10,
      device: 10,
      burden: 20,
      history: 30,
      bureau: 20,
    },
  },
};
