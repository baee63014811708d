import Papa from 'papaparse';
import { Temporal } from 'temporal-polyfill';
import { BUSINESS_TIME_ZONE } from './clock.ts';

export type CsvValue = string | number | boolean | Date | null;

/**
 * Beginnings that a spreadsheet would run as a formula; an apostrophe before it makes it text. The library's own
 * pattern misses a formula that goes over several lines.
 */
const FORMULA = /^[=+\-@\t\r]/;
/** An amount below zero is a number, whatever it begins with. */
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
/** An instant as JSON writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Spreadsheets otherwise read ñ as two letters. */
export const CSV_START = '\ufeff';

/** The list separator of spreadsheets that are set to Peru: with another one all of a line is in one column. */
const SEPARATOR = ';';
/** Separators that other spreadsheets split at as well, unless a text is quoted. */
const OTHER_SEPARATORS = /[,\t]/;

/** Lines as in RFC 4180, with semicolons, each with its end. Instants are written as clocks in Lima showed them. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  if (rows.length === 0) return '';
  const safe = rows.map((row) => row.map(cellOf));
  const quotes = (value: unknown) => typeof value === 'string' && OTHER_SEPARATORS.test(value);
  return `${Papa.unparse(safe, { newline: '\r\n', delimiter: SEPARATOR, quotes })}\r\n`;
}

function cellOf(value: CsvValue): string | number | boolean | null {
  if (value instanceof Date) return timeInLima(value.toISOString());
  if (typeof value !== 'string') return value;
  return INSTANT.test(value) ? timeInLima(value) : asText(value);
}

/**
 * Writes an instant in Lima's time, as a spreadsheet reads it: `2026-01-15 23:40:07`. In UTC a payment of that evening
 * would stand at the next day.
 */
function timeInLima(instant: string): string {
  const { year, month, day, hour, minute, second } =
    Temporal.Instant.from(instant).toZonedDateTimeISO(BUSINESS_TIME_ZONE);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${[hour, minute, second].map(two).join(':')}`;
}

/** A minute in Lima as people of Peru write it, and as a spreadsheet reads it there: `15/01/2026 23:40`. */
export function minuteInLima(instant: string): string {
  const [date = '', time = ''] = timeInLima(instant).split(' ');
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
}

function asText(value: string): string {
  return FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
}
