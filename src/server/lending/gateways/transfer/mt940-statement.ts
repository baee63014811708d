import { operationKey } from '#api/field-rules/operation-number.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import { type LineProblem, MAX_LINES } from './read-csv.ts';
import {
  readDate,
  readDescription,
  type StatementLine,
  type StatementLines,
  whatIsWrongWith,
  withReference,
} from './statement-values.ts';

interface Field {
  readonly line: number;
  readonly tag: string;
  readonly text: string;
}

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/;
/**
 * Value date, booking date, mark, third letter of the currency, amount, kind, our reference, the bank's, further words.
 */
const ENTRY =
  /^(\d{6})(\d{4}| *)(R?[CD])([A-Z])?(\d{1,12}),(\d{0,2})[A-Z][A-Z0-9]{3}(.{0,34}?)(?:\/\/(.{0,34}))?(?:\n([\s\S]*))?$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,12}),(\d{0,2})$/;
const SOLES = 'PEN';

/**
 * Reads statements in SWIFT's MT940, with or without its envelope: `:61:` entries, each with the `:86:` that follows.
 * Where a statement states its balances, the entries must lead from one to the next: this shows a file that lost a
 * line, and one that was cut off.
 * @param accounts the numbers of our accounts with the bank; another one's statement books nothing
 */
export function readMt940Statement(text: string, accounts?: readonly string[]): StatementLines {
  const fields = readFields(text);
  if (!fields) return { lines: [], problems: [{ line: 0, message: `more than ${MAX_LINES} lines` }] };
  const statement = new StatementReader();
  for (const [index, field] of fields.entries()) {
    if (field.tag === '25' || field.tag === '25P') statement.ofAccount(field, accounts);
    if (field.tag === '60F' || field.tag === '60M') statement.open(field);
    if (field.tag === '61') statement.take(field, fields[index + 1]);
    if (field.tag === '62F' || field.tag === '62M') statement.close(field);
  }
  const last = fields.findLast(({ tag, text: rest }) => `${tag}${rest}` !== '');
  if (last && /^(?:61|86)$/.test(last.tag)) statement.endEarly(last);
  return statement;
}

class StatementReader implements StatementLines {
  readonly lines: (StatementLine & { readonly line: number })[] = [];
  readonly problems: LineProblem[] = [];
  /** In céntimos; undefined when none was stated. */
  #balance: number | undefined;
  /** The day of the opening balance, and how many lines stand before it. */
  #opened: { readonly on: CalendarDate | undefined; readonly at: number } = { on: undefined, at: 0 };
  #inSoles = true;

  ofAccount(field: Field, accounts: readonly string[] | undefined): void {
    const stated = field.text.split('\n', 1)[0]?.trim() ?? '';
    if (accounts && !accounts.some((ours) => mayBeSame(stated, ours))) {
      this.#problem(
        field,
        `the account ${stated} is not one of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account`,
      );
    }
  }

  open(field: Field): void {
    const balance = this.#readBalance(field);
    this.#balance = balance?.amount;
    this.#opened = { on: balance?.date, at: this.lines.length };
    this.#inSoles = balance === undefined || balance.currency === SOLES;
    if (!this.#inSoles)
      this.#problem(field, `the account is in ${balance?.currency}, not ${SOLES}: nothing of it is read`);
  }

  take(field: Field, next: Field | undefined): void {
    if (!this.#inSoles) return;
    const entry = readEntry(field.text, next?.tag === '86' ? next.text : '');
    if (typeof entry === 'string') {
      this.#problem(field, entry);
      return;
    }
    if (this.#balance !== undefined) this.#balance += entry.amountCents;
    this.lines.push({ ...entry, line: field.line });
  }

  endEarly(field: Field): void {
    if (this.problems.length > 0) return;
    this.#problem(field, 'no closing balance (:62F:) follows, the file was cut off: export it again');
  }

  close(field: Field): void {
    const balance = this.#readBalance(field);
    const stated = balance?.amount;
    if (balance?.date !== undefined) this.#bookWithin(balance.date);
    if (stated !== undefined && this.#balance !== undefined && stated !== this.#balance) {
      this.#problem(field, 'the entries do not lead to this balance: lines are missing or wrong');
    }
    this.#balance = undefined;
    this.#opened = { on: undefined, at: this.lines.length };
    this.#inSoles = true;
  }

  /**
   * A statement has what was booked from its opening balance to its closing one: a value date outside of them, without an
   * entry date, was not the day of booking.
   */
  #bookWithin(closing: CalendarDate): void {
    const { on: opening = '', at } = this.#opened;
    for (const [index, line] of this.lines.entries()) {
      const isOutside = line.date > closing || line.date < opening;
      if (index >= at && isOutside && line.bookedOn === undefined) this.lines[index] = { ...line, bookedOn: closing };
    }
  }

  #readBalance(
    field: Field,
  ): { readonly amount: number; readonly currency: string; readonly date: CalendarDate | undefined } | undefined {
    const [, mark, day = '', currency, whole, decimals = ''] = BALANCE.exec(field.text.trim()) ?? [];
    if (whole === undefined || currency === undefined) {
      this.#problem(field, 'the balance cannot be read');
      return undefined;
    }
    return { amount: (mark === 'C' ? 1 : -1) * centsOf(whole, decimals), currency, date: readDay(day) };
  }

  #problem({ line }: Field, message: string): void {
    this.problems.push({ line, message });
  }
}

