import * as z from 'zod';
import { rucNumber } from '#api/field-rules/ruc.ts';
import { OPTION_LISTS } from '#api/options.ts';
import { REVIEW_REQUEST_DAYS } from '#loan/application-decisions.ts';
import type { Fee } from '#loan/fees.ts';
import type { FlexSettings } from '#loan/flex-pay.ts';
import { ACCOUNTS, type Account } from '#loan/ledger.ts';
import type { LoanPolicy } from '#loan/loan.ts';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import { COMPONENTS } from '#loan/obligation.ts';
import { PAYMENT_CHANNELS, type PlanSettings } from '#loan/payment-plan.ts';
import {
  CHECK_KINDS,
  CHECK_NEEDS,
  CHOSEN_FIELDS,
  isWholeTable,
  MAX_REFEREES,
  REQUIRED_PAPERS,
} from '#loan/requirements.ts';
import type { TaxRules } from '#loan/taxed-lines.ts';
import { TRUST_EVENTS, type TrustEventName, type TrustSettings } from '#loan/trust-level.ts';
import type { ParameterRow } from './parameter-store.ts';
import { type RequirementsPolicy, SCORE_LINES, type UnderwritingPolicy } from './policy.ts';

/** The rules of a loan other than its price, as in force on one date (domain 2.10–2.16). */
export interface Policies {
  /** Frozen into the contract of a loan that is signed on this date. */
  readonly loan: LoanPolicy;
  readonly plan: PlanSettings;
  readonly flex: FlexSettings;
  readonly trust: TrustSettings;
  /** Eligibility, and the share of a month's income that a loan may take. */
  readonly underwriting: UnderwritingPolicy;
  readonly requirements: RequirementsPolicy;
  /** Before IGV, by days. */
  readonly extensionFees: ReadonlyMap<number, Cents>;
  readonly topUpFees: readonly Fee[];
  /** Credit up to this amount stays on the account; more is refunded when the client asks (domain 2.11.5). */
  readonly keptCreditCents: Cents;
  /** A debt in default for more than these days may be written off. */
  readonly writeOffAfterDays: number;
  readonly payment: PaymentPolicy;
  readonly codes: CodePolicy;
  /** Above it two accounts approve, refund, match, return and settle (decision 0141). */
  readonly fourEyesAboveCents: Cents;
  /** Up to it one account says that unidentified money is the loan's of the one client whose name the bank gives. */
  readonly smallMatchCents: Cents;
  readonly chart: ChartOfAccounts;
  readonly retention: RetentionPolicy;
  readonly tax: TaxPolicy;
  /** Undefined until the lender has named one. */
  readonly dataOfficer: DataOfficer | undefined;
}

/** The person who answers for personal data (DS 016-2024-JUS), as the notice and the site name them. */
export interface DataOfficer {
  readonly name: string;
  /** E-mail, telephone or address. */
  readonly contact: string;
}

/**
 * Who issues tax documents and by which rules: a reading of public sources, which the lender's accountant confirms
 * before the first real document. Certificate and line to the tax authority are settings of the service.
 */
export interface TaxPolicy extends TaxRules {
  readonly issuer: {
    readonly ruc: string;
    readonly name: string;
    readonly tradeName?: string | undefined;
    readonly ubigeo: string;
    readonly address: string;
    readonly district: string;
    readonly province: string;
    readonly department: string;
  };
  readonly series: { readonly receipt: string; readonly creditNote: string };
  /** Whether documents go to the tax authority one by one, or in a summary of their day. */
  readonly sending: 'ALONE' | 'SUMMARY';
}

/** Names of our accounts in the lender's own books. */
export type ChartOfAccounts = Readonly<Record<Account, { readonly code: string; readonly name: string }>>;

/**
 * How many days what has come to nothing is kept (decisions 0146 and 0124). The privacy page says the same in words.
 */
