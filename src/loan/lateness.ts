import type { BankCalendar, BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import { igvOf } from './fees.ts';
import { type Cents, sum, ZERO } from './money.ts';
import { type DueGroup, line, lineOf, unpaidOfGroup, unpaidPrincipal } from './obligation.ts';
import { interestFor } from './rate.ts';

/** The lender's terms of delay, frozen in the contract. */
export interface LateTerms {
  /** Moratory rate and its legal maximum, TEA in percent (16.97 and 16.974). */
  readonly moratoryPercent: number;
  readonly moratoryCapPercent: number;
  /** The date from which the days late are counted once the effective due date has passed (decision 0030). */
  readonly countsFrom: 'DUE_DATE' | 'EFFECTIVE_DUE_DATE';
  /** Owing this much or less is not late (domain 2.16: more than S/ 1.00). */
  readonly toleranceCents: Cents;
  /** More days than this past due is DEFAULTED. */
  readonly defaultAfterDays: number;
}

/**
 * Finds the last day on which a payment is on time: the due date itself, or the next business day when it is not one
 * (Código Civil art. 183; domain 2.16). EX1 is due on Saturday 14/02/2026: on time until Monday 16/02.
 */
export function effectiveDueDate(dueDate: CalendarDate, calendar: BankCalendar): CalendarDate {
  let date = dueDate;
  // Longer than any real run of holidays; prevents an endless loop over a wrong calendar.
  for (let tries = 0; tries < 31; tries++) {
    if (calendar.isBusinessDay(date)) return date;
    date = addDays(date, 1);
  }
  throw new RangeError(`no business day within a month of ${dueDate}`);
}

/** Tells whether the last day to pay in time has passed. */
export function isLate(group: DueGroup, day: BusinessDate): boolean {
  // Most groups are not due yet: no calendar is asked for them.
  return day.date > group.dueDate && day.date > effectiveDueDate(group.dueDate, day.calendar);
}

/**
 * Adds to a group what delay costs by a date (domain 3.6): compensatory interest at the tranche's TEA and moratory
 * interest, both on unpaid principal only, IGV on the first and none on the second. Nothing is charged on interest,
 * fees or IGV (invariant P24). EX1 ten days late: 10,41 + IGV 1,87 + moratory 2,18 = 14,46.
 */
export function accrueLateness(group: DueGroup, day: BusinessDate, terms: LateTerms): DueGroup {
  if (group.contractLines || !isLate(group, day)) return group;
  const principal = unpaidPrincipal(group);
  if (principal === 0) return group;
  const start = lateStart(group, terms, day.calendar);
  const days = daysBetween(start, day.date);
  const { rates } = group;
  const interest = sum(
    group.late.closedInterestCents,
    interestFor(principal, rates.teaPercent, rates.capPercent, days),
  );
  const moratory = sum(
    group.late.closedMoratoryCents,
    interestFor(principal, rates.moratoryPercent, rates.moratoryCapPercent, days),
  );
  return {
    ...group,
    lines: {
      ...group.lines,
      lateInterest: {
        ...(group.lines.lateInterest ?? line(ZERO, ZERO)),
        netCents: interest,
        vatCents: igvOf(interest, rates.igvPercent),
      },
      moratory: { ...(group.lines.moratory ?? line(ZERO, ZERO)), netCents: moratory },
    },
  };
}

function lateStart(group: DueGroup, terms: LateTerms, calendar: BankCalendar): CalendarDate {
  const untouched = group.late.from === group.dueDate;
  return untouched && terms.countsFrom === 'EFFECTIVE_DUE_DATE'
    ? effectiveDueDate(group.dueDate, calendar)
    : group.late.from;
}

/** Ends the current late period: its cost is fixed in the lines, and the next period starts on this date. */
export function closeLateStretch(group: DueGroup, date: CalendarDate): DueGroup {
  return {
    ...group,
    late: {
      from: date,
      closedInterestCents: lineOf(group, 'lateInterest').netCents,
      closedMoratoryCents: lineOf(group, 'moratory').netCents,
    },
  };
}

/** Finds the groups that are late on a date: their last day has passed, and more than the tolerance is unpaid. */
export function overdueGroups(groups: readonly DueGroup[], day: BusinessDate, terms: LateTerms): DueGroup[] {
  const overdue = groups.filter((group) => isLate(group, day) && unpaidOfGroup(group) > 0);
  return sum(...overdue.map(unpaidOfGroup)) > terms.toleranceCents ? overdue : [];
}

/** Sums what is overdue on a date. On 24/02/2026 the unpaid EX1 owes S/ 587,49 of 14/02/2026. */
export function overdueCents(groups: readonly DueGroup[], day: BusinessDate, terms: LateTerms): Cents {
  return sum(...overdueGroups(groups, day, terms).map(unpaidOfGroup));
}

/** Days from the oldest unpaid due date, 0 while nothing is late. On 24/02/2026 the unpaid EX1 is 10 days past due. */
export function daysPastDue(groups: readonly DueGroup[], day: BusinessDate, terms: LateTerms): number {
  const [oldest] = overdueGroups(groups, day, terms);
  return oldest ? daysBetween(oldest.dueDate, day.date) : 0;
}
