import { addBusinessDays, businessDaysBetween, type HolidayTable, type NoHolidayTable } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';

/**
 * The complaints book (Libro de Reclamaciones): Ley 29571 arts. 24 and 150, DS 011-2011-PCM as modified by Ley 31435
 * and DS 101-2022-PCM. Nothing is ever deleted; a correction is a note.
 */
export const COMPLAINT_STATUSES = ['RECEIVED', 'ASSIGNED', 'ANSWERED', 'SETTLED', 'CLOSED'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

/** RECLAMO: disagreement with the product or service. QUEJA: discontent about the attention given. */
export const COMPLAINT_TYPES = ['RECLAMO', 'QUEJA'] as const;
export type ComplaintType = (typeof COMPLAINT_TYPES)[number];

/** The lender's decision on a complaint. */
export const COMPLAINT_SOLUTIONS = ['ACCEPTED', 'PARTIAL', 'REJECTED'] as const;
export type ComplaintSolution = (typeof COMPLAINT_SOLUTIONS)[number];

/** The acts of an operator on a complaint. */
export const COMPLAINT_ACTS = ['assign', 'note', 'answer', 'settle', 'close'] as const;
export type ComplaintAct = (typeof COMPLAINT_ACTS)[number];

/** The legal term for the answer, in business days; it cannot be extended. */
export const ANSWER_BUSINESS_DAYS = 15;

/** Business days after filing on which an unanswered complaint calls for attention; the last one is red. */
export const ALERT_BUSINESS_DAYS = [5, 10, 13, ANSWER_BUSINESS_DAYS] as const;
export type AlertDay = (typeof ALERT_BUSINESS_DAYS)[number];

/** All transitions; anything else is refused. */
export const COMPLAINT_TRANSITIONS: Readonly<
  Record<ComplaintStatus, Readonly<Partial<Record<ComplaintAct, ComplaintStatus>>>>
> = {
  RECEIVED: { assign: 'ASSIGNED', note: 'RECEIVED', answer: 'ANSWERED', settle: 'SETTLED' },
  ASSIGNED: { assign: 'ASSIGNED', note: 'ASSIGNED', answer: 'ANSWERED', settle: 'SETTLED' },
  // A settlement after the answer is recorded on the same complaint.
  ANSWERED: { note: 'ANSWERED', settle: 'SETTLED', close: 'CLOSED' },
  SETTLED: { note: 'SETTLED', close: 'CLOSED' },
  CLOSED: {},
};

export type ComplaintDecision =
  | { readonly kind: 'accepted'; readonly status: ComplaintStatus }
  | {
      readonly kind: 'refused';
      readonly reason: 'complaint_closed' | 'complaint_state';
      readonly status: ComplaintStatus;
    };

/**
 * Decides whether an operator's act is allowed in a status, and the next status. A closed complaint allows none.
 * Source: domain 2.18. Worked: `answer` on ASSIGNED → ANSWERED; `answer` on ANSWERED → refused.
 */
export function decideComplaintAct(status: ComplaintStatus, act: ComplaintAct): ComplaintDecision {
  const next = COMPLAINT_TRANSITIONS[status][act];
  if (next) return { kind: 'accepted', status: next };
  return { kind: 'refused', reason: status === 'CLOSED' ? 'complaint_closed' : 'complaint_state', status };
}

/** Tells whether the legal term is running: the complaint is neither answered nor settled. */
export function awaitsAnswer(status: ComplaintStatus): boolean {
  return status === 'RECEIVED' || status === 'ASSIGNED';
}

/**
 * Computes the last day for the answer: exactly 15 business days after filing (invariant P33). Worked: filed 20/07/2026
 * → 14/08/2026, over 23, 28 and 29 July and 6 August.
 */
export function answerDueDate(
  filedOn: CalendarDate,
  holidays: HolidayTable,
): { readonly kind: 'date'; readonly date: CalendarDate } | NoHolidayTable {
  return addBusinessDays(filedOn, ANSWER_BUSINESS_DAYS, holidays);
}

/**
 * Finds the alert an unanswered complaint is at: the largest threshold reached, or undefined before the first. Counted
 * back from the day that was promised, which stays as it is when a holiday is added later: the last alert comes on that
 * day. Worked: promised for 14/08/2026, ten business days are left on 30/07, so the alert of the fifth day is reached.
 */
export function alertReached(
  answerDueOn: CalendarDate,
  today: CalendarDate,
  holidays: HolidayTable,
): { readonly kind: 'alert'; readonly day: AlertDay | undefined } | NoHolidayTable {
  const left = businessDaysBetween(today, answerDueOn, holidays);
  if (left.kind !== 'days') return left;
  return { kind: 'alert', day: ALERT_BUSINESS_DAYS.findLast((day) => day <= ANSWER_BUSINESS_DAYS - left.days) };
}

/**
 * Formats the complaint's official number, one series per year: (2026, 123) → `LR-2026-000123`. Throws beyond six
 * digits, because that is a bug in the counter and never input.
 */
export function complaintCode(year: number, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > 999_999) {
    throw new RangeError(`not a correlative: ${number}`);
  }
  return `LR-${year}-${String(number).padStart(6, '0')}`;
}

/** The format of a complaint's number. */
export const COMPLAINT_CODE = /^LR-\d{4}-\d{6}$/;