export interface RetentionPolicy {
  /** Papers of an application that the client cancelled or left. */
  readonly abandonedApplicationDays: number;
  /** Papers of one that was refused. */
  readonly refusedApplicationDays: number;
  /** A flag of fraud whose person was erased, or was never known here; from the flag on. */
  readonly fraudFlagDays: number;
}

/** Cost that codes may reach before somebody looks (decision 0117). */
export interface CodePolicy {
  /** So many codes in an hour, to everybody together, are a task for staff; none is refused. */
  readonly alarmPerHour: number;
}

/**
 * Limits of a payment and how long it waits for its money (domain 2.11.1). Money that arrives later is accepted too.
 */
export interface PaymentPolicy {
  readonly minCents: Cents;
  readonly cardMaxCents: Cents;
  readonly codeMinCents: Cents;
  readonly codeMaxCents: Cents;
  readonly cardMinutes: number;
  readonly codeHours: number;
  readonly transferHours: number;
}

const whole = z.int().nonnegative();
const money = whole.transform((amount): Cents => cents(amount));
/** `16.97`: rates are stored as decimal text, so that no database or driver changes their precision. */
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'expected a percent as text, like "16.97"')
  .transform(Number);
/** A text of one line without blanks at its ends. */
const line = z.string().regex(/^\S(?:.*\S)?$/u, 'expected one line without blanks at its ends');
const series = z.string().regex(/^B[A-Z0-9]{3}$/, 'expected B and three more letters or digits');
const counted = z.record(z.string().regex(/^[1-9]\d{0,2}$/), money);

