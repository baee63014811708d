import type { CardDeclineReason } from '#api/payment.ts';
import type { Cents } from '#loan/money.ts';

export interface CardPurchase {
  /** Digits only, at most 12, never used twice: the provider's idempotency key. */
  readonly purchaseNumber: string;
  readonly amountCents: Cents;
  readonly email: string;
  /**
   * Name that we give the client, for the antifraud service: an id of ours, which identifies the client to no one else.
   */
  readonly clientId: string;
  /** True when the client has paid us before. */
  readonly isFrequent: boolean;
  readonly clientIp: string;
  /** Whole days since the client registered. */
  readonly registeredDays: number;
  /** Milliseconds since 1970, of our intent. */
  readonly expiresAt: number;
  /** Address that the provider's form posts the transaction token to; it must be unguessable (design §8). */
  readonly actionUrl: string;
  /** Address that the form leads to when it has expired. */
  readonly timeoutUrl: string;
}

/** Values that the page needs to open the provider's form; none of them are secret. */
export interface CardForm {
  readonly scriptUrl: string;
  readonly merchantId: string;
  readonly sessionKey: string;
  readonly channel: 'web';
  readonly purchaseNumber: string;
  /** Soles with two decimals. */
  readonly amount: string;
  readonly expirationMinutes: number;
  readonly actionUrl: string;
  readonly timeoutUrl: string;
}

export interface CardSession {
  readonly sessionKey: string;
  /** The earlier of the intent's and the provider's; milliseconds since 1970. */
  readonly expiresAt: number;
  readonly form: CardForm;
}

export interface CardApproval {
  readonly kind: 'approved';
  readonly authorisationCode: string;
  /** Never more than the first six and the last four digits. */
  readonly maskedCard: string;
  readonly brand: string;
  readonly transactionId: string;
  /** The amount the provider reports, which may differ from the one requested. */
  readonly amountCents: Cents;
}

export interface CardDecline {
  readonly kind: 'declined';
  readonly reason: CardDeclineReason;
  /** The provider's own code, for staff; empty when it gave none. */
  readonly code: string;
}

export type CardOutcome = CardApproval | CardDecline;
export type RefundOutcome =
  | { readonly kind: 'refunded'; readonly transactionId: string }
  /** The provider will give it back within days; whether it has, its own reports say. */
  | { readonly kind: 'registered'; readonly reference: string }
  | { readonly kind: 'refused'; readonly code: string };

/** A card provider. Every call throws `NoAnswer` when the outcome is not known. */
export interface CardGateway {
  openSession(purchase: CardPurchase): Promise<CardSession>;
  /** Charges the card. Never retried automatically: repeating one number returns the first outcome. */
  authorise(order: {
    readonly purchaseNumber: string;
    readonly amountCents: Cents;
    readonly transactionToken: string;
  }): Promise<CardOutcome>;
  /** The outcome of a purchase, for payments whose outcome is unknown. */
  find(purchaseNumber: string): Promise<CardOutcome | { readonly kind: 'not-found' }>;
  /** Refunds the whole amount. Never sent again automatically. */
  refund(order: {
    readonly purchaseNumber: string;
    readonly transactionId: string;
    readonly amountCents: Cents;
    /** Ours, a UUID; the provider repeats its beginning. */
    readonly refundId: string;
    /** It was paid today: the provider can still undo it as if it had not been. */
    readonly isOfToday: boolean;
  }): Promise<RefundOutcome>;
}
