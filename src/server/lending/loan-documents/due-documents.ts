import type { DocumentType } from '#api/document-types.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays, addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { LoanFact } from '#loan/loan.ts';
import { paidInFullOn, standingOn } from '#loan/standing.ts';
import { correctedSchedules, countedFacts, scheduleOfFact } from './due-schedules.ts';
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
 * are numbered in time order (domain 2.9); what corrects an earlier one comes last, because it says how the loan stands.
 */
export function dueDocuments(loan: DisbursedLoan, day: BusinessDate): DueDocument[] {
  const facts = countedFacts(loan).filter(({ date }) => date <= day.date);
  const paidOn = paidInFullOn(standingOn(loan, day));
  return [
    { type: 'CONTRACT', cause: SIGNED },
    { type: 'HOJA_RESUMEN', cause: SIGNED },
    { type: 'SCHEDULE', cause: DISBURSEMENT },
    { type: 'DISBURSEMENT_RECEIPT', cause: DISBURSEMENT },
    ...facts.flatMap((fact) => documentsOfFact(loan, fact, day)),
    ...correctedSchedules(loan, day).map((cause) => ({ type: 'SCHEDULE', cause }) as const),
    ...monthlyStatements(loan.valueDate, paidOn && paidOn < day.date ? paidOn : day.date, day.date),
    ...(paidOn ? [{ type: 'PAID_OFF_CERTIFICATE', cause: certificateCause(loan, paidOn) } as const] : []),
  ];
}

function documentsOfFact(loan: DisbursedLoan, fact: LoanFact, day: BusinessDate): DueDocument[] {
  const { id } = fact;
  const cause = scheduleOfFact(loan, fact, day);
  const schedule = cause === undefined ? [] : [{ type: 'SCHEDULE', cause } as const];
  switch (fact.kind) {
    case 'payment': {
      const isExtension = cause?.startsWith('extension:');
      const addendum = isExtension ? [{ type: 'EXTENSION_ADDENDUM', cause: id } as const] : [];
      return [{ type: 'PAYMENT_RECEIPT', cause: id }, ...addendum, ...schedule];
    }
    case 'tranche':
      return [{ type: 'TOPUP_ADDENDUM', cause: id }, { type: 'DISBURSEMENT_RECEIPT', cause: id }, ...schedule];
    case 'plan':
      return [{ type: 'PLAN_AGREEMENT', cause: id }, ...schedule];
    case 'flex':
      return [{ type: 'FLEX_AGREEMENT', cause: id }];
    case 'write-off':
    case 'waiver':
    case 'refund':
      return [];
  }
}

/**
 * `paid:2026-01-27`. After money that had paid was taken back, the same day needs another certificate,
 * `paid:2026-01-27#1`, because the first one says what was paid then, with a credit that is gone.
 */
function certificateCause({ facts }: DisbursedLoan, paidOn: CalendarDate): string {
  const takenBack = facts.filter((fact) => fact.kind === 'payment' && fact.reversedOn && fact.reversedOn >= paidOn);
  return takenBack.length === 0 ? `paid:${paidOn}` : `paid:${paidOn}#${takenBack.length}`;
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