const SCHEMAS = {
  late: z.strictObject({
    moratoryPercent: percent,
    moratoryCapPercent: percent,
    countsFrom: z.enum(['DUE_DATE', 'EFFECTIVE_DUE_DATE']),
    toleranceCents: money,
    defaultAfterDays: whole.positive(),
    writeOffAfterDays: whole.positive(),
  }),
  prepayment: z.strictObject({
    changedMyMindDays: z.optional(whole),
    advanceUpToInstallments: whole,
    defaultMode: z.enum(PREPAYMENT_MODES),
    keptCreditCents: money,
  }),
  allocation: z.strictObject({ order: z.array(z.enum(COMPONENTS)) }),
  extension: z.strictObject({
    termOptions: z.array(whole.positive()).min(1),
    maxConsecutive: whole,
    maxTotalDays: whole,
    maxDaysPastDue: whole,
    toleranceCents: money,
    feesCents: counted,
  }),
  'top-up': z.strictObject({
    minDaysElapsed: whole,
    minDaysToDueDate: whole,
    stepCents: money,
    adminFeeCents: money,
  }),
  plan: z.strictObject({
    minItems: whole.positive(),
    maxItems: whole.positive(),
    itemStep: whole.positive(),
    minPaymentCents: money,
    channels: z.array(z.enum(PAYMENT_CHANNELS)).min(1),
    allowedDays: whole.positive(),
    atRiskAfterBusinessDays: whole,
    brokenAfterDays: whole,
    hardshipDays: whole,
    maxBrokenPlans: whole,
  }),
  flex: z.strictObject({
    minPaymentCents: money,
    periodDays: whole.positive(),
    periods: whole.positive(),
    endedAfterDays: whole,
    minDaysPastDue: whole,
    settlementDiscountPercent: whole.max(100),
  }),
  payment: z.strictObject({
    minCents: money,
    cardMaxCents: money,
    codeMinCents: money,
    codeMaxCents: money,
    cardMinutes: whole.positive(),
    codeHours: whole.positive(),
    transferHours: whole.positive(),
  }),
  codes: z.strictObject({ alarmPerHour: whole.positive() }),
  'four-eyes': z.strictObject({ aboveCents: money }),
  'small-match': z.strictObject({ upToCents: money }),
  retention: z.strictObject({
    abandonedApplicationDays: whole.positive(),
    // Until then a refusal can be reviewed.
    refusedApplicationDays: whole.min(REVIEW_REQUEST_DAYS + 1),
    fraudFlagDays: whole.positive(),
  }),
  'tax-documents': z.strictObject({
    issuer: z.strictObject({
      ruc: z.string().refine((text) => rucNumber.check(text) === undefined, 'expected a RUC with its check digit'),
      name: line.min(3).max(100),
      tradeName: z.optional(line.max(100)),
      ubigeo: z.string().regex(/^\d{6}$/),
      address: line.min(3).max(200),
      district: line.min(2).max(30),
      province: line.min(2).max(30),
      department: line.min(2).max(30),
    }),
    series: z
      .strictObject({ receipt: series, creditNote: series })
      .refine(({ receipt, creditNote }) => receipt !== creditNote, 'each kind of document has a series of its own'),
    sending: z.enum(['ALONE', 'SUMMARY']),
    dayZeroFees: z.enum(['DUE_DATE', 'DISBURSEMENT']),
    lateInterest: z.enum(['MONTH_END', 'PAYMENT']),
    writeOff: z.enum(['KEEPS', 'TAKES_BACK']),
  }),
  // Both stay empty until the lender has named somebody.
  'data-officer': z
    .strictObject({ name: z.string().trim().max(120), contact: z.string().trim().max(160) })
    .refine(({ name, contact }) => (name === '') === (contact === ''), 'a name and a contact belong together'),
  'chart-of-accounts': z.record(
    z.enum(ACCOUNTS),
    z.strictObject({ code: z.string().regex(/^\d{2,12}$/), name: z.string().trim().min(1).max(100) }),
  ),
  underwriting: z.strictObject({
    age: z.strictObject({ minAge: whole.min(18), maxAgeAtMaturity: whole }),
    maxInstalmentPercent: whole.positive().max(100),
    blockedRegions: z.array(z.string().regex(/^\d{2}(\d{2}){0,2}$/)),
    refusedIncomeSources: z.array(z.enum(OPTION_LISTS.IncomeSource)),
    maxApplicationsIn30Days: whole.positive(),
    referDaysLate: whole,
    refuseDaysLate: whole,
  }),
  requirements: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          upTo: z.optional(whole.positive()),
          fields: z.array(z.enum(CHOSEN_FIELDS)),
          referees: whole.max(MAX_REFEREES),
          papers: z.array(z.enum(REQUIRED_PAPERS)),
          checks: z.record(z.enum(CHECK_KINDS), z.enum(CHECK_NEEDS)),
        }),
      )
      .refine(isWholeTable, 'amounts must grow from row to row, and the last row has no upTo'),
    score: z.strictObject({ passPercent: whole.max(100), weights: z.record(z.enum(SCORE_LINES), whole) }),
  }),
  trust: z.strictObject({
    points: z.record(z.enum(TRUST_EVENTS), z.int()),
    levels: z
      .array(
        z.strictObject({
          level: whole.positive(),
          /** Absent for the lowest level, which begins where points begin. */
          fromPoints: z.optional(z.int()),
          maxSinglePayCents: money,
          techFeeDiscountPercent: whole.max(100),
        }),
      )
      .min(1),
  }),
} as const;
export type PolicyKey = keyof typeof SCHEMAS;
type Stored<Value> = Value extends readonly (infer Item)[]
  ? readonly Stored<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Stored<Value[Name]> }
    : Value;
/** Every policy as its row stores it. */
export type StoredPolicies = { readonly [Key in PolicyKey]: Stored<z.input<(typeof SCHEMAS)[Key]>> };
export const POLICY_KEYS = Object.keys(SCHEMAS) as readonly PolicyKey[];

