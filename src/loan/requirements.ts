/** The checks that a provider outside can make of an applicant. */
export const CHECK_KINDS = ['identity', 'account-holder', 'bureau'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** A provider that was asked about an applicant, and its checks; empty when nobody was asked. */
export interface Consulted {
  readonly provider: string;
  readonly kinds: readonly CheckKind[];
}

/**
 * `WITH_PROVIDER`: asked where the lender has somebody to ask. `ALWAYS`: without an answer a person decides, also where
 * there is nobody to ask.
 */
export const CHECK_NEEDS = ['NEVER', 'WITH_PROVIDER', 'ALWAYS'] as const;
export type CheckNeed = (typeof CHECK_NEEDS)[number];

/** Questions of the form that an amount may do without. All others are always asked. */
export const CHOSEN_FIELDS = [
  'streetType',
  'residenceStatus',
  'timeAtAddressMonths',
  'lengthOfIncome',
  'employerName',
  'monthlyExpenses',
  'otherLoanPayments',
  'monthlyFree',
  'payday',
  'bankAccountType',
] as const;
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** Papers that prove what was said: pictures of document and face, a proof of income. */
export const REQUIRED_PAPERS = ['identity-pictures', 'income-proof'] as const;
export type RequiredPaper = (typeof REQUIRED_PAPERS)[number];

/** The most referees (people who know the applicant) that may be asked for. */
export const MAX_REFEREES = 2;

/** The requirements of an amount (decision 0148). */
export interface Requirements {
  readonly fields: readonly ChosenField[];
  /** The number of people who know the applicant. */
  readonly referees: number;
  readonly papers: readonly RequiredPaper[];
  readonly checks: Readonly<Record<CheckKind, CheckNeed>>;
}

/**
 * A row of the dated table, for amounts above the row before and up to this many whole soles; the last row has no end.
 */
export interface RequirementRow extends Requirements {
  readonly upTo?: number | undefined;
}

/**
 * Finds what an amount in whole soles requires: the first row that reaches it. With rows up to 500, up to 1.000 and the
 * rest: 500 → the first, 501 → the second, 1.001 → the last.
 */
export function requirementsFor(rows: readonly RequirementRow[], amount: number): Requirements {
  const row = rows.find(({ upTo }) => upTo === undefined || amount <= upTo);
  if (!row) throw new RangeError(`no row of the requirements reaches ${amount}`);
  return row;
}

/**
 * Finds the amount in whole soles above which something is asked. 0: always asked; undefined: never asked. With
 * referees in the second row and the first up to 500 → 500.
 */
export function askedAbove(
  rows: readonly RequirementRow[],
  isAsked: (requirements: Requirements) => boolean,
): number | undefined {
  const first = rows.findIndex(isAsked);
  return first === -1 ? undefined : (rows[first - 1]?.upTo ?? 0);
}

/** Checks that the rows grow and the last one does not end, so that each amount has exactly one. */
export function isWholeTable(rows: readonly RequirementRow[]): boolean {
  const ends = rows.map(({ upTo }) => upTo ?? Number.POSITIVE_INFINITY);
  return ends.at(-1) === Number.POSITIVE_INFINITY && ends.every((end, k) => k === 0 || end > (ends[k - 1] as number));
}
