import type { BankCalendar, BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { inOrderOfEffect } from './day-order.ts';
import { balancesAfter, difference, type Posting, reversal } from './ledger.ts';
import { isDisbursed, type Loan, type LoanFact, type Payment, type Standing } from './loan.ts';
import { changeFacts, type LoanChange, recordFact } from './loan-life.ts';
import { type Cents, subtract, sum, ZERO } from './money.ts';
import { COMPONENTS, type Component, type Line, lineOf } from './obligation.ts';
import { boughtBy, onTheDayOfThePrice, quoteOf } from './quoted-price.ts';
import { foldFacts, paidInFullOn, standingOn } from './standing.ts';

export type RepaymentRefusal =
  | 'amount-not-positive'
  | 'loan-not-disbursed'
  | 'dated-in-the-future'
  | 'dated-before-disbursement'
  | 'already-recorded';

/** The allocation of one payment by component: the parts and the credit add up to its amount (P15). */
export interface Allocation {
  /** Before IGV; components without money are absent. Negative: money that moved to other components. */
  readonly paidCents: Readonly<Partial<Record<Component, Cents>>>;
  readonly vatCents: Cents;
  readonly creditCents: Cents;
  readonly totalCents: Cents;
}

/** A component of an allocation with the IGV that went with it. */
export interface AllocationLine {
  readonly component: Component;
  readonly netCents: Cents;
  readonly vatCents: Cents;
}

export type RepaymentDecision =
  | (LoanChange & { readonly allocation: Allocation })
  | { readonly kind: 'refused'; readonly reason: RepaymentRefusal };

/**
 * Accepts money for a loan (domain 2.11). It is refused only when it cannot belong to this loan; a paid or
 * written-off loan still accepts it, as credit or recovery. It counts on its own date, also when it becomes known
 * later. EX1 on its due date, 573,03 by card: PSP clearing 573,03 against principal 500,00, interest 31,89, fees
 * 30,00, IGV 11,14.
 * @param today the business date up to which the loan has been accrued
 */
export function decideRepayment(loan: Loan, payment: Payment, day: BusinessDate): RepaymentDecision {
  const reason = refusalOf(loan, payment, day.date);
  if (reason) return { kind: 'refused', reason };
  const change = recordFact(loan, asSold(loan, payment, day), day);
  return { ...change, allocation: allocationOf(change.loan, payment.id, day.calendar) };
}

/**
 * Keeps the price with the money that buys an extension after its quote has ended, as a new quote of its day would (domain
 * 2.12). Without it a payment taken back later on would raise the price, and undo what the client was told.
 */
function asSold(loan: Loan, payment: Payment, day: BusinessDate): Payment {
  const { use, date } = payment;
  if (use.kind !== 'extension' || !use.quote || date <= use.quote.validUntil) return payment;
  const { id } = use.quote;
  const bought = boughtBy(id, standingOn({ ...loan, facts: [...loan.facts, payment] }, day));
  if (!bought || boughtBy(id, standingOn(loan, day))) return payment;
  return { ...payment, use: { ...use, soldCents: bought.paidCents } };
}

function refusalOf(loan: Loan, payment: Payment, today: CalendarDate): RepaymentRefusal | undefined {
  if (payment.amountCents <= 0) return 'amount-not-positive';
  if (!isDisbursed(loan)) return 'loan-not-disbursed';
  if (payment.date > today) return 'dated-in-the-future';
  if (payment.date < loan.valueDate) return 'dated-before-disbursement';
  return loan.facts.some(({ id }) => id === payment.id) ? 'already-recorded' : undefined;
}

/**
 * Tells how a recorded payment is allocated on its own date, by everything known now. An earlier payment that becomes
 * known later changes the allocation, never the amount.
 */
export function allocationOf(loan: Loan, paymentId: string, calendar: BankCalendar): Allocation {
  const [before, after] = aroundPayment(loan, paymentId, calendar);
  return allocationBetween(before, after);
}

/**
 * Adds up where several payments went. What a later one moved of an earlier one's is in both, so that the parts and the
 * credit add up to everything that was received.
 */
export function allocationOfAll(loan: Loan, paymentIds: readonly string[], calendar: BankCalendar): Allocation {
  const each = paymentIds.map((id) => allocationOf(loan, id, calendar));
  const parts = COMPONENTS.map((name) => [name, sum(...each.map(({ paidCents }) => paidCents[name] ?? ZERO))] as const);
  return {
    paidCents: Object.fromEntries(parts.filter(([, amount]) => amount !== 0)),
    vatCents: sum(...each.map(({ vatCents }) => vatCents)),
    creditCents: sum(...each.map(({ creditCents }) => creditCents)),
    totalCents: sum(...each.map(({ totalCents }) => totalCents)),
  };
}

/**
 * Tells how a payment is allocated line by line, each with its IGV, in the order of allocation, without zeros. EX1 on
 * its due date, 573,03: interest 31,89 + 5,74, techFee 12,00 + 2,16, … principal 500,00. Lines and the allocation's
 * credit add up to the payment.
 */
export function allocationLines(loan: Loan, paymentId: string, calendar: BankCalendar): AllocationLine[] {
  const [before, after] = aroundPayment(loan, paymentId, calendar);
  return COMPONENTS.map((component) => ({
    component,
    netCents: paidBetween(before, after, component, (of) => of.paidNetCents),
    vatCents: paidBetween(before, after, component, (of) => of.paidVatCents),
  })).filter(({ netCents, vatCents }) => netCents !== 0 || vatCents !== 0);
}

/**
 * `P-2026-0001234-3`: the number of a loan's third payment, to read out. It is the payment's place among those that
 * were booked on the loan, reversed ones included, so that none is ever renumbered: neither by a back-dated one nor by
 * money that came earlier and was matched with the loan later, whose id is older.
 */
export function receiptNumber({ number, facts }: Pick<Loan, 'number' | 'facts'>, paymentId: string): string {
  const payments = facts.filter(({ kind }) => kind === 'payment');
  return `${number}-${payments.findIndex(({ id }) => id === paymentId) + 1}`;
}

/** Computes the standing before and after one payment; undefined for a reversed one. */
function aroundPayment(
  loan: Loan,
  paymentId: string,
  calendar: BankCalendar,
): readonly [Standing, Standing] | readonly [undefined, undefined] {
  const payment = loan.facts.find((fact): fact is Payment => fact.kind === 'payment' && fact.id === paymentId);
  if (!payment || !isDisbursed(loan)) throw new RangeError(`loan ${loan.number} has no payment ${paymentId}`);
  if (payment.reversedOn) return [undefined, undefined];
  const counted = inOrderOfEffect(partsOfThePrice(loan, payment, calendar));
  const at = counted.findIndex(({ id }) => id === paymentId);
  const [before, own] = [counted.slice(0, at), counted[at] as Payment];
  const stand = (facts: readonly LoanFact[]): Standing => foldFacts(loan, facts, { date: own.date, calendar });
  return [stand(before), stand([...before, own])];
}

/**
 * Selects the facts that count for a payment's allocation. Where an extension was paid in parts, each part is a part of
 * its price, also the one that came before the price was reached.
 */
function partsOfThePrice(
  loan: Loan & { readonly valueDate: CalendarDate },
  payment: Payment,
  calendar: BankCalendar,
): readonly LoanFact[] {
  const counted = loan.facts.filter((fact) => !(fact.kind === 'payment' && fact.reversedOn));
  const quote = quoteOf(payment);
  if (!quote) return counted;
  const { facts } = onTheDayOfThePrice(counted, loan.terms.policy.extension.toleranceCents);
  const day = facts.find(({ id }) => id === payment.id)?.date ?? payment.date;
  const upToThen = facts.filter(({ date }) => date <= day);
  const isBought = boughtBy(quote.id, foldFacts(loan, upToThen, { date: day, calendar }))?.boughtOn === day;
  if (!isBought) return counted;
  return facts.map((fact) => (quoteOf(fact)?.id === quote.id && fact.date === day ? promised(fact, day) : fact));
}

/** Gives the payment a price that any part reaches. */
function promised(fact: LoanFact, validUntil: CalendarDate): LoanFact {
  if (fact.kind !== 'payment' || fact.use.kind !== 'extension' || !fact.use.quote) return fact;
  return { ...fact, use: { ...fact.use, quote: { ...fact.use.quote, priceCents: ZERO, validUntil } } };
}

function allocationBetween(before: Standing | undefined, after: Standing | undefined): Allocation {
  const paid = (component: Component, part: (of: Line) => Cents): Cents => paidBetween(before, after, component, part);
  const parts = COMPONENTS.map((component) => [component, paid(component, (of) => of.paidNetCents)] as const);
  const vatCents = sum(...COMPONENTS.map((component) => paid(component, (of) => of.paidVatCents)));
  const creditCents = subtract(after?.creditCents ?? ZERO, before?.creditCents ?? ZERO);
  return {
    paidCents: Object.fromEntries(parts.filter(([, amount]) => amount !== 0)),
    vatCents,
    creditCents,
    totalCents: sum(...parts.map(([, amount]) => amount), vatCents, creditCents),
  };
}

function paidBetween(
  before: Standing | undefined,
  after: Standing | undefined,
  component: Component,
  part: (of: Line) => Cents,
): Cents {
  return subtract(sumOver(after, component, part), sumOver(before, component, part));
}

function sumOver(standing: Standing | undefined, component: Component, part: (of: Line) => Cents): Cents {
  return standing ? sum(...standing.groups.map((group) => part(lineOf(group, component)))) : ZERO;
}

/** Previews a payment: its allocation, and what would be left to pay (domain 2.11.3). */
export function previewRepayment(
  loan: Loan & { readonly valueDate: CalendarDate },
  payment: Payment,
  calendar: BankCalendar,
): { readonly allocation: Allocation; readonly after: Standing; readonly paysOff: boolean } {
  const counted = loan.facts.filter(
    (fact) => fact.date <= payment.date && !(fact.kind === 'payment' && fact.reversedOn),
  );
  const before = foldFacts(loan, counted, { date: payment.date, calendar });
  const after = foldFacts(loan, [...counted, payment], { date: payment.date, calendar });
  const isQuoted = quoteOf(payment) !== undefined;
  return {
    allocation: isQuoted
      ? allocationOf({ ...loan, facts: [...counted, payment] }, payment.id, calendar)
      : allocationBetween(before, after),
    after,
    paysOff: paidInFullOn(after) !== undefined,
  };
}

/** A reversed payment with its two journals: the payment's reversal, and other changes that follow. */
export type Reversal =
  | (LoanChange & { readonly mirror: readonly Posting[]; readonly reallocation: readonly Posting[] })
  | { readonly kind: 'refused'; readonly reason: 'no-such-payment' | 'already-taken-back' };

/**
 * Reverses a payment (chargeback, bounced): the loan is recomputed as if the money had never arrived, and reopens if it
 * was paid (domain 2.11.2, 2.16). The original journal is reversed line by line; resumed interest and changed
 * allocations of later payments are a journal of their own.
 * @param original the postings of the accepted payment
 * @param sentAsCredit the refunds of credit that were part of this payment: they are removed with it, because giving
 * the payment back has counted them (decision 0108)
 */
export function reversePayment(
  loan: Loan,
  paymentId: string,
  original: readonly Posting[],
  day: BusinessDate,
  sentAsCredit: ReadonlySet<string> = new Set(),
): Reversal {
  const payment = loan.facts.find((fact): fact is Payment => fact.kind === 'payment' && fact.id === paymentId);
  if (!payment) return { kind: 'refused', reason: 'no-such-payment' };
  if (payment.reversedOn) return { kind: 'refused', reason: 'already-taken-back' };
  const facts = loan.facts
    .filter((fact) => !(fact.kind === 'refund' && sentAsCredit.has(fact.id)))
    .map((fact) => (fact === payment ? { ...payment, reversedOn: day.date } : fact));
  const change = changeFacts(loan, facts, day);
  const mirror = reversal(original);
  const reallocation = difference(balancesAfter({}, mirror), balancesAfter({}, change.postings));
  return { ...change, mirror, reallocation };
}
