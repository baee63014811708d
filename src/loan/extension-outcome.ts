import type { BusinessDate } from './business-days.ts';
import { type CalendarDate, laterOf } from './calendar.ts';
import { inOrderOfEffect } from './day-order.ts';
import { type ExtensionStatus, extensionPrice, extensionRefusal } from './extension.ts';
import { isDisbursed, type Loan, type Payment, type QuotedPrice } from './loan.ts';
import { type Cents, cents, sum, ZERO } from './money.ts';
import { boughtBy, quoteOf } from './quoted-price.ts';
import { foldFacts, standingOn } from './standing.ts';

/** A quote as it is stored, without what its money did: the loan's facts say that. */
export interface StoredQuote extends QuotedPrice {
  readonly status: ExtensionStatus;
  readonly termDays: number;
  readonly feeCents: Cents;
}

/** The fate of a quoted extension by everything known today. */
export interface ExtensionOutcome {
  readonly status: ExtensionStatus;
  /** The due date it moved to; undefined unless it is bought. */
  readonly newDueDate?: CalendarDate | undefined;
  /**
   * The part of the price that is missing; undefined without money, and when the extension cannot be had at any price.
   */
  readonly missingCents?: Cents | undefined;
  /** The payments that are the price, or that were too little for it; money beyond the price is not among them. */
  readonly paymentIds: readonly string[];
  /**
   * The extension cannot be had on that date any more, because the loan is on a plan, paid, or too late. New money
   * would be an ordinary payment.
   */
  readonly isOver?: boolean;
}

/**
 * Works out what the money of a quote did (domain 2.12). All of it that was paid while the price stood is one sum,
 * whichever code it came by and whenever it became known; when that reaches the price the quote has bought its
 * extension, once. EX1 on its due date, 26,22 for 14 days: 10,00 leaves 16,22 missing, 16,22 more moves the date to
 * 28/02/2026.
 */
export function extensionOutcome(loan: Loan, stored: StoredQuote, day: BusinessDate): ExtensionOutcome {
  const named = loan.facts.filter((fact): fact is Payment => quoteOf(fact)?.id === stored.id);
  const parts = inOrderOfEffect(named.filter(({ reversedOn }) => !reversedOn)) as Payment[];
  const standing = isDisbursed(loan) ? standingOn(loan, day) : undefined;
  const bought = standing && boughtBy(stored.id, standing);
  if (bought) return { status: 'ACTIVE', newDueDate: bought.to, paymentIds: partsOf(parts, bought) };
  if (parts.length < named.length && wouldBeBought(loan, stored, day)) return { status: 'REVERSED', paymentIds: [] };
  const isOver = !standing || extensionRefusal(standing, stored.termDays, false) !== undefined;
  const status = isOver && isWaiting(stored) ? 'EXPIRED' : stored.status;
  if (parts.length === 0) return { status, isOver, paymentIds: [] };
  const paymentIds = parts.map(({ id }) => id);
  const inTime = parts.filter(({ date }) => date <= stored.validUntil);
  const missingInTime = stored.priceCents - total(inTime);
  const wasReached = missingInTime <= loan.terms.policy.extension.toleranceCents;
  const late = parts.at(-1);
  if (wasReached || (late && late.date > stored.validUntil)) {
    const missingCents = wasReached ? undefined : missingOn(loan, stored, parts, day);
    return { status: 'APPLIED_AS_PAYMENT', missingCents, paymentIds };
  }
  if (isOver) return { status: 'APPLIED_AS_PAYMENT', paymentIds };
  return { status, missingCents: cents(missingInTime), paymentIds };
}

function isWaiting({ status }: StoredQuote): boolean {
  return status === 'QUOTED' || status === 'PAYMENT_PENDING';
}

function total(parts: readonly Payment[]): Cents {
  return sum(...parts.map(({ amountCents }) => amountCents));
}

/** Picks the payments up to the one that reached what was taken. */
function partsOf(
  parts: readonly Payment[],
  { boughtOn, paidCents }: { readonly boughtOn: CalendarDate; readonly paidCents: Cents },
): string[] {
  let before = ZERO;
  return parts.flatMap(({ id, date, amountCents }) => {
    const isPart = before < paidCents && (date === boughtOn || isInTime(parts, boughtOn));
    if (isPart) before = sum(before, amountCents);
    return isPart ? [id] : [];
  });
}

/** Parts of several days count together only while the price stands. */
function isInTime(parts: readonly Payment[], boughtOn: CalendarDate): boolean {
  const quote = parts[0] && quoteOf(parts[0]);
  return quote !== undefined && boughtOn <= quote.validUntil;
}

/** Tells whether the extension would stand if none of its money had been taken back. */
function wouldBeBought(loan: Loan, { id }: StoredQuote, day: BusinessDate): boolean {
  const facts = loan.facts.map((fact) =>
    fact.kind === 'payment' && quoteOf(fact)?.id === id ? { ...fact, reversedOn: undefined } : fact,
  );
  return boughtBy(id, standingOn({ ...loan, facts }, day)) !== undefined;
}

/** Computes how much more it would have taken on the day of the last money. */
function missingOn(
  loan: Loan,
  { termDays, feeCents }: StoredQuote,
  parts: readonly Payment[],
  { calendar }: BusinessDate,
): Cents | undefined {
  const date = parts.reduce((last, part) => laterOf(last, part.date), (parts[0] as Payment).date);
  if (!isDisbursed(loan) || date < loan.valueDate) return undefined;
  const ofTheDay = parts.filter((part) => part.date === date);
  const counted = inOrderOfEffect(loan.facts.filter((fact) => !(fact.kind === 'payment' && fact.reversedOn)));
  const before = counted
    .slice(
      0,
      counted.findIndex(({ id }) => id === ofTheDay.at(-1)?.id),
    )
    .filter(({ id }) => !ofTheDay.some((part) => part.id === id));
  const standing = foldFacts(loan, before, { date, calendar });
  if (extensionRefusal(standing, termDays, false)) return undefined;
  const price = extensionPrice(standing, termDays, feeCents, capOf(ofTheDay[0] as Payment));
  return cents(Math.max(0, price.totalCents - total(ofTheDay)));
}

function capOf({ use }: Payment): number | undefined {
  return use.kind === 'extension' ? use.capPercent : undefined;
}

/**
 * Computes what is still to pay of a price that can be had; undefined when it is bought, or its money was used
 * otherwise.
 */
export function stillToPay(stored: StoredQuote, { status, missingCents, isOver }: ExtensionOutcome): Cents | undefined {
  const isOpen = !isOver && (status === 'PAYMENT_PENDING' || status === 'EXPIRED');
  return isOpen ? (missingCents ?? stored.priceCents) : undefined;
}
