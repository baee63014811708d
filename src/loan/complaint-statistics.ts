import { businessDaysBetween, type HolidayTable } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { COMPLAINT_SOLUTIONS, type ComplaintSolution, type ComplaintType } from './complaint.ts';

/** A complaint as statistics see it: without a word of its consumer. */
export interface ComplaintCase {
  readonly type: ComplaintType;
  readonly filedOn: CalendarDate;
  readonly answerDueOn: CalendarDate;
  /** The day of the answer, or of an agreement that came first; undefined while it waits. */
  readonly endedOn: CalendarDate | undefined;
  /** The last of the two that there is: an agreement after an answer takes its place. */
  readonly result: ComplaintSolution | 'SETTLED' | undefined;
}

export interface ComplaintStatistics {
  readonly filed: number;
  readonly types: Readonly<Record<ComplaintType, number>>;
  readonly results: Readonly<Record<ComplaintSolution | 'SETTLED', number>>;
  readonly waiting: number;
  /** Business days from filing to the answer; null where nothing has been answered. */
  readonly medianDays: number | null;
  readonly mostDays: number | null;
  /** Answered after the last day, or still without an answer beyond it. */
  readonly late: number;
}

/**
 * Counts complaints by type and result, and the business days that they took (domain 2.18: 15 at most, Ley 31435). A day
 * of a year without holidays cannot be counted and is left out of median and maximum. Worked: answered after 3, 5 and 16
 * business days → median 5, most 16, one late.
 */
export function complaintStatistics(
  cases: readonly ComplaintCase[],
  { today, holidays }: { readonly today: CalendarDate; readonly holidays: HolidayTable },
): ComplaintStatistics {
  const many = (holds: (one: ComplaintCase) => boolean) => cases.filter(holds).length;
  const days = cases.flatMap(({ filedOn, endedOn }) => {
    const took = endedOn && businessDaysBetween(filedOn, endedOn, holidays);
    return took?.kind === 'days' ? [took.days] : [];
  });
  const results = [...COMPLAINT_SOLUTIONS, 'SETTLED' as const].map((name) => [
    name,
    many(({ result }) => result === name),
  ]);
  return {
    filed: cases.length,
    types: { RECLAMO: many(({ type }) => type === 'RECLAMO'), QUEJA: many(({ type }) => type === 'QUEJA') },
    results: Object.fromEntries(results) as ComplaintStatistics['results'],
    waiting: many(({ endedOn }) => endedOn === undefined),
    medianDays: medianOf(days),
    mostDays: days.length > 0 ? Math.max(...days) : null,
    late: many(({ endedOn, answerDueOn }) => (endedOn ?? today) > answerDueOn),
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[middle - 1], sorted[middle]];
  if (above === undefined) return null;
  return sorted.length % 2 === 0 && below !== undefined ? (below + above) / 2 : above;
}
