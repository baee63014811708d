import * as z from 'zod/mini';
import { EXTENSION_STATUSES } from '#loan/extension.ts';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import { PAYMENT_INTENT_STATUSES, PAYMENT_METHODS, PAYMENT_PURPOSES } from '#loan/payment-intent.ts';
import { FEE_MEANINGS } from './fee-meanings.ts';
import { date, soles } from './fields.ts';
import { means } from './means.ts';

/** P-2026-0001234. */
export const loanNumber = () => z.string().check(z.regex(/^P-\d{4}-\d{7}$/));

export const loanParams = z.strictObject({ number: means('Number of the loan.', loanNumber()) });
export const paymentParams = z.strictObject({ id: means('Names the payment.', z.guid()) });

export const prepaymentMode = z.enum(PREPAYMENT_MODES);
export const paymentMethod = z.enum(PAYMENT_METHODS);
export const paymentPurpose = z.enum(PAYMENT_PURPOSES);

/** The fees of a loan. */
export const feeAmounts = () =>
  z.strictObject({
    techFee: means(FEE_MEANINGS.techFee, z.optional(soles())),
    adminFee: means(FEE_MEANINGS.adminFee, z.optional(soles())),
    acceleratedAcceptanceFee: means(FEE_MEANINGS.acceleratedAcceptanceFee, z.optional(soles())),
    notaryFee: means(FEE_MEANINGS.notaryFee, z.optional(soles())),
    extensionFee: means(FEE_MEANINGS.extensionFee, z.optional(soles())),
  });

/** The allocation of a payment; its parts add up to the amount. */
export const allocation = z.strictObject({
  principal: means('Principal, soles. Below zero: booked money that moved on from it.', soles()),
  interest: means('Compensatory interest, soles.', soles()),
  fees: means('Services, before IGV.', feeAmounts()),
  vat: means('IGV, soles.', soles()),
  moratory: means('Moratory interest, soles.', soles()),
  credit: means('What is too much and stays with us as credit, soles.', soles()),
});

