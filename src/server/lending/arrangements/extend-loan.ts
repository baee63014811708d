import type { BankCalendar } from '#loan/business-days.ts';
import {
  EXTENSION_TRANSITIONS,
  type ExtensionEvent,
  type ExtensionRefusal,
  extensionPrice,
  extensionRefusal,
} from '#loan/extension.ts';
import { type ExtensionOffer, extensionOffer } from '#loan/extension-offer.ts';
import { isDisbursed, type Loan, type Payment } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { move } from '#loan/transitions.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { BusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import type { ExtensionSales, TakeExtensionQuote } from '#server/lending/payments/payment-context.ts';
import type { SubjectPaid } from '#server/lending/payments/receive-money.ts';
import {
  type Extension,
  insertQuote,
  lockExtension,
  moveExtension,
  readExtensions,
  readLatestExtension,
} from './extension-store.ts';

export interface ExtensionTerms {
  readonly kind: 'offered';
  readonly offer: ExtensionOffer;
}

/** What an extension of the loan would be today, or why there is none. */
export function extensionToday(
  { loan, day }: LoanSnapshot,
  termDays: number,
  parameters: ParametersInForce,
): ExtensionTerms | { readonly kind: 'refused'; readonly reason: ExtensionRefusal | 'parameter-missing' } {
  if (!isDisbursed(loan)) return { kind: 'refused', reason: 'loan-not-active' };
  const reason = extensionRefusal(standingOn(loan, day), termDays, loan.topUp !== undefined);
  const feeCents = parameters.policies().extensionFees.get(termDays);
  if (reason || feeCents === undefined) return { kind: 'refused', reason: reason ?? 'term-not-offered' };
  // Its interest is never above the cap of today (decision 0112), which nobody may guess.
  const { capPercent } = parameters;
  if (capPercent === undefined) return { kind: 'refused', reason: 'parameter-missing' };
  return { kind: 'offered', offer: extensionOffer(loan, termDays, feeCents, day, capPercent) };
}

/** Freezes a price for today, under the loan's lock. The same term on the same day at the same price is the same quote. */
export async function quoteExtension(
  locked: LockedLoan,
  termDays: number,
  parameters: ParametersInForce,
): Promise<{ readonly kind: 'quoted'; readonly extension: Extension } | Refusal> {
  const { trx, day, now, id: loanId } = locked;
  const terms = extensionToday(locked, termDays, parameters);
  if (terms.kind === 'refused') {
    if (terms.reason === 'parameter-missing') return capMissing();
    return terms.reason === 'term-not-offered'
      ? invalidFields([{ field: 'term', code: 'not_allowed' }])
      : refused(409, 'not_eligible', `No extension: ${terms.reason}.`);
  }
  const last = await readLatestExtension(trx, loanId, termDays);
  const isSame = last?.status === 'QUOTED' && last.validUntil === day.date && sameOffer(last.quote, terms.offer);
  if (isSame) return { kind: 'quoted', extension: last };
  const quote = { id: uuidv7(now), loanId, quote: terms.offer, quotedOn: day.date, now };
  return { kind: 'quoted', extension: await insertQuote(trx, quote) };
}

function capMissing(): Refusal {
  return refused(409, 'parameter_missing', 'No rate cap is loaded for today.');
}

function sameOffer(a: ExtensionOffer, b: ExtensionOffer): boolean {
  return a.price.totalCents === b.price.totalCents && a.totalCostAfterCents === b.totalCostAfterCents;
}

/**
 * The client requests a quoted extension with a step-up: only then can a payment name the quote. Idempotent: a repeated
 * request succeeds whatever has happened since, because the rules of the payment decide then.
 * @returns why it cannot be had any more, or nothing
 */
