import type { FlexProgress, FlexTerms, PlanProgress, PlanTerms } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import type { Fee } from './fees.ts';
import type { LateTerms } from './lateness.ts';
import { type Cents, cents } from './money.ts';
import { COMPONENTS, type Component, type DueGroup, type LoanRates } from './obligation.ts';
import type { Pricing, ProductType } from './product.ts';
import type { TransitionTable } from './transitions.ts';

/** Every status of a loan, in the spec's own spelling (product-spec §4, domain 2.16). */
export const LOAN_STATUSES = [
  'ORIGINATED',
  'DISBURSING',
  'DISBURSMENT_FAILED',
  'VOIDED',
  'PERFORMING',
  'PAST_DUE',
  'DEFAULTED',
  'PAYMENT_PLAN',
  'FLEX',
  'PAID',
  'WRITTEN_OFF',
] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

export const LOAN_EVENTS = [
  'disbursement-ordered',
  'disbursement-confirmed',
  'disbursement-rejected',
  'withdrawn',
  'disbursement-abandoned',
  'fell-past-due',
  'caught-up',
  'fell-into-default',
  'default-eased',
  'plan-confirmed',
  'flex-activated',
  'settled',
  'plan-resumed',
  'flex-resumed',
  'written-off',
  'write-off-reversed',
  'reopened-performing',
  'reopened-past-due',
  'reopened-defaulted',
  'reopened-payment-plan',
  'reopened-flex',
  'reopened-written-off',
] as const;
export type LoanEvent = (typeof LOAN_EVENTS)[number];

/**
 * The states of a loan (domain 2.16). A paid loan reopens when a payment is reversed, in the status it would have
 * without that payment; a broken plan or flex pay falls to the status of the original due dates, and resumes when a
 * payment in time becomes known late (decision 0030).
 */
export const LOAN_TRANSITIONS: TransitionTable<LoanStatus, LoanEvent> = {
  ORIGINATED: { 'disbursement-ordered': 'DISBURSING', withdrawn: 'VOIDED' },
  DISBURSING: {
    'disbursement-confirmed': 'PERFORMING',
    'disbursement-rejected': 'DISBURSMENT_FAILED',
    withdrawn: 'VOIDED',
  },
  DISBURSMENT_FAILED: {
    'disbursement-ordered': 'DISBURSING',
    withdrawn: 'VOIDED',
    'disbursement-abandoned': 'VOIDED',
  },
  VOIDED: {},
  PERFORMING: {
    'fell-past-due': 'PAST_DUE',
    'plan-confirmed': 'PAYMENT_PLAN',
    'plan-resumed': 'PAYMENT_PLAN',
    'flex-activated': 'FLEX',
    'flex-resumed': 'FLEX',
    settled: 'PAID',
  },
  PAST_DUE: {
    'caught-up': 'PERFORMING',
    'fell-into-default': 'DEFAULTED',
    'plan-confirmed': 'PAYMENT_PLAN',
    'plan-resumed': 'PAYMENT_PLAN',
    'flex-activated': 'FLEX',
    'flex-resumed': 'FLEX',
    settled: 'PAID',
  },
  DEFAULTED: {
    'caught-up': 'PERFORMING',
    'default-eased': 'PAST_DUE',
    'plan-confirmed': 'PAYMENT_PLAN',
    'plan-resumed': 'PAYMENT_PLAN',
    'flex-activated': 'FLEX',
    'flex-resumed': 'FLEX',
    settled: 'PAID',
    'written-off': 'WRITTEN_OFF',
  },
  PAYMENT_PLAN: {
    'caught-up': 'PERFORMING',
    'fell-past-due': 'PAST_DUE',
    'fell-into-default': 'DEFAULTED',
    'flex-resumed': 'FLEX',
    settled: 'PAID',
  },
  FLEX: {
    'caught-up': 'PERFORMING',
    'fell-past-due': 'PAST_DUE',
    'fell-into-default': 'DEFAULTED',
    'plan-resumed': 'PAYMENT_PLAN',
    settled: 'PAID',
  },
  PAID: {
    'reopened-performing': 'PERFORMING',
    'reopened-past-due': 'PAST_DUE',
    'reopened-defaulted': 'DEFAULTED',
    'reopened-payment-plan': 'PAYMENT_PLAN',
    'reopened-flex': 'FLEX',
    'reopened-written-off': 'WRITTEN_OFF',
  },
  WRITTEN_OFF: { settled: 'PAID', 'write-off-reversed': 'DEFAULTED' },
};

