import type { BusinessDate } from '#loan/business-days.ts';
import { type ExtensionRefusal, extensionRefusal } from '#loan/extension.ts';
import { type ExtensionOffer, extensionOffer } from '#loan/extension-offer.ts';
import { type ExtensionOutcome, extensionOutcome, stillToPay } from '#loan/extension-outcome.ts';
import { isDisbursed } from '#loan/loan.ts';
import type { Cents } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { type CodeOf, invalidFields, type Refusal, refusedBecause } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import type { ExtensionSales, TakeExtensionQuote } from '#server/lending/payments/payment-context.ts';
import { readQuotesToPay } from '#server/lending/payments/store/payment-store.ts';
import {
  type Extension,
  insertQuote,
  lockExtension,
  readExtensions,
  readLatestQuote,
  readPendingExtensions,
  requestQuote,
} from './extension-store.ts';

export interface ExtensionTerms {
  readonly kind: 'offered';
  readonly offer: ExtensionOffer;
}

/** Prices an extension of the loan as of today, or says why it is not offered. */
export function extensionToday(
  { loan, day }: LoanSnapshot,
  termDays: number,
  parameters: ParametersInForce,
): ExtensionTerms | { readonly kind: 'refused'; readonly reason: ExtensionRefusal | 'parameter-missing' } {
  if (!isDisbursed(loan)) return { kind: 'refused', reason: 'loan-not-active' };
  const reason = extensionRefusal(standingOn(loan, day), termDays, loan.topUp !== undefined);
  const feeCents = parameters.policies().extensionFees.get(termDays);
  if (reason || feeCents === undefined) return { kind: 'refused', reason: reason ?? 'term-not-offered' };
  // Its interest is never above the cap of today (decision 0110), which nobody may guess.
  const { capPercent } = parameters;
  if (capPercent === undefined) return { kind: 'refused', reason: 'parameter-missing' };
  return { kind: 'offered', offer: extensionOffer(loan, termDays, feeCents, day, capPercent) };
}

/** An extension that the client has started to pay for, and what became of it. */
export interface RequestedExtension {
  readonly extension: Extension;
  readonly outcome: ExtensionOutcome;
}

/**
 * The extensions that were asked for: those that wait for the rest of their price come first, then the last request.
 * Quotes that were only shown do not count.
 */
export async function requestedExtensions(
  db: Db,
  { id, loan, day }: Pick<LoanSnapshot, 'id' | 'loan' | 'day'>,
): Promise<RequestedExtension[]> {
  const ids = await readQuotesToPay(db, id);
  const byId = new Map((await readExtensions(db, ids)).map((extension) => [extension.id, extension]));
  return ids
    .flatMap((quoteId) => byId.get(quoteId) ?? [])
    .map((extension) => ({ extension, outcome: extensionOutcome(loan, extension, day) }))
    .sort((a, b) => Number(waitsForRest(b, day)) - Number(waitsForRest(a, day)));
}

/**
 * Prices every term as of today, shortest first. A term whose quote waits for the rest of its price keeps the price of
 * that quote.
 */
export function extensionsToday(
  snapshot: LoanSnapshot,
  requested: readonly RequestedExtension[],
  parameters: ParametersInForce,
): ReturnType<typeof extensionToday>[] {
  return snapshot.loan.terms.policy.extension.termOptions.map((termDays) => {
    const waiting = waitingFor(termDays, requested, snapshot.day);
    return waiting
      ? { kind: 'offered', offer: waiting.extension.quote }
      : extensionToday(snapshot, termDays, parameters);
  });
}

function waitingFor(
  termDays: number,
  requested: readonly RequestedExtension[],
  day: BusinessDate,
): RequestedExtension | undefined {
  return requested.find((one) => one.extension.termDays === termDays && waitsForRest(one, day));
}

function waitsForRest({ extension, outcome }: RequestedExtension, day: BusinessDate): boolean {
  const { status, missingCents } = outcome;
  return day.date <= extension.validUntil && status === 'PAYMENT_PENDING' && missingCents !== undefined;
}

/**
 * Freezes a price for today, under the loan's lock. The same term on the same day at the same price is the same quote,
 * and so is a quote of which a part has been paid, because what is asked for then is the rest.
 */
export async function quoteExtension(
  locked: LockedLoan,
  termDays: number,
  parameters: ParametersInForce,
): Promise<{ readonly kind: 'quoted'; readonly extension: Extension; readonly toPayCents: Cents } | Refusal> {
  const { trx, day, now, id: loanId } = locked;
  const waiting = waitingFor(termDays, await requestedExtensions(trx, locked), day);
  const { missingCents } = waiting?.outcome ?? {};
  if (waiting && missingCents !== undefined) {
    return { kind: 'quoted', extension: waiting.extension, toPayCents: missingCents };
  }
  const terms = extensionToday(locked, termDays, parameters);
  if (terms.kind === 'refused') {
    if (terms.reason === 'term-not-offered') return invalidFields([{ field: 'term', code: 'not_allowed' }]);
    return noExtension(terms.reason);
  }
  const last = await readLatestQuote(trx, loanId, termDays);
  if (last && isOpen(last, locked) && sameOffer(last.quote, terms.offer)) {
    return { kind: 'quoted', extension: last, toPayCents: last.priceCents };
  }
  const quote = { id: uuidv7(now), loanId, quote: terms.offer, quotedOn: day.date, now };
  const extension = await insertQuote(trx, quote);
  return { kind: 'quoted', extension, toPayCents: extension.priceCents };
}