/** The client's next action. */
const paymentAction = z.union([
  /** Opens the provider's form; card data never touch us. */
  z.strictObject({
    type: means(
      'CARD_FORM: open the provider’s form. CODE: pay the code. TRANSFER: transfer to one of the accounts.',
      z.literal('CARD_FORM'),
    ),
    scriptUrl: means('The provider’s script that shows the form.', z.string()),
    merchantId: means('Names us to the provider.', z.string()),
    sessionKey: means('Names the form to the provider.', z.string()),
    channel: means('Always web, as the provider’s script wants it.', z.literal('web')),
    purchaseNumber: means('Names the purchase to the provider.', z.string()),
    amount: means('Soles with two decimals, as the provider’s script wants them.', z.string()),
    expirationMinutes: means('How long the form waits.', z.int()),
    actionUrl: means(
      'Where the form posts its token. It leads on to the page that tells how the payment ended.',
      z.string(),
    ),
    timeoutUrl: means('Where the form leads when its time is over.', z.string()),
  }),
  /** A code to read out at an agent, or to type into a banking app or wallet. */
  z.strictObject({
    type: means(
      'CARD_FORM: open the provider’s form. CODE: pay the code. TRANSFER: transfer to one of the accounts.',
      z.literal('CODE'),
    ),
    code: means('To be said at an agent, or typed into a bank’s app or wallet.', z.string()),
    codeUrl: means('The provider’s page with all the ways to pay the code.', z.string()),
  }),
  /** Accounts for a transfer, with the reference for its description. */
  z.strictObject({
    type: means(
      'CARD_FORM: open the provider’s form. CODE: pay the code. TRANSFER: transfer to one of the accounts.',
      z.literal('TRANSFER'),
    ),
    reference: means('To be written into the description of the transfer.', z.string()),
    accounts: means(
      'Where to transfer to.',
      z.array(
        z.strictObject({
          bank: means('Name of the bank.', z.string()),
          account: means('Account number.', z.string()),
          cci: means('Interbank code, 20 digits; its first three are the bank’s.', z.string()),
        }),
      ),
    ),
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
export const comingTopUp = z.strictObject({
  amount: means('What the client receives, soles.', soles()),
  left: means('What will be left to pay once it has come, should it come on that day, soles.', soles()),
  dueDate: means('Until when.', date()),
});

/** A payment as shown to its client. */
export const paymentBody = z.strictObject({
  id: means('Names the payment.', z.guid()),
  loanNumber: means('The loan it is for.', loanNumber()),
  purpose: means('What it is for.', paymentPurpose),
  method: means('How it is paid.', paymentMethod),
  mode: means(
    'Which way early money goes: lower instalments, fewer instalments, or the next instalments in advance.',
    z.nullable(prepaymentMode),
  ),
  status: means(
    'CREATED and PENDING_CUSTOMER wait for the client, PROCESSING and UNKNOWN for the provider, IN_REVIEW for the bank’s statement. Money that comes after EXPIRED, CANCELLED or FAILED makes it SUCCEEDED all the same.',
    z.enum(PAYMENT_INTENT_STATUSES),
  ),
  amount: means('What was asked for, soles. It does not change.', soles()),
  received: means('What has come, soles, whatever was asked for.', soles()),
  outcome: means(
    'What came against what was asked for; null while nothing came.',
    z.nullable(z.enum(['EXACT', 'PARTIAL', 'OVERPAID'])),
  ),
  failureReason: means(
    'Why it failed, for the client’s text; null unless it is FAILED.',
    z.nullable(z.enum(PAYMENT_FAILURES)),
  ),
  createdAt: means('When it was started.', z.iso.datetime()),
  today: means('The lender’s date: a transfer cannot have been made after it.', date()),
  expiresAt: means('Until when it waits. Money that comes later is taken too.', z.iso.datetime()),
  paidOn: means('The day the client paid, which is the one that counts.', z.nullable(date())),
  applied: means(
    'Whether what came is booked to the loan. False also while somebody has to say whose it is.',
    z.boolean(),
  ),
  receipt: means(
    'The number of its receipt, to read out: the loan’s and the payment’s own; null before it is applied.',
    z.nullable(z.string()),
  ),
  allocation: means('What the money paid, by everything known now; null until it is booked.', z.nullable(allocation)),
  expected: means(
    'What the amount would pay if it came today; null when it cannot come any more, or nothing is owed.',
    z.nullable(allocation),
  ),
  extension: means(
    'Of a payment for an extension, what came of it; null for other payments, and when another payment decided it.',
    z.nullable(
      z.strictObject({
        status: means(
          'PAYMENT_PENDING waits for the money, or for the rest of it; ACTIVE: the due date moved; APPLIED_AS_PAYMENT: the money came late and too little, or when it could not be had any more, and was used as a payment; EXPIRED: the day of the price is over, and money paid since buys it at the price of its own day; REVERSED: its money went back, and so did the due date.',
          z.enum(EXTENSION_STATUSES),
        ),
        newDueDate: means('The due date it brings, or brought.', date()),
        validUntil: means('The last day on which the price is this one.', date()),
        missing: means(
          'What is missing of the price when a part of it was paid, or was missing on the day of late money; null when it could not be had any more, soles.',
          z.nullable(soles()),
        ),
      }),
    ),
  ),
  paysOff: means('Whether the loan is over.', z.boolean()),
  topUpComing: means(
    'A top-up on its way to a loan of which nothing else is, or would be, owed. Absent when there is none: the loan is not over before it has come.',
    z.optional(comingTopUp),
  ),
  card: means(
    'Of a card payment that succeeded.',
    z.nullable(
      z.strictObject({
        brand: means('Of the card network: Visa, Mastercard.', z.string()),
        maskedCard: means('The first six and last four digits.', z.string()),
      }),
    ),
  ),
  voucher: means(
    'What the client said about a transfer.',
    z.nullable(
      z.strictObject({
        bankId: means('The account of ours that was paid.', z.string()),
        fromBank: means(
          'The bank the transfer came from, as the client says: any. It helps a person to find it.',
          z.nullable(z.string()),
        ),
        operationNumber: means('The bank’s number of the transfer.', z.string()),
        paidAt: means('The day of the transfer.', date()),
        amount: means('What was transferred, soles.', soles()),
        fileName: means('Of the picture or PDF; null when none was sent.', z.nullable(z.string())),
        sentAt: means('When it was sent to us.', z.iso.datetime()),
      }),
    ),
  ),
  canCancel: means('Whether it can be given up.', z.boolean()),
  canSendVoucher: means('Whether a voucher is taken.', z.boolean()),
  pollAfterSec: means('When to look again, in seconds; null when nothing more happens by itself.', z.nullable(z.int())),
  action: means('What the client does next; null when there is nothing to do.', z.nullable(paymentAction)),
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
