import type { Cents } from './money.ts';
import type { TransitionTable } from './transitions.ts';

/** The purposes of a client's payment (domain 2.11.3). */
export const PAYMENT_PURPOSES = [
  'PAYOFF',
  'DUE',
  'INSTALLMENT',
  'PARTIAL',
  'PREPAY',
  'EXTENSION',
  'PLAN_PAYMENT',
  'FLEX',
] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** The reasons for a client to pay this, for the screen's text. */
export const PAYMENT_EXPLANATIONS = [
  'ends_the_loan',
  'ends_what_is_owed',
  'pays_what_is_overdue',
  'pays_the_next_instalment',
  'pays_a_part',
  'pays_ahead',
  'moves_the_due_date',
  'pays_the_plan',
  'pays_the_flex_minimum',
] as const;
export type PaymentExplanation = (typeof PAYMENT_EXPLANATIONS)[number];

/** The methods of paying (domain 2.11.1). */
export const PAYMENT_METHODS = ['NIUBIZ', 'PAGOEFECTIVO', 'YAPE', 'PLIN', 'BCP_AGENTE', 'VIABCP', 'MANUAL'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The kind of payment method: a card, a code for agents, banking apps and wallets, or a manual transfer. */
export type PaymentRail = 'card' | 'code' | 'transfer';

export function railOf(method: PaymentMethod): PaymentRail {
  if (method === 'NIUBIZ') return 'card';
  return method === 'MANUAL' ? 'transfer' : 'code';
}

export const PAYMENT_INTENT_STATUSES = [
  'CREATED',
  'PENDING_CUSTOMER',
  'PROCESSING',
  'UNKNOWN',
  'IN_REVIEW',
  'SUCCEEDED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REFUND_PENDING',
  'REFUNDED',
  'DISPUTED',
  'REVERSED',
] as const;
export type PaymentIntentStatus = (typeof PAYMENT_INTENT_STATUSES)[number];

export const PAYMENT_INTENT_EVENTS = [
  'shown-to-customer',
  'authorisation-sent',
  'declined',
  'no-answer',
  'voucher-sent',
  'no-such-credit',
  'money-proved',
  'expired',
  'cancelled',
  'refund-ordered',
  'refund-paid',
  'refund-refused',
  'disputed',
  'dispute-won',
  'dispute-won-after-refund',
  'dispute-lost',
] as const;
export type PaymentIntentEvent = (typeof PAYMENT_INTENT_EVENTS)[number];

/**
 * The states of a payment (domain 2.11.2). `money-proved` is the provider's approval, its webhook, the janitor's query
 * or the bank's statement: it leads to SUCCEEDED from every status in which money was possible, also after expiry, and
 * SUCCEEDED is left only by refund or chargeback (design §8); a chargeback may follow a refund too. An event without a
 * transition is outdated and changes nothing.
 */
export const PAYMENT_INTENT_TRANSITIONS: TransitionTable<PaymentIntentStatus, PaymentIntentEvent> = {
  CREATED: {
    'shown-to-customer': 'PENDING_CUSTOMER',
    'money-proved': 'SUCCEEDED',
    expired: 'EXPIRED',
    cancelled: 'CANCELLED',
  },
  PENDING_CUSTOMER: {
    'authorisation-sent': 'PROCESSING',
    'voucher-sent': 'IN_REVIEW',
    'money-proved': 'SUCCEEDED',
    expired: 'EXPIRED',
    cancelled: 'CANCELLED',
  },
  PROCESSING: { 'money-proved': 'SUCCEEDED', declined: 'FAILED', 'no-answer': 'UNKNOWN' },
  UNKNOWN: { 'money-proved': 'SUCCEEDED', declined: 'FAILED' },
  IN_REVIEW: { 'money-proved': 'SUCCEEDED', 'no-such-credit': 'FAILED' },
  SUCCEEDED: { 'refund-ordered': 'REFUND_PENDING', disputed: 'DISPUTED' },
  FAILED: { 'money-proved': 'SUCCEEDED' },
  EXPIRED: { 'money-proved': 'SUCCEEDED' },
  CANCELLED: { 'money-proved': 'SUCCEEDED' },
  REFUND_PENDING: { 'refund-paid': 'REFUNDED', 'refund-refused': 'SUCCEEDED', disputed: 'DISPUTED' },
  REFUNDED: { disputed: 'DISPUTED' },
  DISPUTED: { 'dispute-won': 'SUCCEEDED', 'dispute-won-after-refund': 'REFUNDED', 'dispute-lost': 'REVERSED' },
  REVERSED: {},
};

/** Statuses in which the outcome is pending: other payments of the loan have to wait. */
export function isInFlight(status: PaymentIntentStatus): boolean {
  return status === 'PROCESSING' || status === 'UNKNOWN';
}

/**
 * Tells whether money would complete the payment: it is waiting, or ended unpaid. A payment that was already paid takes
 * no further money.
 */
export function mayStillCome(status: PaymentIntentStatus): boolean {
  return PAYMENT_INTENT_TRANSITIONS[status]['money-proved'] !== undefined;
}

export type AmountOutcome = 'EXACT' | 'PARTIAL' | 'OVERPAID';

/**
 * Compares the received amount with the requested one (domain 2.11.4); it is posted as received in any case. 573,03
 * requested, 500,00 received: PARTIAL.
 */
export function amountOutcome(askedCents: Cents, receivedCents: Cents): AmountOutcome {
  if (receivedCents === askedCents) return 'EXACT';
  return receivedCents < askedCents ? 'PARTIAL' : 'OVERPAID';
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Since the response was lost. */
const FIRST_QUERIES_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;
const LAST_QUERY_MS = 24 * HOUR_MS;

/**
 * Tells when to query a provider for the outcome, in milliseconds after its response was lost: after 30 s, 2, 5 and 15
 * minutes, then every hour for a day (domain 2.11.2).
 * @param asked number of queries so far
 * @returns undefined when a person has to check
 */
export function queryAfterMs(asked: number): number | undefined {
  const early = FIRST_QUERIES_MS[asked];
  if (early !== undefined) return early;
  const afterMs = (asked - FIRST_QUERIES_MS.length + 1) * HOUR_MS;
  return afterMs > LAST_QUERY_MS ? undefined : afterMs;
}

/** After the code was issued, and after it expired, because money can come late. */
const CODE_QUERIES_MS = [HOUR_MS, 6 * HOUR_MS] as const;
const LATE_CODE_QUERIES_MS = [0, HOUR_MS, 24 * HOUR_MS] as const;

/**
 * Tells when to query the provider of a code next: an hour and six hours after it was issued, when it expires, and an
 * hour and a day later. Also for a code that was paid, because two tills may take one code, and the message about the
 * second may be lost.
 * @returns undefined when there is nothing more to look for
 */
export function codeQueryAt(
  code: { readonly createdAt: number; readonly expiresAt: number },
  now: number,
): number | undefined {
  const looks = [
    ...CODE_QUERIES_MS.map((after) => code.createdAt + after),
    ...LATE_CODE_QUERIES_MS.map((after) => code.expiresAt + after),
  ];
  return looks.find((at) => at > now);
}
