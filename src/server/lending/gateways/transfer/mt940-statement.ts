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
/** Value date, booking date, mark, third letter of the currency, amount, kind, our reference, the bank's, further words. */
const ENTRY =
  /^(\d{6})(?:\d{4}| *)(R?[CD])([A-Z])?(\d{1,12}),(\d{0,2})[A-Z][A-Z0-9]{3}(.{0,34}?)(?:\/\/(.{0,34}))?(?:\n([\s\S]*))?$/;
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,12}),(\d{0,2})$/;
const SOLES = 'PEN';

/** Reads SWIFT's MT940, `:61:` with its `:86:`; entries must lead from one stated balance to the next. */
export function readMt940Statement(text: string): StatementLines {
  const fields = readFields(text);
  if (!fields) return { lines: [], problems: [{ line: 0, message: `more than ${MAX_LINES} lines` }] };
  const statement = new StatementReader();
  for (const [index, field] of fields.entries()) {
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
  #inSoles = true;

  open(field: Field): void {
    const balance = this.#readBalance(field);
    this.#balance = balance?.amount;
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
    const stated = this.#readBalance(field)?.amount;
    if (stated !== undefined && this.#balance !== undefined && stated !== this.#balance) {
      this.#problem(field, 'the entries do not lead to this balance: lines are missing or wrong');
    }
    this.#balance = undefined;
    this.#inSoles = true;
  }

  #readBalance(field: Field): { readonly amount: number; readonly currency: string } | undefined {
    const [, mark, currency, whole, decimals = ''] = BALANCE.exec(field.text.trim()) ?? [];
    if (whole === undefined || currency === undefined) {
      this.#problem(field, 'the balance cannot be read');
      return undefined;
    }
    return { amount: (mark === 'C' ? 1 : -1) * centsOf(whole, decimals), currency };
  }

  #problem({ line }: Field, message: string): void {
    this.problems.push({ line, message });
  }
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
  const [, day, mark, currency = SOLES.at(2), whole, decimals = '', ours = '', theirs = '', words = ''] =
    ENTRY.exec(text) ?? [];
  if (day === undefined || mark === undefined) return 'the entry cannot be read';
  // An entry may repeat the third letter of its currency.
  if (currency !== SOLES.at(2)) return `the entry is not in ${SOLES}`;
  const amountCents = cents(centsOf(whole as string, decimals) * (mark === 'C' || mark === 'RD' ? 1 : -1));
  const date = readDate(`${day.slice(4)}/${day.slice(2, 4)}/20${day.slice(0, 2)}`);
  if (date === undefined) return `the value date "${day}" is none`;
  const bankRef = [theirs, ours].map(readDescription).find((each) => each !== '' && each !== 'NONREF') ?? '';
  const wrong = whatIsWrongWith(bankRef, amountCents);
  if (wrong !== undefined) return wrong;
  const told = `${words}\n${details}`;
  const line = { bankRef, date, amountCents, description: readDescription(told), takesBack: mark === 'RC' };
  // A line's end, or that of a subfield, may have cut the reference in two.
  return withReference(line, '', told.replace(/\n|\?2[1-9]/g, ''));
}

function centsOf(whole: string, decimals: string): Cents {
  return cents(Number(whole) * 100 + Number(decimals.padEnd(2, '0') || '0'));
}
