import * as z from 'zod/mini';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import type { FEE_COMPONENTS } from '#loan/obligation.ts';
import { PAYMENT_INTENT_STATUSES, PAYMENT_METHODS, PAYMENT_PURPOSES } from '#loan/payment-intent.ts';
import { date, soles } from './fields.ts';

/** P-2026-0001234. */
export const loanNumber = () => z.string().check(z.regex(/^P-\d{4}-\d{7}$/));

export const loanParams = z.strictObject({ number: loanNumber() });
export const paymentParams = z.strictObject({ id: z.uuid() });

export const prepaymentMode = z.enum(PREPAYMENT_MODES);
export const paymentMethod = z.enum(PAYMENT_METHODS);
export const paymentPurpose = z.enum(PAYMENT_PURPOSES);

/** The services a loan can be charged for. */
const FEE_NAMES = [
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
] as const satisfies readonly (typeof FEE_COMPONENTS)[number][];
export const feeAmounts = () => z.partialRecord(z.enum(FEE_NAMES), soles());

/** What money paid, part by part; its parts add up to the money. */
export const allocation = z.strictObject({
  principal: soles(),
  interest: soles(),
  fees: feeAmounts(),
  vat: soles(),
  moratory: soles(),
  credit: soles(),
});

/** What the client has to do now. */
const paymentAction = z.union([
  /** Opens the provider's form; card data never touch us. */
  z.strictObject({
    type: z.literal('CARD_FORM'),
    scriptUrl: z.string(),
    merchantId: z.string(),
    sessionKey: z.string(),
    channel: z.literal('web'),
    purchaseNumber: z.string(),
    amount: z.string(),
    expirationMinutes: z.int(),
    actionUrl: z.string(),
    timeoutUrl: z.string(),
  }),
  /** Says the code at an agent, or types it into a bank's app or wallet. */
  z.strictObject({ type: z.literal('CODE'), code: z.string(), codeUrl: z.string() }),
  /** Transfers to one of the accounts, with the reference in the description. */
  z.strictObject({
    type: z.literal('TRANSFER'),
    reference: z.string(),
    accounts: z.array(z.strictObject({ bank: z.string(), account: z.string(), cci: z.string() })),
  }),
]);

/** Why a payment failed, in words a client can act on; each has its text. */
export const PAYMENT_FAILURES = [
  'insufficient-funds',
  'expired-card',
  'invalid-card',
  'wrong-security-code',
  'wrong-pin',
  'not-permitted',
  'amount-not-permitted',
  'contact-bank',
  'try-later',
  'our-side',
  'refused',
  'no-such-credit',
  'loan-closed',
  'amount-changed',
  'payment-in-progress',
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** EX1 of the domain on its twelfth day, 534,59, for the documentation. */
export const ALLOCATION_EXAMPLE: z.infer<typeof allocation> = {
  principal: 500,
  interest: 12.52,
  fees: { techFee: 4.8, adminFee: 4, acceleratedAcceptanceFee: 8 },
  vat: 5.27,
  moratory: 0,
  credit: 0,
};

/** A payment as its client sees it. */
export const paymentBody = z.strictObject({
  id: z.uuid(),
  loanNumber: loanNumber(),
  purpose: paymentPurpose,
  method: paymentMethod,
  mode: z.nullable(prepaymentMode),
  status: z.enum(PAYMENT_INTENT_STATUSES),
  /** What was asked for; it does not change. */
  amount: soles(),
  /** What has come, whatever was asked for. */
  received: soles(),
  outcome: z.nullable(z.enum(['EXACT', 'PARTIAL', 'OVERPAID'])),
  failureReason: z.nullable(z.enum(PAYMENT_FAILURES)),
  createdAt: z.iso.datetime(),
  /** The lender's date: a transfer cannot have been made after it. */
  today: date(),
  expiresAt: z.iso.datetime(),
  /** The day the client paid, which is the one that counts. */
  paidOn: z.nullable(date()),
  /** False while money that came waits for somebody to say whose it is. */
  applied: z.boolean(),
  allocation: z.nullable(allocation),
  /** What the amount would pay if it came on `today`, while it may still come. */
  expected: z.nullable(allocation),
  /** Of a payment for an extension: what came of the extension; null when another payment decided it. */
  extension: z.nullable(
    z.strictObject({
      status: z.enum(['QUOTED', 'PAYMENT_PENDING', 'ACTIVE', 'APPLIED_AS_PAYMENT', 'EXPIRED']),
      /** The due date it brings, or brought. */
      newDueDate: date(),
      /** The last day of its price. */
      validUntil: date(),
      /** Of money that was too little; null also when it could not be had at any price. */
      missing: z.nullable(soles()),
    }),
  ),
  /** Whether the loan is over. */
  paysOff: z.boolean(),
  card: z.nullable(z.strictObject({ brand: z.string(), maskedCard: z.string() })),
  voucher: z.nullable(
    z.strictObject({
      bankId: z.string(),
      operationNumber: z.string(),
      paidAt: date(),
      amount: soles(),
      fileName: z.nullable(z.string()),
      sentAt: z.iso.datetime(),
    }),
  ),
  canCancel: z.boolean(),
  canSendVoucher: z.boolean(),
  /** When to look again, in seconds; null when nothing more will happen by itself. */
  pollAfterSec: z.nullable(z.int()),
  action: z.nullable(paymentAction),
});
export type PaymentBody = z.infer<typeof paymentBody>;
