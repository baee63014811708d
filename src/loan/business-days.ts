import { addDays, type CalendarDate, calendarDate, daysBetween, weekday } from './calendar.ts';

/**
 * Peru's holidays by date, passed in as data because Congress adds holidays and the government moves them. A year
 * counts as known when it has at least one holiday.
 */
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

/**
 * The kind of a day for legal terms. `unknown-year`: a weekday of a year without holidays in the table, which must not
 * be guessed.
 */
export type DayKind = 'business' | 'weekend' | 'holiday' | 'unknown-year';

/** Monday to Friday, unless the dated table says holiday. */
export function dayKind(date: CalendarDate, table: HolidayTable): DayKind {
  const day = weekday(date);
  if (day === 0 || day === 6) return 'weekend';
  if (!table.years.has(yearOf(date))) return 'unknown-year';
  return table.dates.has(date) ? 'holiday' : 'business';
}

/**
 * Tells whether a date is known to be a business day; never in a year without a table.
 * @internal
 */
export function isBusinessDay(date: CalendarDate, table: HolidayTable): boolean {
  return dayKind(date, table) === 'business';
}

/** The kinds of day that a loan's rules ask about; the caller has the holiday table. */
export interface BankCalendar {
  readonly isBusinessDay: (date: CalendarDate) => boolean;
  readonly isHoliday: (date: CalendarDate) => boolean;
}

/**
 * The date a rule is asked about, and the calendar that tells the kind of that day and of any other. The two always
 * travel together, because the rules of a loan must never ask a clock.
 */
export interface BusinessDate {
  readonly date: CalendarDate;
  readonly calendar: BankCalendar;
}

/** The reason why a term cannot be counted: a year without holidays. */
export interface NoHolidayTable {
  readonly kind: 'no-holiday-table';
  readonly year: number;
}

/**
 * Adds business days to a date; counting starts on the day after it, whatever day it is itself. Source: domain 2.18 (15
 * business days of the complaints book, DS 011-2011-PCM as modified by DS 101-2022-PCM). Worked: filed Tuesday
 * 24/11/2026, 15 days, with 8 and 9 December as holidays → Thursday 17/12/2026.
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

/**
 * Finds the moment so many business hours after another; undefined where the holidays are not known. Worked: four hours
 * after Friday 16/01/2026 at 16:30 end on Monday 19/01 at 11:30.
 */
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

/** Counts the business days after `start` up to and including `end`; 0 when `end` is not later. */
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

/**
 * Checks that the table does not end within `days` days of `date` (inclusive), else names the first missing year.
 * Logged at start, while there is time to enter next year's holidays (design §8).
 */
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
