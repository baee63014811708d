/**
 * Calendar dates without clocks or time zones: `YYYY-MM-DD`, as the lender's business date in America/Lima.
 * The day number counts from 1970-01-01, so that days between two dates are a subtraction.
 */
export type CalendarDate = string & { readonly __unit: 'date' };

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Checks form and existence: `2026-02-29` is no date. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = PATTERN.exec(text);
  if (!match) return false;
  const day = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return Number(match[1]) >= 1900 && new Date(day).toISOString().startsWith(text);
}

/** Marks a text as a calendar date; throws when it is none. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

/*
 * Whole-number arithmetic on the civil calendar, not `Date`: a portfolio asks for millions of dates a night. Years are
 * counted from March, so that the leap day is a year's last and every month's start is a plain product.
 */
const DAYS_PER_ERA = 146_097;
const EPOCH = 719_468;

function digits(date: CalendarDate, from: number, to: number): number {
  let value = 0;
  for (let k = from; k < to; k++) value = value * 10 + date.charCodeAt(k) - 48;
  return value;
}

function dayNumber(date: CalendarDate): number {
  return civilDayNumber(digits(date, 0, 4), digits(date, 5, 7), digits(date, 8, 10));
}

function civilDayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH;
}

function fromDayNumber(number: number): CalendarDate {
  const shifted = number + EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return written(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

function written(year: number, month: number, day: number): CalendarDate {
  const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}` as CalendarDate;
}

/** `2026-01-15` + 30 → `2026-02-14`. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Days from start to end, the first day not counted: 15/01 to 14/02 is 30. */
export function daysBetween(start: CalendarDate, end: CalendarDate): number {
  return dayNumber(end) - dayNumber(start);
}

/**
 * The anchor's day of the month, `months` later, clamped to that month's end — always from the anchor,
 * never from the previous date, so 31-Jan → 28-Feb → 31-Mar (domain 3.4).
 */
export function addMonths(anchor: CalendarDate, months: number): CalendarDate {
  const index = digits(anchor, 0, 4) * 12 + digits(anchor, 5, 7) - 1 + months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  const lastDay =
    civilDayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - civilDayNumber(year, month, 1);
  return written(year, month, Math.min(digits(anchor, 8, 10), lastDay));
}

/** The later of two dates. */
export function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  if (a > b) return a;
  return b;
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(date: CalendarDate): number {
  // 01/01/1970 was a Thursday.
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}
