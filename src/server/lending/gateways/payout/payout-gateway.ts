import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';

export interface Payout {
  /** Our order's id, which the provider keeps: the same id again is the same payout. */
  readonly orderId: string;
  readonly amountCents: Cents;
  /** Twenty digits. */
  readonly cci: string;
  readonly holder: string;
}

export type PayoutState =
  | { readonly kind: 'accepted'; readonly providerRef: string }
  | { readonly kind: 'paid'; readonly providerRef: string; readonly valueDate: CalendarDate }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Sends money to a client's bank account. Both calls throw `NoAnswer` when nobody knows what happened. */
export interface PayoutGateway {
  send(payout: Payout): Promise<PayoutState>;
  find(orderId: string): Promise<PayoutState | { readonly kind: 'not-found' }>;
}
