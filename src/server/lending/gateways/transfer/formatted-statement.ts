import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import { isWithoutEnd, MAX_LINE_LENGTH, MAX_LINES, NO_END, splitLine } from './read-csv.ts';
import { folded, HEAD_LINES, type StatementFormat } from './statement-format.ts';
import {
  readDate,
  readDescription,
  type StatementLine,
  type StatementLines,
  whatIsWrongWith,
  withReference,
} from './statement-values.ts';

const SOLES = /^(?:pen|s\/\.?|soles?|nuevos soles|moneda nacional|mn)$/;

/** What is wrong, in one sentence that names line and column. */
class Unreadable extends Error {}

interface Head {
  /** Of the line of names; the first line of the file is 1. */
  readonly line: number;
  /** Its names, and its fields: there may be a separator behind the last name. */
  readonly width: number;
  readonly fields: number;
  readonly at: Readonly<Partial<Record<ColumnName, number>>>;
}
type ColumnName = keyof StatementFormat['columns'];

/**
 * Reads an export as its format describes it, whole or not at all.
 * @param accounts the numbers of our accounts with the bank, as people write them: the file has to be of one of them,
 *   if it names its account
 * @returns a sentence for the first thing that does not fit
 */
export function readFormattedStatement(
  text: string,
  format: StatementFormat,
  accounts: readonly string[] | undefined,
): StatementLines | string {
  try {
    const lines = text.split(/\r\n|\n|\r/);
    if (lines.length > MAX_LINES) throw new Unreadable(`The file has more than ${MAX_LINES} lines.`);
    const head = findHead(lines, format);
    checkAbove(lines.slice(0, head.line - 1), format, accounts);
    return readLines(lines, head, format);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function fieldsOf(text: string, line: number, { delimiter }: StatementFormat): readonly string[] {
  const fields = text.length > MAX_LINE_LENGTH ? undefined : splitLine(text, delimiter);
  if (!fields) throw new Unreadable(`Line ${line} is too long, or a quote in it has no end.`);
  return fields.map((field) => field.trim());
}

/** Fields behind the last separator of a line are none. */
function withoutEmptyEnd(fields: readonly string[]): readonly string[] {
  return fields.slice(0, fields.findLastIndex((field) => field !== '') + 1);
}

/** What is above may hold anything; only the line of names has to be one. */
function splitHead(text = '', { delimiter }: StatementFormat): readonly string[] {
  return (text.length > MAX_LINE_LENGTH ? undefined : splitLine(text, delimiter)) ?? [];
}

function findHead(lines: readonly string[], format: StatementFormat): Head {
  const wanted = Object.entries(format.columns).filter((pair): pair is [ColumnName, string] => pair[1] !== undefined);
  const places = format.linesAbove === undefined ? lines.slice(0, HEAD_LINES).keys() : [format.linesAbove];
  let best: { line: number; missing: string } | undefined;
  let fewest = wanted.length;
  for (const index of places) {
    const names = splitHead(lines[index], format).map(folded);
    const missing = wanted.filter(([, name]) => !names.includes(folded(name)));
    if (missing.length === 0) return headOf(index + 1, names, wanted);
    if (missing.length < fewest || format.linesAbove !== undefined) {
      fewest = missing.length;
      best = { line: index + 1, missing: missing[0]?.[1] ?? '' };
    }
  }
  if (best) throw new Unreadable(`Line ${best.line}: there is no column "${best.missing}".`);
  throw new Unreadable(`None of the first ${HEAD_LINES} lines has the names of the columns.`);
}

function headOf(line: number, names: readonly string[], wanted: readonly (readonly [ColumnName, string])[]): Head {
  for (const [, name] of wanted) {
    const isTwice = names.indexOf(folded(name)) !== names.lastIndexOf(folded(name));
    if (isTwice) throw new Unreadable(`Line ${line}: there are two columns "${name}".`);
  }
  const at = Object.fromEntries(wanted.map(([column, name]) => [column, names.indexOf(folded(name))]));
  return { line, width: withoutEmptyEnd(names).length, fields: names.length, at };
}

/** The account and its currency, where the file says them: another one's statement books nothing. */
function checkAbove(lines: readonly string[], format: StatementFormat, accounts: readonly string[] | undefined): void {
  const { above, accountForm } = format;
  for (const [index, text] of lines.entries()) {
    const fields = splitHead(text, format).map((field) => field.trim());
    const beside = (words: string | undefined): string | undefined =>
      words !== undefined && folded(fields[0] ?? '').replace(/ ?:$/, '') === folded(words) ? fields[1] : undefined;
    const account = beside(above.account) ?? fields.find((field) => accountForm?.test(field));
    if (account && accounts && !accounts.some((ours) => isSameAccount(account, ours))) {
      throw new Unreadable(
        `Line ${index + 1}: the account ${account} is none of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account.`,
      );
    }
    const currency = beside(above.currency) ?? fields.find((field) => /^(?:d[oó]lares.*|USD|US\$)$/i.test(field));
    if (currency && !SOLES.test(folded(currency)) && !/^(?:PEN|S\/)/.test(currency)) {
      throw new Unreadable(`Line ${index + 1}: the account is in "${currency}", not in soles.`);
    }
  }
}

/** What follows the number of an account in a file is the name of its kind or owner. */
function isSameAccount(stated: string, ours: string): boolean {
  const digits = (text: string): string => text.replace(/\D/g, '');
  return digits(stated).startsWith(digits(ours)) && digits(ours) !== '';
}

function readLines(lines: readonly string[], head: Head, format: StatementFormat): StatementLines {
  const read: (StatementLine & { line: number })[] = [];
  for (let line = head.line + 1; line <= lines.length; line += 1) {
    const text = lines[line - 1] as string;
    if (text.trim() === '') continue;
    const fields = fieldsOf(text, line, format);
    if (format.endsAt !== undefined && folded(fields[0] ?? '').startsWith(folded(format.endsAt))) break;
    if (fields.every((field) => field === '')) continue;
    // One more, even an empty one: a separator within a text has moved what is behind it.
    if (fields.length < head.width || fields.length > head.fields) {
      throw new Unreadable(`Line ${line}: ${head.width} fields are needed, but there are ${fields.length}.`);
    }
    if (line === lines.length && isWithoutEnd(text)) throw new Unreadable(`Line ${line}: ${NO_END}.`);
    read.push({ ...new LineReader(line, fields, head, format).read(), line });
  }
  return { lines: read, problems: [] };
}

class LineReader {
  readonly #line: number;
  readonly #fields: readonly string[];
  readonly #head: Head;
  readonly #format: StatementFormat;

  constructor(line: number, fields: readonly string[], head: Head, format: StatementFormat) {
    [this.#line, this.#fields, this.#head, this.#format] = [line, fields, head, format];
  }

  read(): StatementLine {
    const amountCents = this.#amount();
    const bookedOn = this.#date('bookedOn');
    const date = this.#text('valueDate') === '' ? bookedOn : this.#date('valueDate');
    const bankRef = readDescription(this.#text('number')).slice(0, 60);
    const wrong = whatIsWrongWith(bankRef, amountCents);
    if (wrong !== undefined) throw this.#wrong('number', wrong);
    const currency = this.#text('currency');
    if (currency !== '' && !SOLES.test(folded(currency))) {
      throw this.#wrong('currency', `"${currency}" is not soles`);
    }
    const description = readDescription(this.#text('description'));
    return withReference({ bankRef, date, bookedOn, amountCents, description }, this.#text('reference'));
  }

  #text(column: ColumnName): string {
    const at = this.#head.at[column];
    return at === undefined ? '' : (this.#fields[at] ?? '');
  }

  #wrong(column: ColumnName, what: string): Unreadable {
    return new Unreadable(`Line ${this.#line}, column "${this.#format.columns[column]}": ${what}.`);
  }

  #amount(): Cents {
    const { sign, creditWords = [], debitWords = [] } = this.#format;
    if (sign === 'minus') return this.#cents('amount');
    if (sign === 'columns') {
      const [credit, debit] = [this.#centsOrNone('credit'), this.#centsOrNone('debit')];
      if (credit !== 0 && debit !== 0) throw this.#wrong('credit', 'there is a credit and a debit');
      // A debit is written with a minus or without one.
      return cents(credit !== 0 ? credit : -Math.abs(debit));
    }
    const word = folded(this.#text('sign'));
    const amount = this.#cents('amount');
    // A credit below zero takes one back; a debit is written with a minus or without one.
    if (creditWords.some((each) => folded(each) === word)) return amount;
    if (debitWords.some((each) => folded(each) === word)) return cents(-Math.abs(amount));
    throw this.#wrong('sign', `"${this.#text('sign')}" is neither a credit nor a debit`);
  }

  #centsOrNone(column: ColumnName): Cents {
    return this.#text(column) === '' ? cents(0) : this.#cents(column);
  }

  #cents(column: ColumnName): Cents {
    const text = this.#text(column);
    const amount = readAmountWith(text, this.#format.decimalMark);
    if (amount === undefined) {
      throw this.#wrong(column, `"${text}" is no amount with "${this.#format.decimalMark}" for its decimals`);
    }
    return amount;
  }

  #date(column: 'bookedOn' | 'valueDate'): CalendarDate {
    const { dateFormat } = this.#format;
    const date = readDateAs(this.#text(column), dateFormat);
    if (date === undefined) throw this.#wrong(column, `"${this.#text(column)}" is no date like ${dateFormat}`);
    return date;
  }
}

/** `-1,234.50` with `.` for the decimals: thousands in groups of three or not at all, two decimals at most. */
function readAmountWith(text: string, decimalMark: '.' | ','): Cents | undefined {
  const plain = decimalMark === '.' ? text : text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
  const [, sign = '', whole, decimals = ''] =
    /^([+-]?) ?(?:S\/\.? ?)?(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(whole.replace(/,/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return cents(sign === '-' ? -amount : amount);
}

const DATES: Readonly<Record<StatementFormat['dateFormat'], RegExp>> = {
  'DD/MM/YYYY': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  'DD-MM-YYYY': /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/,
  'DD/MM/YY': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{2})$/,
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'YYYY/MM/DD': /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};

function readDateAs(text: string, format: StatementFormat['dateFormat']): CalendarDate | undefined {
  const { year, month, day } = DATES[format].exec(text)?.groups ?? {};
  return readDate(`${year?.length === 2 ? '20' : ''}${year}-${month}-${day}`);
}