/** A stored policy is missing, malformed or contradictory. Clients cannot cause this: an operator loaded it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** Assembles the rows of kind `policy` in force on one date. Throws a `PolicyError` that names the row. */
export function assemblePolicies(rows: readonly ParameterRow[]): Policies {
  const late = read(rows, 'late');
  const prepayment = read(rows, 'prepayment');
  const { feesCents, ...extension } = read(rows, 'extension');
  const { adminFeeCents, ...topUp } = read(rows, 'top-up');
  const { writeOffAfterDays, ...lateTerms } = late;
  const missingFee = extension.termOptions.find((days) => feesCents[String(days)] === undefined);
  if (missingFee !== undefined) throw new PolicyError(`Policy extension: no fee for ${missingFee} days.`);
  const { order } = read(rows, 'allocation');
  if (new Set(order).size !== COMPONENTS.length) {
    throw new PolicyError('Policy allocation: each component must stand in the order, once.');
  }
  return {
    loan: {
      late: lateTerms,
      changedMyMindDays: prepayment.changedMyMindDays,
      advanceUpToInstallments: prepayment.advanceUpToInstallments,
      defaultPrepaymentMode: prepayment.defaultMode,
      allocationOrder: order,
      extension,
      topUp,
    },
    plan: read(rows, 'plan'),
    flex: read(rows, 'flex'),
    trust: trustOf(read(rows, 'trust')),
    underwriting: read(rows, 'underwriting'),
    requirements: read(rows, 'requirements'),
    extensionFees: new Map(Object.entries(feesCents).map(([days, fee]) => [Number(days), fee])),
    topUpFees: [{ name: 'adminFee', kind: 'flat', netCents: adminFeeCents, discountCents: cents(0) }],
    keptCreditCents: prepayment.keptCreditCents,
    writeOffAfterDays,
    payment: read(rows, 'payment'),
    codes: read(rows, 'codes'),
    fourEyesAboveCents: read(rows, 'four-eyes').aboveCents,
    smallMatchCents: read(rows, 'small-match').upToCents,
    chart: chartOf(rows),
    retention: read(rows, 'retention'),
    tax: taxOf(rows),
    dataOfficer: officerOf(read(rows, 'data-officer')),
  };
}

function officerOf(named: DataOfficer): DataOfficer | undefined {
  return named.name === '' ? undefined : named;
}

/** Issuer and rules of tax documents among the rows in force on a date. */
export function taxOf(rows: readonly ParameterRow[]): TaxPolicy {
  return read(rows, 'tax-documents');
}

/** The lender's accounts among the rows in force on a date: books of a past day keep the codes of that day. */
export function chartOf(rows: readonly ParameterRow[]): ChartOfAccounts {
  return read(rows, 'chart-of-accounts');
}

/** Validates a single row with its schema. Throws a `PolicyError` that names it. */
export function assertPolicy({ key, value }: ParameterRow): void {
  const schema = POLICY_KEYS.includes(key as PolicyKey) ? SCHEMAS[key as PolicyKey] : undefined;
  if (!schema) throw new PolicyError(`Policy ${key}: a policy is one of ${POLICY_KEYS.join(', ')}.`);
  parsedValue(schema, key, value);
}

function trustOf({ points, levels }: z.output<(typeof SCHEMAS)['trust']>): TrustSettings {
  return {
    points: points as Record<TrustEventName, number>,
    levels: levels.map(({ fromPoints = Number.NEGATIVE_INFINITY, ...level }) => ({ ...level, fromPoints })),
  };
}

function read<Key extends PolicyKey>(rows: readonly ParameterRow[], key: Key): z.output<(typeof SCHEMAS)[Key]> {
  const row = rows.find((candidate) => candidate.kind === 'policy' && candidate.key === key);
  if (!row) throw new PolicyError(`No parameter: policy ${key}.`);
  return parsedValue(SCHEMAS[key], key, row.value) as z.output<(typeof SCHEMAS)[Key]>;
}

function parsedValue(schema: z.ZodType, key: string, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PolicyError(`Policy ${key}: ${issue?.path.join('.') || 'value'}: ${issue?.message}.`);
}
