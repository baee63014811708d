import { fieldsOf } from '../notes.ts';

/** Meanings of the fields of a payment, which several calls answer with. */
export const PAYMENT_FIELDS: Readonly<Record<string, string>> = {
  id: 'Names the payment.',
  loanNumber: 'The loan it is for.',
  purpose: 'What it is for.',
  method: 'How it is paid.',
  mode: 'Which way early money goes: lower instalments, fewer instalments, or the next instalments in advance.',
  status:
    'CREATED and PENDING_CUSTOMER wait for the client, PROCESSING and UNKNOWN for the provider, IN_REVIEW for the bank’s statement. Money that comes after EXPIRED, CANCELLED or FAILED makes it SUCCEEDED all the same.',
  amount: 'What was asked for, soles. It does not change.',
  received: 'What has come, soles, whatever was asked for.',
  outcome: 'What came against what was asked for; null while nothing came.',
  failureReason: 'Why it failed, for the client’s text; null unless it is FAILED.',
  createdAt: 'When it was started.',
  expiresAt: 'Until when it waits. Money that comes later is taken too.',
  paidOn: 'The day the client paid, which is the one that counts.',
  applied: 'Whether what came is booked to the loan. False also while somebody has to say whose it is.',
  allocation: 'What the money paid, by everything known now; null until it is booked.',
  expected: 'What the amount would pay if it came today; null when it cannot come any more, or nothing is owed.',
  extension:
    'Of a payment for an extension, what came of it; null for other payments, and when another payment decided it.',
  paysOff: 'Whether the loan is over.',
  card: 'Of a card payment that succeeded.',
  voucher: 'What the client said about a transfer.',
  canCancel: 'Whether it can be given up.',
  canSendVoucher: 'Whether a voucher is taken.',
  pollAfterSec: 'When to look again, in seconds; null when nothing more happens by itself.',
  action: 'What the client does next; null when there is nothing to do.',
};

/** Meanings of the fields inside its parts, and of others that the calls of payments and `request-extension` share. */
export const PAYMENT_PARTS: Readonly<Record<string, string>> = {
  topUpComing:
    'A top-up on its way to a loan of which nothing else is, or would be, owed. Absent when there is none: the loan is not over before it has come.',
  'topUpComing.amount': 'What the client receives, soles.',
  'topUpComing.left': 'What will be left to pay once it has come, should it come on that day, soles.',
  'topUpComing.dueDate': 'Until when.',
  receipt: 'The number of its receipt, to read out: the loan’s and the payment’s own; null before it is applied.',
  today: 'The lender’s date: a transfer cannot have been made after it.',
  notaryFee: 'The notary’s cost, soles.',
  extensionFee: 'For moving the due date, soles.',
  'expected.principal': 'Principal, soles.',
  'expected.interest': 'Compensatory interest, soles.',
  'expected.fees': 'Services, before IGV.',
  'expected.vat': 'IGV, soles.',
  'expected.moratory': 'Moratory interest, soles.',
  'expected.credit': 'What would be too much and stay with us as credit, soles.',
  'allocation.principal': 'Principal, soles. Below zero: money that moved on from it.',
  'allocation.interest': 'Compensatory interest, soles.',
  'allocation.fees': 'Services, before IGV.',
  'allocation.vat': 'IGV, soles.',
  'allocation.moratory': 'Moratory interest, soles.',
  'allocation.credit': 'What was too much and stays with us as credit, soles.',
  quoteId: 'The quote of an extension.',
  'extension.status':
    'PAYMENT_PENDING waits for the money, or for the rest of it; ACTIVE: the due date moved; APPLIED_AS_PAYMENT: the money came late and too little, or when it could not be had any more, and was used as a payment; EXPIRED: the day of the price is over, and money paid since buys it at the price of its own day; REVERSED: its money went back, and so did the due date.',
  'extension.newDueDate': 'The due date it brings, or brought.',
  'extension.validUntil': 'The last day on which the price is this one.',
  'extension.missing':
    'What is missing of the price when a part of it was paid, or was missing on the day of late money; null when it could not be had any more, soles.',
  'card.brand': 'Of the card network: Visa, Mastercard.',
  maskedCard: 'The first six and last four digits.',
  operationNumber: 'The bank’s number of the transfer.',
  paidAt: 'The day of the transfer.',
  'voucher.bankId': 'The account of ours that was paid.',
  fromBank: 'The bank the transfer came from, as the client says: any. It helps a person to find it.',
  'voucher.amount': 'What was transferred, soles.',
  fileName: 'Of the picture or PDF; null when none was sent.',
  sentAt: 'When it was sent to us.',
  'action.type': 'CARD_FORM: open the provider’s form. CODE: pay the code. TRANSFER: transfer to one of the accounts.',
  scriptUrl: 'The provider’s script that shows the form.',
  merchantId: 'Names us to the provider.',
  sessionKey: 'Names the form to the provider.',
  purchaseNumber: 'Names the purchase to the provider.',
  'action.amount': 'Soles with two decimals, as the provider’s script wants them.',
  expirationMinutes: 'How long the form waits.',
  actionUrl: 'Where the form posts its token. It leads on to the page that tells how the payment ended.',
  timeoutUrl: 'Where the form leads when its time is over.',
  'action.code': 'To be said at an agent, or typed into a bank’s app or wallet.',
  codeUrl: 'The provider’s page with all the ways to pay the code.',
  'action.reference': 'To be written into the description of the transfer.',
  accounts: 'Where to transfer to.',
  bank: 'Name of the bank.',
  'accounts.account': 'Account number.',
};