/** Shorter numbers are parts of one: a branch, or what stands for an account in an example. */
const WHOLE_ACCOUNT_DIGITS = 8;

/** Whether the number in `:25:` may be that of our account: banks write it with or without their own, branch and check digits. */
function mayBeSame(stated: string, ours: string): boolean {
  const [one, other] = [stated, ours].map((text) => text.replace(/\D/g, '')) as [string, string];
  return one.length < WHOLE_ACCOUNT_DIGITS || (other !== '' && (one.includes(other) || other.includes(one)));
}

/** The fields with their further lines; what is outside of fields is the envelope. */
function readFields(text: string): Field[] | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) return undefined;
  const fields: { line: number; tag: string; text: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, tag, rest] = FIELD.exec(line) ?? [];
    const open = fields.at(-1);
    if (tag !== undefined) fields.push({ line: index + 1, tag, text: rest as string });
    else if (open && /^(?:-\}?|\{.*|\s*)$/.test(line)) fields.push({ line: index + 1, tag: '', text: line.trim() });
    else if (open) open.text += `\n${line}`;
  }
  return fields;
}

function readEntry(text: string, details: string): StatementLine | string {
  const [, day, entryDay = '', mark, currency = SOLES.at(2), whole, decimals = '', ours = '', theirs = '', words = ''] =
    ENTRY.exec(text) ?? [];
  if (day === undefined || mark === undefined) return 'the entry cannot be read';
  // An entry may repeat the third letter of its currency.
  if (currency !== SOLES.at(2)) return `the entry is not in ${SOLES}`;
  const amountCents = cents(centsOf(whole as string, decimals) * (mark === 'C' || mark === 'RD' ? 1 : -1));
  const date = readDay(day);
  if (date === undefined) return `the value date "${day}" is not a date`;
  const bookedOn = entryDay.trim() === '' ? undefined : entryDateOf(entryDay, date);
  if (entryDay.trim() !== '' && bookedOn === undefined) return `the entry date "${entryDay}" is not a date`;
  const bankRef = [theirs, ours].map(readDescription).find((each) => each !== '' && each !== 'NONREF') ?? '';
  const wrong = whatIsWrongWith(bankRef, amountCents, operationKey);
  if (wrong !== undefined) return wrong;
  const told = `${words}\n${details}`;
  const days = bookedOn === undefined ? { date, isValueDate: true } : { date, bookedOn };
  const line = { bankRef, ...days, amountCents, description: readDescription(told), takesBack: mark === 'RC' };
  // A line's end, or that of a subfield, may have cut the reference in two.
  return withReference(line, '', told.replace(/\n|\?2[1-9]/g, ''));
}

/** `260115`. */
function readDay(day: string): CalendarDate | undefined {
  return readDate(`${day.slice(4)}/${day.slice(2, 4)}/20${day.slice(0, 2)}`);
}

/** The day of booking, month and day, in the year that brings it nearest to the value date. */
function entryDateOf(monthAndDay: string, valueDate: CalendarDate): CalendarDate | undefined {
  const [month, day] = [monthAndDay.slice(0, 2), monthAndDay.slice(2)];
  const year = Number(valueDate.slice(0, 4));
  const away = (date: CalendarDate): number => Math.abs(daysBetween(date, valueDate));
  return [year - 1, year, year + 1]
    .flatMap((each) => readDate(`${day}/${month}/${each}`) ?? [])
    .sort((one, other) => away(one) - away(other))[0];
}

function centsOf(whole: string, decimals: string): Cents {
  return cents(Number(whole) * 100 + Number(decimals.padEnd(2, '0') || '0'));
}