/**
 * The uses of early money (domain 3.5). The one that saves most comes first, because a client finds the first one
 * chosen.
 */
export const PREPAYMENT_MODES = ['REDUCE_TERM', 'REDUCE_INSTALLMENT', 'ADVANCE'] as const;
export type PrepaymentMode = (typeof PREPAYMENT_MODES)[number];

/** Dated policies besides prices and rates; frozen in the contract. */
export interface LoanPolicy {
  readonly late: LateTerms;
  /** If the loan is repaid within these days of disbursement only the principal is owed; absent: no such policy. */
  readonly changedMyMindDays?: number | undefined;
  /** Early money up to this many instalments is paid in advance, more reduces principal (Res. SBS 3274-2017 [R]). */
  readonly advanceUpToInstallments: number;
  readonly defaultPrepaymentMode: PrepaymentMode;
  readonly allocationOrder: readonly Component[];
  readonly extension: ExtensionTerms;
  readonly topUp: TopUpTerms;
}

export interface ExtensionTerms {
  readonly termOptions: readonly number[];
  readonly maxConsecutive: number;
  /** Counted from the first due date of the contract. */
  readonly maxTotalDays: number;
  readonly maxDaysPastDue: number;
  /** Money that is short of the price by no more than this still buys it. */
  readonly toleranceCents: Cents;
}

export interface TopUpTerms {
  readonly minDaysElapsed: number;
  readonly minDaysToDueDate: number;
  readonly stepCents: Cents;
}

/** The signed terms. Later changes of parameters do not affect them (invariant P28). */
export interface LoanTerms {
  readonly productType: ProductType;
  readonly principalCents: Cents;
  /** Days for a single payment, number of monthly instalments otherwise. */
  readonly term: number;
  readonly pricing: Pricing;
  readonly policy: LoanPolicy;
}

/** The account where money arrived: card and code payments are with the provider until it settles. */
export type CashAccount = 'bank' | 'psp-clearing';

/** The price that the client was promised for an extension. */
export interface QuotedPrice {
  readonly id: string;
  readonly priceCents: Cents;
  /** The last day of the price. */
  readonly validUntil: CalendarDate;
}

export type PaymentUse =
  | { readonly kind: 'ordinary'; readonly mode?: PrepaymentMode | undefined }
  | {
      readonly kind: 'extension';
      readonly termDays: number;
      readonly feeCents: Cents;
      /** The promised price. Money from before quotes were named buys an extension payment by payment. */
      readonly quote?: QuotedPrice | undefined;
      /** The legal maximum of the day it was quoted. */
      readonly capPercent?: number | undefined;
      /** The sum that bought it at the price of its own day, when the quote had ended: what becomes known later keeps it. */
      readonly soldCents?: Cents | undefined;
    }
  /** A payment into the running plan or flex pay; `plan`: one that was confirmed before this money became known. */
  | { readonly kind: 'arrangement'; readonly plan?: PlanConfirmed | undefined }
  /** The last payment of a flex pay, with a discount promised on everything but principal. */
  | { readonly kind: 'settlement'; readonly discountCents: Cents };

export interface Payment {
  readonly kind: 'payment';
  readonly id: string;
  /** The day the client paid: the bank's date, not ours (domain 2.11.5). */
  readonly date: CalendarDate;
  readonly amountCents: Cents;
  readonly into: CashAccount;
  readonly use: PaymentUse;
  /** Set when the payment was reversed (chargeback, bounced): it then counts as never made. */
  readonly reversedOn?: CalendarDate | undefined;
}

export interface TopUpTranche {
  readonly kind: 'tranche';
  readonly id: string;
  /** The day the bank confirmed it; its interest starts here. */
  readonly date: CalendarDate;
  /** The day on which that became known, if it is a later one: what was paid until then did not reckon with it. */
  readonly knownOn?: CalendarDate | undefined;
  readonly principalCents: Cents;
  readonly fees: readonly Fee[];
  /** The rates of the day of its agreement; absent: agreed under the contract's, before tranches had their own. */
  readonly rates?: LoanRates | undefined;
}