/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  ...fieldsOf(['make-payment', 'get-payment', 'cancel-payment', 'send-voucher', 'payments'], PAYMENT_FIELDS),
  ...PAYMENT_PARTS,
  // several calls
  savingsTerms: 'How what is saved is worked out: what waiting costs more, part by part.',
  'savingsTerms.name': 'What it is for.',
  'savingsTerms.amount': 'Soles.',
  'savingsTerms.basis': 'How it is reckoned; null where there is nothing to reckon.',

  // get-payment-options
  'get-payment-options.number': 'Number of the loan.',
  purposes: 'What can be paid today; empty when nothing is owed.',
  'purposes.code': 'What would be paid.',
  'purposes.amount': 'The amount, soles; absent where only the bounds are given.',
  'purposes.min': 'The least that can be paid, soles; present where the client may choose.',
  'purposes.max': 'The most that can be paid, soles.',
  modes: 'The ways early money can go, when the client may choose.',
  explanation: 'Why a client would pay this, for the screen’s text.',
  'purposes.terms': 'How the amount is worked out; the terms add up to it. Absent where there is none to explain.',
  'methods.code': 'The way.',
  available: 'Whether it can be used now.',
  confirms: 'How soon we know that it was paid.',
  'methods.min': 'The least one payment can be, soles.',
  'methods.max': 'The most one payment can be, soles; null: no limit of ours.',
  inProgress:
    'A payment whose outcome is not known yet. Until it is, only what is safe beside it is there: not by card, and together with it no more than ends the loan.',

  // get-payoff-quote
  'get-payoff-quote.number': 'Number of the loan.',
  'get-payoff-quote.date': 'The day the loan would end; today unless told, at most 30 days ahead.',
  'get-payoff-quote.principal': 'Principal still owed, soles.',
  'get-payoff-quote.interest': 'Compensatory interest earned and unpaid, soles.',
  'get-payoff-quote.fees': 'Services earned and unpaid, before IGV.',
  'get-payoff-quote.vat': 'IGV of interest and services, soles.',
  'get-payoff-quote.moratory': 'Moratory interest, soles.',
  'get-payoff-quote.credit': 'Money the client has with us, which is taken off, soles.',
  'get-payoff-quote.total': 'What ends the loan on the date, soles.',
  validUntil: 'The last day on which the total is this one.',
  'get-payoff-quote.terms': 'How the total is worked out, term by term; they add up to it.',
  'get-payoff-quote.savings': 'What is saved by not waiting for the due dates, soles.',

  // list-payments
  cursor: 'The nextCursor of the page before.',
  payments: 'Newest first.',

  // make-payment
  'make-payment.settles':
    'With FLEX: the amount is the settlement’s. If it is not by now, nothing is started (amount_changed).',
  'make-payment.amount':
    'Soles. Asked for: needed where the client chooses it, elsewhere what was shown, so that another amount is noticed. Answered: what is frozen.',

  // make-payment-preview
  'make-payment-preview.number': 'Number of the loan.',
  'make-payment-preview.amount': 'What would be paid, soles.',
  'make-payment-preview.date': 'The day it would be paid; at most 30 days ahead.',
  'make-payment-preview.mode': 'Which way early money would go; the loan’s own way unless told.',
  'make-payment-preview.allocation': 'What the money would pay; its parts add up to the amount.',
  'make-payment-preview.paysOff': 'Whether the loan would be over.',
  outstandingBefore: 'Everything unpaid to maturity as it stands, soles.',
  outstandingAfter: 'Everything unpaid to maturity after the payment, soles.',
  'make-payment-preview.savings': 'What the payment makes cheaper, soles.',
  scheduleAfter: 'What would be left to pay; rows that are paid are left out.',
  'scheduleAfter.number': 'Which instalment.',
  'scheduleAfter.dueDate': 'When it is due.',
  'scheduleAfter.principal': 'Principal, soles.',
  'scheduleAfter.interest': 'Compensatory interest, soles.',
  'scheduleAfter.fees': 'Services before IGV, soles.',
  'scheduleAfter.vat': 'IGV, soles.',
  'scheduleAfter.moratory': 'Moratory interest, soles.',
  'scheduleAfter.total': 'The row’s sum, soles.',

  // list-transfer-accounts
  'list-transfer-accounts.bank': 'The bank, as people know it.',
  'list-transfer-accounts.account': 'Account number, as the bank writes it.',
  'list-transfer-accounts.cci': 'The interbank account code, 20 digits.',

  // request-refund
  'request-refund.number': 'Number of the loan.',
  'request-refund.id': 'Names the refund.',
  'request-refund.amount': 'The credit that is sent back, soles.',
  'request-refund.account': 'The end of the account it goes to.',
  arrivesBy: 'The last day on which the money arrives: five business days.',

  // send-voucher
  'send-voucher.bankId': 'The bank of the account of ours that was paid, as `action.accounts` names it.',
  'send-voucher.amount': 'Soles. Sent: what was transferred. Answered: what was asked for.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  amount_changed: 'The amount is another one now: show it, and ask again.',
  purpose_not_available: 'This cannot be paid of the loan now; ask what can.',
  payment_state: 'The payment is in a state that does not allow this.',
  nothing_to_refund: 'There is no credit, or so little that it is kept and shown.',
  bank_account_missing: 'No bank account of the client is known to send it to.',
};
