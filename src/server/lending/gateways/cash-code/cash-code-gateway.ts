import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';

export interface CashCodeOrder {
  /** Reference of our payment, which the provider repeats in every message about the code. */
  readonly reference: string;
  readonly amountCents: Cents;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Shown to the payer at the till: `Préstamo P-2026-0001234`. */
  readonly concept: string;
  readonly payer: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly documentType: 'DNI' | 'CE' | 'PAS';
    readonly documentNumber: string;
    /** `+51987654321`. */
    readonly phone: string;
  };
}

export type IssuedCode =
  | {
      readonly kind: 'issued';
      /** The code that the client gives an agent or enters in a bank's app or Yape. */
      readonly code: string;
      /** The provider's page with all the ways to pay it. */
      readonly codeUrl: string;
      readonly expiresAt: number;
    }
  /** The provider refused the order: nothing was issued. `field` is its name for the wrong field. */
  | { readonly kind: 'refused'; readonly code: string; readonly field: string | undefined };

/**
 * Money received for a code. It is booked as received, whatever amount was requested, even after the code had expired.
 */
export interface CashPayment {
  readonly kind: 'paid';
  readonly code: string;
  readonly amountCents: Cents;
  /** Instant of the payment, if the provider says so; the date is that of Lima. */
  readonly paidAt: number | undefined;
  readonly valueDate: CalendarDate | undefined;
}

export type CodeState = CashPayment | { readonly kind: 'pending' | 'expired' | 'cancelled' | 'not-found' };

/** A message from the provider. */
export type CashNotice =
  | (CashPayment & {
      /** Key of the inbox, equal for every delivery of one message. */
      readonly eventId: string;
      /** Our reference, or an unknown one; then the money stays unapplied. */
      readonly reference: string;
      readonly operationNumber: string;
    })
  /** Signed, but not about a payment in soles, and why: stored for staff. */
  | { readonly kind: 'other'; readonly eventId: string; readonly eventType: string; readonly why: string }
  /** Not from the provider: answered with 401 and not stored. */
  | { readonly kind: 'bad-signature' };

/** A provider of codes that are paid in cash, at an agent, in a bank's app or with a wallet. */
export interface CashCodeGateway {
  /**
   * Requests a code.
   * @throws NoAnswer when it is not known whether a code was issued; another may be requested then, because no client
   * has seen the first
   */
  createCode(order: CashCodeOrder): Promise<IssuedCode>;
  /** @throws NoAnswer */
  find(code: string): Promise<CodeState>;
  /** Reads a webhook. `body` are the bytes as they came: the signature is over them. Never throws. */
  readNotice(body: Uint8Array, signature: string | undefined): CashNotice;
}
