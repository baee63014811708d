import Papa from 'papaparse';

export type CsvValue = string | number | boolean | null;

/** What a spreadsheet would run as a formula, also over several lines, which the library misses. */
const FORMULA = /^[=+\-@\t\r]/;
/** An amount below zero is a number, whatever it begins with. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spreadsheets otherwise read ñ as two letters. */
export const CSV_START = '\ufeff';

/** Lines of RFC 4180, each with its end. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  if (rows.length === 0) return '';
  const safe = rows.map((row) => row.map((value) => (typeof value === 'string' ? asText(value) : value)));
  return `${Papa.unparse(safe, { newline: '\r\n' })}\r\n`;
}

function asText(value: string): string {
  return FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
}
