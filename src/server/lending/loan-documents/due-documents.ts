import type { DocumentType } from '#api/document-types.ts';
import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { addDays, addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { LoanFact, Standing } from '#loan/loan.ts';
import { boughtBy, quoteOf } from '#loan/quoted-price.ts';
import { foldFacts, inOrderOfEffect, standingOn } from '#loan/standing.ts';
import { scheduleLines } from './loan-figures.ts';
import type { DisbursedLoan } from './statement.ts';

/** A document that a loan should have. */
export interface DueDocument {
  readonly type: DocumentType;
  readonly cause: string;
}

/** Contract and hoja resumen, whether rendered when the agreement was signed or afterwards. */
export const SIGNED = 'signed';
export const DISBURSEMENT = 'disbursement';

/**
 * Every document a disbursed loan should have by a date, in the order of their events, so that versions of a schedule
 * are numbered in time order (domain 2.9).
 */
export function dueDocuments(loan: DisbursedLoan, day: BusinessDate): DueDocument[] {
  const facts = countedFacts(loan).filter(({ date }) => date <= day.date);
  const { paidOn } = standingOn(loan, day);
  return [
    { type: 'CONTRACT', cause: SIGNED },
    { type: 'HOJA_RESUMEN', cause: SIGNED },
    { type: 'SCHEDULE', cause: DISBURSEMENT },
    { type: 'DISBURSEMENT_RECEIPT', cause: DISBURSEMENT },
    ...facts.flatMap((fact) => documentsOfFact(loan, fact, day)),
    ...monthlyStatements(loan.valueDate, paidOn && paidOn < day.date ? paidOn : day.date, day.date),
    ...(paidOn ? [{ type: 'PAID_OFF_CERTIFICATE', cause: `paid:${paidOn}` } as const] : []),
  ];
}

function documentsOfFact(loan: DisbursedLoan, fact: LoanFact, day: BusinessDate): DueDocument[] {
  const { id } = fact;
  switch (fact.kind) {
    case 'payment':
      return [{ type: 'PAYMENT_RECEIPT', cause: id }, ...scheduleAfterPayment(loan, fact, day)];
    case 'tranche':
      return [
        { type: 'TOPUP_ADDENDUM', cause: id },
        { type: 'DISBURSEMENT_RECEIPT', cause: id },
        { type: 'SCHEDULE', cause: `top-up:${id}` },
      ];
    case 'plan':
      return [
        { type: 'PLAN_AGREEMENT', cause: id },
        { type: 'SCHEDULE', cause: `plan:${id}` },
      ];
    case 'flex':
      return [{ type: 'FLEX_AGREEMENT', cause: id }];
    case 'write-off':
    case 'waiver':
    case 'refund':
      return [];
  }
}

/** A payment that moved a due date or changed what is to come makes a new schedule. */
function scheduleAfterPayment(loan: DisbursedLoan, fact: LoanFact, day: BusinessDate): DueDocument[] {
  const { before, after } = aroundFact(loan, fact, day.calendar);
  if (boughtExtensions(after) > boughtExtensions(before)) {
    return [
      { type: 'EXTENSION_ADDENDUM', cause: fact.id },
      { type: 'SCHEDULE', cause: `extension:${fact.id}` },
    ];
  }
  // A part of a price that was reached later: the part that reached it has the papers.
  const quote = quoteOf(fact);
  if (quote && !boughtBy(quote.id, after) && boughtBy(quote.id, standingOn(loan, day))) return [];
  // While interest is frozen by a plan there are agreed payments instead of a schedule; a paid loan has nothing to
  // come.
  if (after.paidOn || after.groups.some(({ contractLines }) => contractLines)) return [];
  const isChanged = JSON.stringify(toCome(before)) !== JSON.stringify(toCome(after));
  return isChanged ? [{ type: 'SCHEDULE', cause: `prepayment:${fact.id}` }] : [];
}

function boughtExtensions({ groups }: Standing): number {
  return groups.reduce((all, { extensions }) => all + extensions.length, 0);
}

/** The costs of each due date, regardless of what has been paid. */
function toCome({ groups }: Standing): unknown {
  return scheduleLines(groups).map(({ unpaidCents: _, ...line }) => line);
}

/** Facts that were not reversed, in the order in which they take effect. */
export function countedFacts({ facts }: DisbursedLoan): LoanFact[] {
  return facts.filter((fact) => !(fact.kind === 'payment' && fact.reversedOn)).sort(inOrderOfEffect);
}

/** Where the loan stood on a fact's own date, without it and with it. */
export function aroundFact(
  loan: DisbursedLoan,
  fact: LoanFact,
  calendar: BankCalendar,
): { readonly earlier: readonly LoanFact[]; readonly before: Standing; readonly after: Standing } {
  const earlier = countedFacts(loan).filter((other) => inOrderOfEffect(other, fact) < 0 && other.id !== fact.id);
  return {
    earlier,
    before: foldFacts(loan, earlier, { date: fact.date, calendar }),
    after: foldFacts(loan, [...earlier, fact], { date: fact.date, calendar }),
  };
}

/** One statement for every month that has ended while the loan ran; the month of the last payment is the last. */
function monthlyStatements(valueDate: CalendarDate, until: CalendarDate, today: CalendarDate): DueDocument[] {
  const due: DueDocument[] = [];
  for (let first = firstOfMonth(valueDate); first <= until; first = addMonths(first, 1)) {
    const last = addDays(addMonths(first, 1), -1);
    if (last >= today) break;
    due.push({ type: 'STATEMENT', cause: periodCause({ from: laterDay(first, valueDate), to: last }, 'month') });
  }
  return due;
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 8)}01`);
}

function laterDay(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** `2026-01-15..2026-01-31@month`: the period, and a mark that distinguishes two statements of it. */
export function periodCause({ from, to }: Period, mark: string): string {
  return `${from}..${to}@${mark}`;
}

/** The period of a statement's cause. Throws for anything else. */
export function periodOf(cause: string): Period {
  const [, from = '', to = ''] = /^([\d-]+)\.\.([\d-]+)@/.exec(cause) ?? [];
  return { from: calendarDate(from), to: calendarDate(to) };
}
