import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import { type CsvRecord, isWithoutEnd, linesOf, MAX_LINES, NO_END, recordsOf } from './read-csv.ts';
import { folded, HEAD_LINES, type StatementFormat } from './statement-format.ts';
import {
  readDate,
  readDescription,
  readStatementAmount,
  type StatementLine,
  type StatementLines,
  whatIsWrongWith,
  withReference,
} from './statement-values.ts';
import { balanceAmong, beginsAsTotal, WholeFile } from './whole-file.ts';

const SOLES = /^(?:pen|s\/\.?|soles?|nuevos soles|moneda nacional|mn)$/;

/** Error that says what is wrong, in one sentence that names line and column. */
class Unreadable extends Error {}

interface Head {
  /** Its place among the records. */
  readonly index: number;
  /** Its names, and its fields: there may be a separator behind the last name. */
  readonly width: number;
  readonly fields: number;
  readonly names: readonly string[];
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
    const lines = linesOf(text);
    if (lines.length > MAX_LINES) throw new Unreadable(`The file has more than ${MAX_LINES} lines.`);
    const records = [...recordsOf(lines, format.delimiter)];
    const head = findHead(records, format);
    checkAbove(records.slice(0, head.index), format, accounts);
    return readLines(records.slice(head.index + 1), head, format, isWithoutEnd(text));
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function fieldsOf({ line, fields }: CsvRecord): readonly string[] {
  if (!fields) throw new Unreadable(`Line ${line} is too long, or a quote in it has no end.`);
  return fields.map((field) => field.trim());
}

/** Leaves out the empty fields behind the last separator of a line. */
function withoutEmptyEnd(fields: readonly string[]): readonly string[] {
  return fields.slice(0, fields.findLastIndex((field) => field !== '') + 1);
}

function findHead(records: readonly CsvRecord[], format: StatementFormat): Head {
  const wanted = Object.entries(format.columns).filter((pair): pair is [ColumnName, string] => pair[1] !== undefined);
  const { linesAbove } = format;
  const isPossible = ({ line }: CsvRecord) => (linesAbove === undefined ? line <= HEAD_LINES : line === linesAbove + 1);
  let best = linesAbove === undefined ? undefined : { line: linesAbove + 1, missing: wanted[0]?.[1] ?? '' };
  let fewest = wanted.length + (linesAbove === undefined ? 0 : 1);
  for (const record of records.filter(isPossible)) {
    const { line, fields = [] } = record;
    // What is above may hold anything; only the line of names has to be one.
    const names = fields.map(folded);
    const missing = wanted.filter(([, name]) => !names.includes(folded(name)));
    if (missing.length === 0) return headOf({ line, index: records.indexOf(record) }, names, wanted);
    if (missing.length < fewest) {
      fewest = missing.length;
      best = { line, missing: missing[0]?.[1] ?? '' };
    }
  }
  if (best) throw new Unreadable(`Line ${best.line}: there is no column "${best.missing}".`);
  throw new Unreadable(`None of the first ${HEAD_LINES} lines has the names of the columns.`);
}

function headOf(
  { line, index }: { readonly line: number; readonly index: number },
  names: readonly string[],
  wanted: readonly (readonly [ColumnName, string])[],
): Head {
  for (const [, name] of wanted) {
    const isTwice = names.indexOf(folded(name)) !== names.lastIndexOf(folded(name));
    if (isTwice) throw new Unreadable(`Line ${line}: there are two columns "${name}".`);
  }
  const at = Object.fromEntries(wanted.map(([column, name]) => [column, names.indexOf(folded(name))]));
  return { index, width: withoutEmptyEnd(names).length, fields: names.length, names, at };
}

/** The account and its currency, where the file says them: another one's statement books nothing. */
function checkAbove(
  records: readonly CsvRecord[],
  format: StatementFormat,
  accounts: readonly string[] | undefined,
): void {
  const { above, accountForm } = format;
  for (const { line, fields: untrimmed = [] } of records) {
    const fields = untrimmed.map((field) => field.trim());
    const beside = (words: string | undefined): string | undefined =>
      words !== undefined && folded(fields[0] ?? '').replace(/ ?:$/, '') === folded(words) ? fields[1] : undefined;
    const account = beside(above.account) ?? fields.find((field) => accountForm?.test(field));
    if (account && accounts && !accounts.some((ours) => isSameAccount(account, ours))) {
      throw new Unreadable(
        `Line ${line}: the account ${account} is not one of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account.`,
      );
    }
    const currency = beside(above.currency) ?? fields.find((field) => /^(?:d[oó]lares.*|USD|US\$)$/i.test(field));
    if (currency && !SOLES.test(folded(currency)) && !/^(?:PEN|S\/)/.test(currency)) {
      throw new Unreadable(`Line ${line}: the account is in "${currency}", not in soles.`);
    }
  }
}

/** Compares the number of an account with ours. What follows it in a file is the name of its kind or owner. */
function isSameAccount(stated: string, ours: string): boolean {
  const digits = (text: string): string => text.replace(/\D/g, '');
  return digits(stated).startsWith(digits(ours)) && digits(ours) !== '';
}

function readLines(
  records: readonly CsvRecord[],
  head: Head,
  format: StatementFormat,
  isWithoutLastEnd: boolean,
): StatementLines {
  const read: (StatementLine & { line: number })[] = [];
  const whole = new WholeFile(shapeOf(head, format));
  let last: CsvRecord | undefined;
  for (const record of records) {
    if (record.text.trim() === '') continue;
    const kind = takeRecord(record, head, format, whole);
    if (kind === 'end') break;
    if (kind === 'no-line') continue;
    read.push(kind);
    last = record;
  }
  const why = isWithoutLastEnd && last === records.at(-1) ? NO_END : whole.whyCutOff();
  if (last && why !== undefined) throw new Unreadable(`Line ${last.line}: ${why}.`);
  return { lines: read, problems: [] };
}

function takeRecord(
  record: CsvRecord,
  head: Head,
  format: StatementFormat,
  whole: WholeFile,
): (StatementLine & { line: number }) | 'no-line' | 'end' {
  const fields = fieldsOf(record);
  const { line } = record;
  const reader = new LineReader(line, fields, head, format);
  const isTotal = beginsAsTotal(fields) && !reader.hasDate();
  const wrong = isTotal ? whole.takeTotal(fields) : undefined;
  if (wrong !== undefined) throw new Unreadable(`Line ${line}: ${wrong}.`);
  if (format.endsAt !== undefined && folded(fields[0] ?? '').startsWith(folded(format.endsAt))) return 'end';
  if (isTotal || fields.every((field) => field === '')) return 'no-line';
  // One more, even an empty one: a separator within a text has moved what is behind it.
  if (fields.length < head.width || fields.length > head.fields) {
    throw new Unreadable(`Line ${line}: ${head.width} fields are needed, but there are ${fields.length}.`);
  }
  const read = reader.read();
  whole.take({ line, fields, amountCents: read.amountCents });
  return { ...read, line };
}

function shapeOf({ at, width, names }: Head, { decimalMark, creditWords = [], debitWords = [] }: StatementFormat) {
  return {
    at,
    lastAt: width - 1,
    balanceAt: balanceAmong(names),
    decimalMark,
    signWords: [...creditWords, ...debitWords],
  };
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

  /** Whether it has a day of booking, which a total does not have. */
  hasDate(): boolean {
    return readDateAs(this.#text('bookedOn'), this.#format.dateFormat) !== undefined;
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
    const amount = readStatementAmount(text, this.#format.decimalMark);
    if (amount === undefined) {
      throw this.#wrong(column, `"${text}" is not an amount with "${this.#format.decimalMark}" for its decimals`);
    }
    return amount;
  }

  #date(column: 'bookedOn' | 'valueDate'): CalendarDate {
    const { dateFormat } = this.#format;
    const date = readDateAs(this.#text(column), dateFormat);
    if (date === undefined) throw this.#wrong(column, `"${this.#text(column)}" is not a date like ${dateFormat}`);
    return date;
  }
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
