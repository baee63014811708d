import { addDays, type CalendarDate, calendarDate, daysBetween, weekday } from './calendar.ts';

/** Peru's holidays by date, as data, for they change. A year is known when it has at least one. */
export interface HolidayTable {
  readonly dates: ReadonlySet<CalendarDate>;
  readonly years: ReadonlySet<number>;
}

/** Builds the table from dated rows, in any order. */
export function holidayTable(dates: Iterable<string>): HolidayTable {
  const known = new Set<CalendarDate>();
  for (const date of dates) known.add(calendarDate(date));
  return { dates: known, years: new Set([...known].map(yearOf)) };
}

/** The kind of a day for legal terms. `unknown-year`: a weekday of a year without holidays, never guessed. */
export type DayKind = 'business' | 'weekend' | 'holiday' | 'unknown-year';

/** Monday to Friday, unless the dated table says holiday. */
export function dayKind(date: CalendarDate, table: HolidayTable): DayKind {
  const day = weekday(date);
  if (day === 0 || day === 6) return 'weekend';
  if (!table.years.has(yearOf(date))) return 'unknown-year';
  return table.dates.has(date) ? 'holiday' : 'business';
}

/**
 * True only for a known business day; a year without a table has none.
 * @internal
 */
export function isBusinessDay(date: CalendarDate, table: HolidayTable): boolean {
  return dayKind(date, table) === 'business';
}

/** Why a term cannot be computed. */
export interface BankCalendar {
  readonly isBusinessDay: (date: CalendarDate) => boolean;
  readonly isHoliday: (date: CalendarDate) => boolean;
}

/** The date a rule is asked about, with the calendar of its days: the rules of a loan never ask a clock. */
export interface BusinessDate {
  readonly date: CalendarDate;
  readonly calendar: BankCalendar;
}

/** Why a term cannot be counted. */
export interface NoHolidayTable {
  readonly kind: 'no-holiday-table';
  readonly year: number;
}

/**
 * The date `count` business days after `date`; counting starts on the day after it, whatever day it is itself.
 * Source: domain 2.18 (15 business days of the complaints book, DS 011-2011-PCM as modified by DS 101-2022-PCM).
 * Worked: filed Tuesday 24/11/2026, 15 days, with 8 and 9 December as holidays → Thursday 17/12/2026.
 */
export function addBusinessDays(
  date: CalendarDate,
  count: number,
  table: HolidayTable,
): { readonly kind: 'date'; readonly date: CalendarDate } | NoHolidayTable {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count of days: ${count}`);
  let day = date;
  let left = count;
  while (left > 0) {
    day = addDays(day, 1);
    const kind = dayKind(day, table);
    if (kind === 'unknown-year') return { kind: 'no-holiday-table', year: yearOf(day) };
    if (kind === 'business') left -= 1;
  }
  return { kind: 'date', date: day };
}

/** The hours of a business day in which the lender answers: 09:00 to 18:00. */
const OFFICE_OPENS_MINUTE = 9 * 60;
const OFFICE_CLOSES_MINUTE = 18 * 60;

/** So many business hours later; undefined without holidays. Four after Friday 16/01/2026 16:30: Monday 11:30. */
export function businessHoursAfter(
  from: { readonly date: CalendarDate; readonly minute: number },
  hours: number,
  table: HolidayTable,
): { readonly date: CalendarDate; readonly minute: number } | undefined {
  let { date } = from;
  let minute = Math.max(from.minute, OFFICE_OPENS_MINUTE);
  let left = hours * 60;
  for (;;) {
    const kind = dayKind(date, table);
    if (kind === 'unknown-year') return undefined;
    const open = kind === 'business' ? Math.max(0, OFFICE_CLOSES_MINUTE - minute) : 0;
    if (left <= open) return { date, minute: minute + left };
    left -= open;
    date = addDays(date, 1);
    minute = OFFICE_OPENS_MINUTE;
  }
}

/** Business days after `start` up to and including `end`; 0 when `end` is not later. */
export function businessDaysBetween(
  start: CalendarDate,
  end: CalendarDate,
  table: HolidayTable,
): { readonly kind: 'days'; readonly days: number } | NoHolidayTable {
  let days = 0;
  for (let day = addDays(start, 1); daysBetween(day, end) >= 0; day = addDays(day, 1)) {
    const kind = dayKind(day, table);
    if (kind === 'unknown-year') return { kind: 'no-holiday-table', year: yearOf(day) };
    if (kind === 'business') days += 1;
  }
  return { kind: 'days', days };
}

/** Whether the holidays end within `days` of `date`, and the first year missing: logged at start (design §8). */
export function tableEndsWithin(
  date: CalendarDate,
  days: number,
  table: HolidayTable,
): { readonly kind: 'covered' } | NoHolidayTable {
  const last = yearOf(addDays(date, days));
  for (let year = yearOf(date); year <= last; year += 1) {
    if (!table.years.has(year)) return { kind: 'no-holiday-table', year };
  }
  return { kind: 'covered' };
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}