/** Tells whether a quote can still be paid today, also one for which no money has come yet. */
function isOpen(extension: Extension, { loan, day }: Pick<LockedLoan, 'loan' | 'day'>): boolean {
  if (day.date > extension.validUntil) return false;
  return extension.status === 'QUOTED' || stillToPay(extension, extensionOutcome(loan, extension, day)) !== undefined;
}

/** Tells whether the client has asked for an extension that can still be paid at its price. */
export async function isExtensionPending(db: Db, { id, loan, day }: LoanSnapshot): Promise<boolean> {
  const pending = await readPendingExtensions(db, id, day.date);
  return pending.some((extension) => stillToPay(extension, extensionOutcome(loan, extension, day)) !== undefined);
}

const NO_EXTENSION: CodeOf<ExtensionRefusal | 'parameter-missing'> = {
  'not-a-single-payment': 'not_eligible',
  'loan-not-active': 'not_eligible',
  'on-a-plan': 'not_eligible',
  'too-late': 'not_eligible',
  'top-up-in-progress': 'not_eligible',
  'term-not-offered': 'not_eligible',
  'too-many-extensions': 'not_eligible',
  'too-long': 'not_eligible',
  'parameter-missing': 'parameter_missing',
};

function noExtension(reason: keyof typeof NO_EXTENSION): Refusal {
  return refusedBecause(reason, NO_EXTENSION, `No extension: ${reason}.`);
}

function sameOffer(a: ExtensionOffer, b: ExtensionOffer): boolean {
  return a.price.totalCents === b.price.totalCents && a.totalCostAfterCents === b.totalCostAfterCents;
}

/**
 * Requests a quoted extension, with a step-up: only then can a payment name the quote. Idempotent: a repeated request
 * succeeds whatever has happened since, because the rules of the payment decide then.
 * @returns the reason why it cannot be had any more, or nothing
 */
export async function askForExtension(
  locked: LockedLoan,
  quoteId: string,
  parameters: ParametersInForce,
  challengeId: string | undefined,
): Promise<Refusal | undefined> {
  const { trx, id: loanId, day } = locked;
  const extension = await lockExtension(trx, { id: quoteId, loanId });
  if (!extension || extension.status === 'PAYMENT_PENDING' || day.date > extension.validUntil) return undefined;
  const refusal = refusalOf(extensionToday(locked, extension.termDays, parameters));
  if (refusal) return refusal;
  if (extension.status === 'QUOTED') await requestQuote(trx, quoteId, challengeId);
  return undefined;
}

/** Why a quote of the day, requested or not, cannot be had any more; nothing while it can, and when its day is over. */
export async function refuseExtension(
  locked: LockedLoan,
  quoteId: string,
  parameters: ParametersInForce,
): Promise<Refusal | undefined> {
  const extension = await lockExtension(locked.trx, { id: quoteId, loanId: locked.id });
  if (!extension || locked.day.date > extension.validUntil) return undefined;
  return refusalOf(extensionToday(locked, extension.termDays, parameters));
}

function refusalOf(terms: ReturnType<typeof extensionToday>): Refusal | undefined {
  return terms.kind === 'offered' ? undefined : noExtension(terms.reason);
}

/** Finds the price and use of a payment for a quote. A quote that was not requested with a step-up is not found. */
const takeExtensionQuote: TakeExtensionQuote = async (trx, { quoteId, loanId, loan, day }) => {
  const extension = await lockExtension(trx, { id: quoteId, loanId });
  if (!extension) return { kind: 'not-there' };
  const amountCents = stillToPay(extension, extensionOutcome(loan, extension, day));
  if (extension.status === 'QUOTED' && day.date <= extension.validUntil) return { kind: 'not-there' };
  if (amountCents === undefined || day.date > extension.validUntil) return { kind: 'expired' };
  const { id, priceCents, validUntil, termDays, feeCents } = extension;
  const { capPercent } = extension.quote.price;
  return { kind: 'quoted', amountCents, termDays, feeCents, capPercent, quote: { id, priceCents, validUntil } };
};

/** The functions of extensions that payments call. */
export const extensionSales: ExtensionSales = {
  take: takeExtensionQuote,
  async missing(trx, { quoteId, loanId, loan, day }) {
    const extension = await lockExtension(trx, { id: quoteId, loanId });
    return extension && stillToPay(extension, extensionOutcome(loan, extension, day));
  },
  read: readExtensions,
};
