import type { Cents } from './money.ts';
import type { TransitionTable } from './transitions.ts';

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
  'dispute-lost',
] as const;
export type PaymentIntentEvent = (typeof PAYMENT_INTENT_EVENTS)[number];

/**
 * A payment on its way (domain 2.11.2). `money-proved` is the provider's approval, its webhook, the janitor's finding or
 * the bank's statement: it leads to SUCCEEDED from every status in which money was possible, also after expiry, and
 * SUCCEEDED leaves only by refund or chargeback (design §8). An event that is not in the row of a status is old news
 * and changes nothing.
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
  REFUND_PENDING: { 'refund-paid': 'REFUNDED', 'refund-refused': 'SUCCEEDED' },
  REFUNDED: {},
  DISPUTED: { 'dispute-won': 'SUCCEEDED', 'dispute-lost': 'REVERSED' },
  REVERSED: {},
};

/** Statuses in which the client waits for us: another payment of the loan must wait too. */
export function isInFlight(status: PaymentIntentStatus): boolean {
  return status === 'PROCESSING' || status === 'UNKNOWN';
}

export type AmountOutcome = 'EXACT' | 'PARTIAL' | 'OVERPAID';

/** What came against what was asked (domain 2.11.4): booked as received in any case. 573,03 asked, 500,00 came: PARTIAL. */
export function amountOutcome(askedCents: Cents, receivedCents: Cents): AmountOutcome {
  if (receivedCents === askedCents) return 'EXACT';
  return receivedCents < askedCents ? 'PARTIAL' : 'OVERPAID';
}