export async function askForExtension(
  locked: LockedLoan,
  quoteId: string,
  parameters: ParametersInForce,
  challengeId: string | undefined,
): Promise<Refusal | undefined> {
  const { trx, id: loanId, day } = locked;
  const extension = await lockExtension(trx, { id: quoteId, loanId });
  if (extension?.status !== 'QUOTED' || day.date > extension.validUntil) return undefined;
  const terms = extensionToday(locked, extension.termDays, parameters);
  if (terms.kind === 'refused' && terms.reason === 'parameter-missing') return capMissing();
  if (terms.kind === 'refused') return refused(409, 'not_eligible', `No extension: ${terms.reason}.`);
  await moveExtension(trx, quoteId, { status: 'PAYMENT_PENDING', challengeId });
  return undefined;
}

/** What a payment for a quote costs and is used for. A quote that was not requested with a step-up is not found. */
const takeExtensionQuote: TakeExtensionQuote = async (trx, { quoteId, loanId, today }) => {
  const extension = await lockExtension(trx, { id: quoteId, loanId });
  if (!extension) return { kind: 'not-there' };
  const isOpen = extension.status === 'QUOTED' || extension.status === 'PAYMENT_PENDING';
  if (!isOpen || today > extension.validUntil) return { kind: 'expired' };
  if (extension.status === 'QUOTED') return { kind: 'not-there' };
  const { priceCents, termDays, feeCents, quote } = extension;
  return { kind: 'quoted', amountCents: priceCents, termDays, feeCents, capPercent: quote.price.capPercent };
};

/** What payments ask of extensions. */
export const extensionSales: ExtensionSales = {
  take: takeExtensionQuote,
  async isUnpaid(trx, key) {
    const quote = await lockExtension(trx, key);
    return quote?.status === 'PAYMENT_PENDING' || quote?.status === 'EXPIRED';
  },
  read: readExtensions,
};

/**
 * Notes what the money of a payment did to its extension (domain 2.12). The loan's rules have decided already, by the
 * day the money was paid: enough moved the due date, also after the quote's day was over; less was an ordinary payment,
 * and the client is told what was missing.
 */
export function extensionMoney(calendar: BusinessCalendar): SubjectPaid {
  return async (trx, { intent, payment, before, after }) => {
    if (intent.purpose !== 'EXTENSION' || intent.subjectId === undefined) return;
    const extension = await lockExtension(trx, { id: intent.subjectId, loanId: intent.loanId });
    if (!extension) return;
    const days = await calendar.days(trx);
    const event = movedTheDueDate(before, after, payment, days) ? 'enough-money' : 'short-money';
    await note(trx, extension, event, payment, missingOf(before, extension, payment, days));
  };
}

async function note(
  trx: Trx,
  { id, status }: Extension,
  event: ExtensionEvent,
  payment: Payment,
  missingCents: Cents | undefined,
): Promise<void> {
  const moved = move(EXTENSION_TRANSITIONS, status, event);
  // A second payment for a decided quote is an ordinary payment of the loan.
  if (moved.kind === 'refused') return;
  const paymentId = payment.id;
  if (moved.to === 'ACTIVE') await moveExtension(trx, id, { status: 'ACTIVE', paymentId });
  else await moveExtension(trx, id, { status: 'APPLIED_AS_PAYMENT', paymentId, missingCents });
}

function movedTheDueDate(before: Loan, after: Loan, { date }: Payment, calendar: BankCalendar): boolean {
  return extensionsBought(after, date, calendar) > extensionsBought(before, date, calendar);
}

function extensionsBought(loan: Loan, date: Payment['date'], calendar: BankCalendar): number {
  return isDisbursed(loan) ? (standingOn(loan, { date, calendar }).groups[0]?.extensions.length ?? 0) : 0;
}

/** How much more it would have taken on the day the money was paid; undefined when it could not be had at any price. */
function missingOf(
  before: Loan,
  { termDays, feeCents, quote }: Extension,
  payment: Payment,
  calendar: BankCalendar,
): Cents | undefined {
  if (!isDisbursed(before) || payment.date < before.valueDate) return undefined;
  const standing = standingOn(before, { date: payment.date, calendar });
  if (extensionRefusal(standing, termDays, false)) return undefined;
  return cents(
    Math.max(0, extensionPrice(standing, termDays, feeCents, quote.price.capPercent).totalCents - payment.amountCents),
  );
}