export interface PlanConfirmed {
  readonly kind: 'plan';
  readonly id: string;
  readonly date: CalendarDate;
  readonly plan: PlanTerms;
}

export interface FlexActivated {
  readonly kind: 'flex';
  readonly id: string;
  readonly date: CalendarDate;
  readonly flex: FlexTerms;
}

export interface WrittenOff {
  readonly kind: 'write-off';
  readonly id: string;
  readonly date: CalendarDate;
}

/** A waived remainder, too small to collect. */
export interface Waiver {
  readonly kind: 'waiver';
  readonly id: string;
  readonly date: CalendarDate;
  readonly amountCents: Cents;
}

/** A refund of the credit balance. */
export interface Refund {
  readonly kind: 'refund';
  readonly id: string;
  readonly date: CalendarDate;
  readonly amountCents: Cents;
}

/**
 * Something that happened to a running loan on a date. The loan is its terms and these facts; every figure is
 * computed from them, so that the order in which they became known does not matter (invariant P14).
 */
export type LoanFact = Payment | TopUpTranche | PlanConfirmed | FlexActivated | WrittenOff | Waiver | Refund;

/** A top-up before its disbursement. */
export interface PendingTopUp {
  readonly status: 'ORIGINATED' | 'DISBURSING';
  readonly principalCents: Cents;
  readonly fees: readonly Fee[];
  readonly rates?: LoanRates | undefined;
}

export interface Loan {
  /** P-2026-0001234 */
  readonly number: string;
  readonly status: LoanStatus;
  readonly terms: LoanTerms;
  /** The day the bank confirmed the money; absent until then. */
  readonly valueDate?: CalendarDate | undefined;
  readonly topUp?: PendingTopUp | undefined;
  readonly facts: readonly LoanFact[];
}

/** The state of a running loan at the end of a date. */
export interface Standing extends BusinessDate {
  readonly terms: LoanTerms;
  readonly valueDate: CalendarDate;
  /** Sorted by due date; every line accrued to `date`. */
  readonly groups: readonly DueGroup[];
  /** The client's credit balance; negative when a refund was made from money that was reversed later. */
  readonly creditCents: Cents;
  /** Principal + interest + IGV of interest of a level instalment; what REDUCE_TERM keeps. */
  readonly levelCents: Cents;
  readonly plan?: PlanProgress | undefined;
  readonly flex?: FlexProgress | undefined;
  readonly paidOn?: CalendarDate | undefined;
  /**
   * A top-up that is signed and with the bank: until it comes, a loan of which nothing is owed is not paid in full
   * (domain 2.15).
   */
  readonly topUpComing?: PendingTopUp | undefined;
  /** Set when the debt was written off, with its groups at that time. */
  readonly writtenOff?: { readonly on: CalendarDate; readonly groups: readonly DueGroup[] } | undefined;
}

/** Tells whether the bank has confirmed the disbursement; before that a loan does not have a standing. */
export function isDisbursed(loan: Loan): loan is Loan & { readonly valueDate: CalendarDate } {
  return loan.valueDate !== undefined;
}

/**
 * The figures of domain 2.10–2.17: the defaults of the parameter table.
 * @internal
 */
export const STANDARD_POLICY: LoanPolicy = {
  late: {
    moratoryPercent: 16.97,
    moratoryCapPercent: 16.974,
    countsFrom: 'DUE_DATE',
    toleranceCents: cents(100),
    defaultAfterDays: 60,
  },
  advanceUpToInstallments: 2,
  defaultPrepaymentMode: 'REDUCE_TERM',
  allocationOrder: COMPONENTS,
  extension: {
    termOptions: [7, 14, 30],
    maxConsecutive: 3,
    maxTotalDays: 90,
    maxDaysPastDue: 15,
    toleranceCents: cents(100),
  },
  topUp: { minDaysElapsed: 5, minDaysToDueDate: 5, stepCents: cents(5000) },
};
