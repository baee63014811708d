import * as z from 'zod/mini';
import { EXTENSION_STATUSES } from '#loan/extension.ts';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import type { FEE_COMPONENTS } from '#loan/obligation.ts';
import { PAYMENT_INTENT_STATUSES, PAYMENT_METHODS, PAYMENT_PURPOSES } from '#loan/payment-intent.ts';
import { date, soles } from './fields.ts';

/** P-2026-0001234. */
export const loanNumber = () => z.string().check(z.regex(/^P-\d{4}-\d{7}$/));

export const loanParams = z.strictObject({ number: loanNumber() });
export const paymentParams = z.strictObject({ id: z.guid() });

export const prepaymentMode = z.enum(PREPAYMENT_MODES);
export const paymentMethod = z.enum(PAYMENT_METHODS);
export const paymentPurpose = z.enum(PAYMENT_PURPOSES);

/** The fees of a loan. */
const FEE_NAMES = [
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
] as const satisfies readonly (typeof FEE_COMPONENTS)[number][];
export const feeAmounts = () => z.partialRecord(z.enum(FEE_NAMES), soles());

/** The allocation of a payment; its parts add up to the amount. */
export const allocation = z.strictObject({
  principal: soles(),
  interest: soles(),
  fees: feeAmounts(),
  vat: soles(),
  moratory: soles(),
  credit: soles(),
});

/** The client's next action. */
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
  /** A code to read out at an agent, or to type into a banking app or wallet. */
  z.strictObject({ type: z.literal('CODE'), code: z.string(), codeUrl: z.string() }),
  /** Accounts for a transfer, with the reference for its description. */
  z.strictObject({
    type: z.literal('TRANSFER'),
    reference: z.string(),
    accounts: z.array(z.strictObject({ bank: z.string(), account: z.string(), cci: z.string() })),
  }),
]);

/** The reasons for declining a card, as far as the client can act on them; each has a text. */
const CARD_DECLINE_REASONS = [
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
] as const;
export type CardDeclineReason = (typeof CARD_DECLINE_REASONS)[number];

/** The reasons why a payment failed, likewise. */
export const PAYMENT_FAILURES = [
  ...CARD_DECLINE_REASONS,
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

/** A top-up that is on its way to a loan: what will be left to pay when it has come. */
export const comingTopUp = z.strictObject({ amount: soles(), left: soles(), dueDate: date() });

/** A payment as shown to its client. */
export const paymentBody = z.strictObject({
  id: z.guid(),
  loanNumber: loanNumber(),
  purpose: paymentPurpose,
  method: paymentMethod,
  mode: z.nullable(prepaymentMode),
  status: z.enum(PAYMENT_INTENT_STATUSES),
  /** The requested amount; it does not change. */
  amount: soles(),
  /** The received amount. */
  received: soles(),
  outcome: z.nullable(z.enum(['EXACT', 'PARTIAL', 'OVERPAID'])),
  failureReason: z.nullable(z.enum(PAYMENT_FAILURES)),
  createdAt: z.iso.datetime(),
  /** The lender's date: a transfer cannot have been made after it. */
  today: date(),
  expiresAt: z.iso.datetime(),
  /** The day the client paid, which counts for the allocation. */
  paidOn: z.nullable(date()),
  /** False while received money is not matched to a loan. */
  applied: z.boolean(),
  /** The number of its receipt, to read out; null before it is applied. */
  receipt: z.nullable(z.string()),
  allocation: z.nullable(allocation),
  /** The allocation of the amount if it arrived on `today`; null when it can no longer arrive. */
  expected: z.nullable(allocation),
  /** For the payment of an extension: the extension's state; null when another payment decided it. */
  extension: z.nullable(
    z.strictObject({
      status: z.enum(EXTENSION_STATUSES),
      /** The extension's due date. */
      newDueDate: date(),
      /** The last day of its price. */
      validUntil: date(),
      /** The amount missing; null also when the extension was not possible at any price. */
      missing: z.nullable(soles()),
    }),
  ),
  /** True: this payment pays the loan off. */
  paysOff: z.boolean(),
  /** Everything else of the loan is paid. */
  topUpComing: z.optional(comingTopUp),
  card: z.nullable(z.strictObject({ brand: z.string(), maskedCard: z.string() })),
  voucher: z.nullable(
    z.strictObject({
      /** The bank of our account that was paid. */
      bankId: z.string(),
      /** The bank it came from, as the client says. */
      fromBank: z.nullable(z.string()),
      operationNumber: z.string(),
      paidAt: date(),
      amount: soles(),
      fileName: z.nullable(z.string()),
      sentAt: z.iso.datetime(),
    }),
  ),
  canCancel: z.boolean(),
  canSendVoucher: z.boolean(),
  /** Seconds until the next poll; null in a final state. */
  pollAfterSec: z.nullable(z.int()),
  action: z.nullable(paymentAction),
});
export type PaymentBody = z.infer<typeof paymentBody>;

/** The payoff of a loan by transfer, before the money has arrived, for the documentation. */
export const PAYMENT_EXAMPLE: PaymentBody = {
  id: '019bc215-3d00-7000-8000-000000000001',
  loanNumber: 'P-2026-0001234',
  purpose: 'PAYOFF',
  method: 'MANUAL',
  mode: null,
  status: 'PENDING_CUSTOMER',
  amount: 534.59,
  received: 0,
  outcome: null,
  failureReason: null,
  createdAt: '2026-01-27T17:00:00.000Z',
  today: '2026-01-27',
  expiresAt: '2026-01-30T17:00:00.000Z',
  paidOn: null,
  applied: false,
  receipt: null,
  allocation: null,
  expected: ALLOCATION_EXAMPLE,
  extension: null,
  paysOff: false,
  card: null,
  voucher: null,
  canCancel: true,
  canSendVoucher: true,
  pollAfterSec: 60,
  action: {
    type: 'TRANSFER',
    reference: '7204815396',
    accounts: [{ bank: 'BCP', account: '191-0012345-6-78', cci: '00219100001234567852' }],
  },
};
