import { cleaned } from '#api/field-rules/cleaned.ts';
import { operationKey, unroundedKey } from '#api/field-rules/operation-number.ts';
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
  /** The bank calls `date` its value date and names no day of booking: it may be a day to come. */
  readonly isValueDate?: boolean;
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

/** Parentheses, one sign or one word say which way the money went, before the digits or behind them. */
const AMOUNT =
  /^(?<open>\()? ?(?<first>[+-]|CR|C|DB|DR|D)? ?(?:(?:S\/\.?|PEN|SOLES) ?)?(?<sign>[+-])? ?(?<digits>\d[\d., ']{0,29})(?<=[\d])(?: ?(?:S\/\.?|PEN|SOLES))? ?(?<last>[+-])? ?(?<close>\))? ?(?<word>CR|C|DB|DR|D)?$/i;
/** Marks of money that went out; the others (`+`, `CR`, `C`) say that it came in. */
const OUT_MARKS = new Set(['-', 'DB', 'DR', 'D']);

/**
 * An amount as banks write it: `1.234,56`, `1,234.56`, `1 234.56`, `12.5`, `S/ 50`; with its sign as `-12.00`, `12.00-`,
 * `(12.00)`, `12.00 DB` or `12.00 CR`. Undefined for none, for one whose signs contradict each other, and for one that could
 * be two: `1.234` is a thousand in one bank's export and one sol with a fraction in another's.
 * @param decimalMark where the format of the file says it: the other one groups thousands
 */
export function readStatementAmount(text: string, decimalMark?: '.' | ','): Cents | undefined {
  const { open, close, digits = '', first, sign, last, word } = AMOUNT.exec(cleaned(text).trim())?.groups ?? {};
  if ((open === undefined) !== (close === undefined)) return undefined;
  const amount = readDigits(digits, decimalMark);
  const isWord = first !== undefined && /[a-z]/i.test(first);
  const signs = [open && '-', isWord ? undefined : first, sign, last].flatMap((each) => each ?? []);
  const words = [isWord ? first : undefined, word].flatMap((each) => each ?? []);
  if (amount === undefined || signs.length > 1 || words.length > 1) return undefined;
  const ways = [...words, ...signs].map((each) => OUT_MARKS.has(each.toUpperCase()));
  if (new Set(ways).size > 1) return undefined;
  return cents(ways[0] ? -amount : amount);
}

const ANY_DECIMALS = /^(.*?)(?:([.,])(\d{1,2}))?$/;
const DECIMALS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ['.', /^(.*?)(?:(\.)(\d{1,2}))?$/],
  [',', /^(.*?)(?:(,)(\d{1,2}))?$/],
]);

/** Thousands in groups of three or not at all, one mark for all of them, and one or two decimals behind another mark. */
function readDigits(digits: string, decimalMark?: '.' | ','): number | undefined {
  const [, whole = '', mark, decimals = ''] = (DECIMALS.get(decimalMark) ?? ANY_DECIMALS).exec(digits) ?? [];
  const group = /^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$/.exec(whole)?.[1];
  const isPlain = /^\d{1,10}$/.test(whole);
  // The mark of the decimals is never that of the thousands; and groups alone do not say which mark theirs is.
  const isAmbiguous = mark === undefined && decimalMark === undefined && /^[.,]$/.test(group ?? '');
  if (!isPlain && (group === undefined || group === (mark ?? decimalMark) || isAmbiguous)) return undefined;
  const amount = Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** A line with our reference: of a column of its own, or in one of its texts. */
export function withReference(line: StatementLine, own = '', ...texts: readonly string[]): StatementLine {
  const plain = operationKey(own) ?? '';
  const inTexts = [line.description, ...texts].map(findPaymentReference).find((found) => found !== undefined);
  const reference = isPaymentReference(plain) ? plain : inTexts;
  return { ...line, ...(reference !== undefined && { reference }) };
}

/**
 * Why the number of an operation does not do; undefined when it does. Money that went out needs none.
 * @param keyOf `operationKey` where no spreadsheet can have written the number
 */
export function whatIsWrongWith(bankRef: string, amountCents: number, keyOf = unroundedKey): string | undefined {
  if (bankRef === '') return amountCents > 0 ? 'the number of the operation is missing' : undefined;
  if (keyOf(bankRef) !== undefined) return undefined;
  return `the number "${bankRef}" is what a spreadsheet has made of it: send the file as the bank wrote it`;
}

/** Text of a bank for people to read: one line, no control characters, not too long. */
export function readDescription(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION);
}
