import type * as z from 'zod';
import type { FieldError } from '#api/errors.ts';
import type { Fee } from '#loan/fees.ts';
import type { FlexSettings } from '#loan/flex-pay.ts';
import type { Account } from '#loan/ledger.ts';
import type { LoanPolicy } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import { COMPONENTS } from '#loan/obligation.ts';
import type { PlanSettings } from '#loan/payment-plan.ts';
import type { TaxRules } from '#loan/taxed-lines.ts';
import type { TrustEventName, TrustSettings } from '#loan/trust-level.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import type { ParameterRow } from './parameter-store.ts';
import type { RequirementsPolicy, UnderwritingPolicy } from './policy.ts';
import { POLICY_SCHEMAS } from './policy-schemas.ts';

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
  /** Roles of colleagues that a password and a code open nothing for. */
  readonly passkeyRoles: readonly Role[];
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
    /** As the tax authority has it registered. */
    readonly name: string;
    readonly tradeName?: string | undefined;
    /** Six digits of catalogue 13. */
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

export type PolicyKey = keyof typeof POLICY_SCHEMAS;
type Stored<Value> = Value extends readonly (infer Item)[]
  ? readonly Stored<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Stored<Value[Name]> }
    : Value;
/** Every policy as its row stores it. */
export type StoredPolicies = { readonly [Key in PolicyKey]: Stored<z.input<(typeof POLICY_SCHEMAS)[Key]>> };
export const POLICY_KEYS = Object.keys(POLICY_SCHEMAS) as readonly PolicyKey[];

/** A stored policy is missing, malformed or contradictory. Clients cannot cause this: an operator loaded it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  /** The figure that is wrong, where it is one. */
  readonly at: FieldError | undefined;
  constructor(message: string, at?: FieldError) {
    super(message);
    this.at = at;
  }
}

/** Assembles the rows of kind `policy` in force on one date. Throws a `PolicyError` that names the row. */
export function assemblePolicies(rows: readonly ParameterRow[]): Policies {
  const late = read(rows, 'late');
  const prepayment = read(rows, 'prepayment');
  const { feesCents, ...extension } = read(rows, 'extension');
  const { adminFeeCents, ...topUp } = read(rows, 'top-up');
  const { writeOffAfterDays, ...lateTerms } = late;
  const missingFee = extension.termOptions.find((days) => feesCents[String(days)] === undefined);
  if (missingFee !== undefined) {
    throw new PolicyError(`Policy extension: no fee for ${missingFee} days.`, { field: 'feesCents', code: 'required' });
  }
  const { order } = read(rows, 'allocation');
  if (new Set(order).size !== COMPONENTS.length) {
    const at = { field: 'order', code: 'duplicate' } as const;
    throw new PolicyError('Policy allocation: each component must stand in the order, once.', at);
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
    passkeyRoles: read(rows, 'passkeys').requiredFor,
    chart: chartOf(rows),
    retention: read(rows, 'retention'),
    tax: taxOf(rows),
    dataOfficer: officerOf(read(rows, 'data-officer')),
  };
}

function officerOf(named: DataOfficer): DataOfficer | undefined {
  return named.name === '' ? undefined : named;
}

/** Roles that must sign in with a passkey: none once the policy has ended, because somebody has to be let in to mend it. */
export function passkeyRolesOf(rows: readonly ParameterRow[]): readonly Role[] {
  const isInForce = rows.some(({ kind, key }) => kind === 'policy' && key === 'passkeys');
  return isInForce ? read(rows, 'passkeys').requiredFor : [];
}

/** Issuer and rules of tax documents among the rows in force on a date. */
export function taxOf(rows: readonly ParameterRow[]): TaxPolicy {
  return read(rows, 'tax-documents');
}

/** The lender's accounts among the rows in force on a date: books of a past day keep the codes of that day. */
export function chartOf(rows: readonly ParameterRow[]): ChartOfAccounts {
  return read(rows, 'chart-of-accounts');
}

/** The schema of a policy, with the words of its figures. */
export function policySchema(key: string): z.ZodType | undefined {
  return Object.hasOwn(POLICY_SCHEMAS, key) ? POLICY_SCHEMAS[key as PolicyKey] : undefined;
}

/** Validates a single row with its schema. Throws a `PolicyError` that names it. */
export function assertPolicy({ key, value }: ParameterRow): void {
  const schema = policySchema(key);
  if (!schema) throw new PolicyError(`Policy ${key}: a policy is one of ${POLICY_KEYS.join(', ')}.`);
  parsedValue(schema, key, value);
}

function trustOf({ points, levels }: z.output<(typeof POLICY_SCHEMAS)['trust']>): TrustSettings {
  return {
    points: points as Record<TrustEventName, number>,
    levels: levels
      .map(({ fromPoints = Number.NEGATIVE_INFINITY, ...level }) => ({ ...level, fromPoints }))
      .sort((a, b) => a.fromPoints - b.fromPoints),
  };
}

function read<Key extends PolicyKey>(rows: readonly ParameterRow[], key: Key): z.output<(typeof POLICY_SCHEMAS)[Key]> {
  const row = rows.find((candidate) => candidate.kind === 'policy' && candidate.key === key);
  if (!row) throw new PolicyError(`No parameter: policy ${key}.`);
  return parsedValue(POLICY_SCHEMAS[key], key, row.value) as z.output<(typeof POLICY_SCHEMAS)[Key]>;
}

function parsedValue(schema: z.ZodType, key: string, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PolicyError(`Policy ${key}: ${issue?.path.join('.') || 'value'}: ${issue?.message}.`);
}
