/** What somebody outside can be asked about an applicant. */
export const CHECK_KINDS = ['identity', 'account-holder', 'bureau'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Who was asked about an applicant, and what; nobody and nothing when nobody was. */
export interface Consulted {
  readonly provider: string;
  readonly kinds: readonly CheckKind[];
}

/** `WITH_PROVIDER`: asked where there is somebody to ask. `ALWAYS`: without an answer a person decides. */
export const CHECK_NEEDS = ['NEVER', 'WITH_PROVIDER', 'ALWAYS'] as const;
export type CheckNeed = (typeof CHECK_NEEDS)[number];

/** Questions of the form that an amount may do without. All others are asked of everybody. */
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

/** The most people who know an applicant that are asked for. */
export const MAX_REFEREES = 2;

/** What an amount asks of an applicant (decision 0148). */
export interface Requirements {
  readonly fields: readonly ChosenField[];
  /** How many people who know the applicant. */
  readonly referees: number;
  readonly papers: readonly RequiredPaper[];
  readonly checks: Readonly<Record<CheckKind, CheckNeed>>;
}

/** A row of the dated table: for amounts up to this many whole soles, and above the row before; the last has no end. */
export interface RequirementRow extends Requirements {
  readonly upTo?: number | undefined;
}

/** The first row that reaches an amount in soles. Rows to 500, to 1.000, the rest: 501 → the second. */
export function requirementsFor(rows: readonly RequirementRow[], amount: number): Requirements {
  const row = rows.find(({ upTo }) => upTo === undefined || amount <= upTo);
  if (!row) throw new RangeError(`no row of the requirements reaches ${amount}`);
  return row;
}

/** Above which soles something is asked: 0 of everybody, undefined of nobody. Referees from row two on → 500. */
export function askedAbove(
  rows: readonly RequirementRow[],
  isAsked: (requirements: Requirements) => boolean,
): number | undefined {
  const first = rows.findIndex(isAsked);
  return first === -1 ? undefined : (rows[first - 1]?.upTo ?? 0);
}

/** Whether the rows grow and the last one has no end, so that each amount has exactly one. */
export function isWholeTable(rows: readonly RequirementRow[]): boolean {
  const ends = rows.map(({ upTo }) => upTo ?? Number.POSITIVE_INFINITY);
  return ends.at(-1) === Number.POSITIVE_INFINITY && ends.every((end, k) => k === 0 || end > (ends[k - 1] as number));
}
