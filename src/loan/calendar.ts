/**
 * A calendar date without clock or time zone: `YYYY-MM-DD`, as the lender's business date in America/Lima. Its day
 * number counts from 1970-01-01, so that the days between two dates are a subtraction.
 */
export type CalendarDate = string & { readonly __unit: 'date' };

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Checks form and existence: `2026-02-29` is not a date. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = PATTERN.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  return year >= 1900 && fromDayNumber(utcDay(year, month - 1, day)) === text;
}

/**
 * Marks a text as a calendar date.
 * @throws RangeError when it is not one
 */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

function dayNumber(date: CalendarDate): number {
  return utcDay(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)));
}

function utcDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / MS_PER_DAY;
}

/**
 * Writes the date by hand, because `toISOString` costs four times as much, and a loan's history counts days by the
 * thousand.
 * @throws RangeError when the day is not a number
 */
function fromDayNumber(day: number): CalendarDate {
  const date = new Date(day * MS_PER_DAY);
  const month = date.getUTCMonth() + 1;
  const dayOfMonth = date.getUTCDate();
  if (!month) throw new RangeError('not a day');
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}-${dayOfMonth < 10 ? '0' : ''}${dayOfMonth}` as CalendarDate;
}

/** Adds days: `2026-01-15` + 30 → `2026-02-14`. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Days from start to end, the first day not counted: 15/01 to 14/02 is 30. */
export function daysBetween(start: CalendarDate, end: CalendarDate): number {
  return dayNumber(end) - dayNumber(start);
}

/**
 * Moves a date by months: the anchor's day of the month, `months` later, clamped to that month's end. Always from the
 * anchor, never from the previous date, because a clamped day would never come back: 31-Jan → 28-Feb → 31-Mar (domain
 * 3.4).
 */
export function addMonths(anchor: CalendarDate, months: number): CalendarDate {
  const year = Number(anchor.slice(0, 4));
  const month = Number(anchor.slice(5, 7)) - 1 + months;
  const day = Number(anchor.slice(8));
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return fromDayNumber(utcDay(year, month, Math.min(day, lastDay)));
}

/** The later of two dates. */
export function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

/** Gives the day of the week: 0 = Sunday … 6 = Saturday. */
export function weekday(date: CalendarDate): number {
  return new Date(dayNumber(date) * MS_PER_DAY).getUTCDay();
}
