import { operationKey } from '#api/field-rules/operation-number.ts';
import { type CalendarDate, isCalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import { findPaymentReference, isPaymentReference } from './payment-reference.ts';
import type { LineProblem } from './read-csv.ts';

/** A line as a bank states it. */
export interface StatementLine {
  /** The bank's operation number: with the date, it identifies a credit. Empty for some charges. */
  readonly bankRef: string;
  /** The bank's value date: the day the client paid. */
  readonly date: CalendarDate;
  /** The day the bank has booked it, where it says so beside the value date: then that day identifies it. */
  readonly bookedOn?: CalendarDate;
  /** Below zero: money that went out. */
  readonly amountCents: Cents;
  readonly description: string;
  /** Our payment reference, when the description or its own column has exactly one. */
  readonly reference?: string;
  /** Marked by the bank: it takes a credit back. */
  readonly takesBack?: boolean;
}

export interface StatementLines {
  readonly lines: readonly (StatementLine & { readonly line: number })[];
  readonly problems: readonly LineProblem[];
}

const MAX_DESCRIPTION = 500;

/** `15/01/2026`, `15-01-2026` or `2026-01-15`. */
export function readDate(text: string): CalendarDate | undefined {
  const [, day, month, year] = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(text) ?? [];
  const date = day === undefined ? text : `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : undefined;
}

/**
 * An amount as banks write it: `1.234,56`, `1,234.56`, `1234.56`, `S/ 50`, `-12.00`. Undefined for none, and for one
 * that could be two: `1.234` is a thousand in one bank's export and one sol with a fraction in another's.
 */
export function readStatementAmount(text: string): Cents | undefined {
  const [, sign = '', digits = ''] = /^(-?)\s*(?:S\/\.?\s*)?([\d.,]{1,20})$/.exec(text.trim()) ?? [];
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{2}))?$/.exec(digits) ?? [];
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.exec(whole);
  const plain = /^\d{1,10}$/.test(whole);
  // The mark of the decimals is never that of the thousands; and groups alone do not say which mark theirs is.
  const clear = plain || (grouped !== null && decimals !== '' && digits[whole.length] !== grouped[1]);
  if (!clear) return undefined;
  const amount = Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals || '0');
  return Number.isSafeInteger(amount) ? cents(sign === '-' ? -amount : amount) : undefined;
}

/** A line with our reference: of a column of its own, or in one of its texts. */
export function withReference(line: StatementLine, own = '', ...texts: readonly string[]): StatementLine {
  const plain = operationKey(own) ?? '';
  const inTexts = [line.description, ...texts].map(findPaymentReference).find((found) => found !== undefined);
  const reference = isPaymentReference(plain) ? plain : inTexts;
  return { ...line, ...(reference !== undefined && { reference }) };
}

/** Why the number of an operation does not do; undefined when it does. Money that went out needs none. */
export function whatIsWrongWith(bankRef: string, amountCents: number): string | undefined {
  if (bankRef === '') return amountCents > 0 ? 'the number of the operation is missing' : undefined;
  if (operationKey(bankRef) !== undefined) return undefined;
  return `the number "${bankRef}" is what a spreadsheet has made of it: send the file as the bank wrote it`;
}

/** Text of a bank for people to read: one line, no control characters, not too long. */
export function readDescription(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION);
}
