import { type ExtensionRefusal, extensionRefusal } from '#loan/extension.ts';
import { type ExtensionOffer, extensionOffer } from '#loan/extension-offer.ts';
import { type ExtensionOutcome, extensionOutcome, stillToPay } from '#loan/extension-outcome.ts';
import { isDisbursed } from '#loan/loan.ts';
import type { Cents } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import type { ExtensionSales, TakeExtensionQuote } from '#server/lending/payments/payment-context.ts';
import {
  type Extension,
  insertQuote,
  lockExtension,
  readExtensions,
  readLatestExtension,
  readPendingExtensions,
  requestQuote,
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

/** The last extension that was quoted, and what became of it. */
export interface LatestExtension {
  readonly extension: Extension;
  readonly outcome: ExtensionOutcome;
}

/** The same of every term, shortest first. A quote that waits for the rest of its price is what its term costs. */
export function extensionsToday(
  snapshot: LoanSnapshot,
  latest: LatestExtension | undefined,
  parameters: ParametersInForce,
): ReturnType<typeof extensionToday>[] {
  return snapshot.loan.terms.policy.extension.termOptions.map((termDays) =>
    latest?.extension.termDays === termDays && waitsForRest(latest, snapshot)
      ? { kind: 'offered', offer: latest.extension.quote }
      : extensionToday(snapshot, termDays, parameters),
  );
}

function waitsForRest({ extension, outcome }: LatestExtension, { day }: LoanSnapshot): boolean {
  const isOpen = day.date <= extension.validUntil && outcome.status === 'PAYMENT_PENDING';
  return isOpen && outcome.missingCents !== undefined;
}

/**
 * Freezes a price for today, under the loan's lock. The same term on the same day at the same price is the same quote, and
 * so is one of which a part has been paid: what is asked for then is the rest.
 */
export async function quoteExtension(
  locked: LockedLoan,
  termDays: number,
  parameters: ParametersInForce,
): Promise<{ readonly kind: 'quoted'; readonly extension: Extension; readonly toPayCents: Cents } | Refusal> {
  const { trx, day, now, id: loanId } = locked;
  const open = await openQuote(locked, termDays);
  if (open && isPaidInPart(open)) return { kind: 'quoted', ...open };
  const terms = extensionToday(locked, termDays, parameters);
  if (terms.kind === 'refused') {
    if (terms.reason === 'parameter-missing') return capMissing();
    return terms.reason === 'term-not-offered'
      ? invalidFields([{ field: 'term', code: 'not_allowed' }])
      : refused(409, 'not_eligible', `No extension: ${terms.reason}.`);
  }
  if (open && sameOffer(open.extension.quote, terms.offer)) return { kind: 'quoted', ...open };
  const quote = { id: uuidv7(now), loanId, quote: terms.offer, quotedOn: day.date, now };
  const extension = await insertQuote(trx, quote);
  return { kind: 'quoted', extension, toPayCents: extension.priceCents };
}

interface OpenQuote {
  readonly extension: Extension;
  readonly toPayCents: Cents;
}

/** The last quote for a term that can still be paid today, with what is missing of its price. */
async function openQuote(
  { trx, id: loanId, loan, day }: Pick<LockedLoan, 'trx' | 'id' | 'loan' | 'day'>,
  termDays: number,
): Promise<OpenQuote | undefined> {
  const extension = await readLatestExtension(trx, loanId, termDays);
  if (!extension || extension.validUntil < day.date) return undefined;
  const outcome = extensionOutcome(loan, extension, day);
  const toPayCents = extension.status === 'QUOTED' ? extension.priceCents : stillToPay(extension, outcome);
  return toPayCents === undefined ? undefined : { extension, toPayCents };
}

function isPaidInPart({ extension, toPayCents }: OpenQuote): boolean {
  return toPayCents < extension.priceCents;
}

/** The last quote of a loan with what became of it. */
export async function latestExtension(
  db: Db,
  { id, loan, day }: Pick<LoanSnapshot, 'id' | 'loan' | 'day'>,
): Promise<LatestExtension | undefined> {
  const extension = await readLatestExtension(db, id);
  return extension && { extension, outcome: extensionOutcome(loan, extension, day) };
}

/** Whether the client has asked for an extension that can still be paid at its price. */
export async function isExtensionPending(db: Db, { id, loan, day }: LoanSnapshot): Promise<boolean> {
  const pending = await readPendingExtensions(db, id, day.date);
  return pending.some((extension) => stillToPay(extension, extensionOutcome(loan, extension, day)) !== undefined);
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
  await requestQuote(trx, quoteId, challengeId);
  return undefined;
}

/** What a payment for a quote costs and is used for. A quote that was not requested with a step-up is not found. */
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

/** What payments ask of extensions. */
export const extensionSales: ExtensionSales = {
  take: takeExtensionQuote,
  async missing(trx, { quoteId, loanId, loan, day }) {
    const extension = await lockExtension(trx, { id: quoteId, loanId });
    return extension && stillToPay(extension, extensionOutcome(loan, extension, day));
  },
  read: readExtensions,
};
