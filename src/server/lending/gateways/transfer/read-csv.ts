import Papa from 'papaparse';
import { cleaned } from '#api/field-rules/cleaned.ts';

export interface LineProblem {
  /** The first line of a file is 1; 0 is the file itself. */
  readonly line: number;
  readonly message: string;
}

export interface CsvRows<Column extends string> {
  readonly rows: readonly { readonly line: number; readonly values: Readonly<Record<Column, string>> }[];
  readonly problems: readonly LineProblem[];
}

/** A line of values as it stands in the file. */
export interface TableRow<Column extends string> {
  readonly line: number;
  /** All of them, trimmed. */
  readonly fields: readonly string[];
  readonly values: Readonly<Record<Column, string>>;
  readonly isTotal: boolean;
}

export interface Table<Column extends string> {
  readonly rows: readonly TableRow<Column>[];
  /** The names in the first line, in lower case. */
  readonly names: readonly string[];
  /** The columns that the file has, and where. */
  readonly at: Readonly<Partial<Record<Column, number>>>;
  readonly problems: readonly LineProblem[];
}

export interface CsvShape<Column extends string> {
  /** Columns that a file must have; others are left out. */
  readonly required: readonly Column[];
  /** A column that is not there has empty values. */
  readonly optional?: readonly Column[];
  /** Further names of columns, in lower case. */
  readonly aliases?: Readonly<Record<string, Column>>;
  /** Columns that do for a required one that is not there. */
  readonly instead?: Readonly<Partial<Record<Column, Column>>>;
  /** Whether a line is a total, which may have fewer fields than the others. */
  readonly isTotal?: (fields: readonly string[], textOf: (column: Column) => string) => boolean;
}

export const NO_END =
  'the last line has no end, the file may have been cut off: export it again, or end the line if nothing is missing';

/** Whether a last field may be less than was written, `50` of 509.44: nothing ends its line, and no quote closes it. */
export function isWithoutEnd(text: string): boolean {
  const whole = text.trimEnd();
  return whole !== '' && !whole.endsWith('"') && !/[\n\r]/.test(text.slice(whole.length));
}

export const MAX_LINES = 50_000;
export const MAX_LINE_LENGTH = 2_000;
const SEPARATORS = [';', ',', '\t'] as const;

/** A line of values, with the lines that a quoted field of it goes on to. */
export interface CsvRecord {
  /** The first one's number; the first of the file is 1. */
  readonly line: number;
  readonly text: string;
  /** Undefined when it is too long, a quote has no end or something is between it and the separator. */
  readonly fields: readonly string[] | undefined;
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/**
 * The lines of values. A line's end within quotes is part of its field; a quote without an end spoils its own line and
 * swallows no other.
 */
export function* recordsOf(lines: readonly string[], separator: string): Generator<CsvRecord> {
  for (let at = 0; at < lines.length; ) {
    const count = countLines(lines, at, separator);
    const text = count === 1 ? (lines[at] as string) : lines.slice(at, at + count).join('\n');
    yield { line: at + 1, text, fields: text.length > MAX_LINE_LENGTH ? undefined : splitLine(text, separator) };
    at += count;
  }
}

function countLines(lines: readonly string[], from: number, separator: string): number {
  let state: QuoteState = 'closed';
  for (let at = from, length = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    length += line.length + 1;
    if (length > MAX_LINE_LENGTH) return 1;
    state = stateAfter(line, separator, state);
    if (state === 'closed') return at - from + 1;
    if (state === 'malformed') return 1;
  }
  return 1;
}

type QuoteState = 'closed' | 'open' | 'malformed';

/** Whether a quoted field is open at the end of a line. A quote counts at the beginning of a field only. */
function stateAfter(line: string, separator: string, before: QuoteState): QuoteState {
  let from = before === 'open' ? endOfQuotes(line, 0) : endOfField(line, 0);
  while (from >= 0) {
    const next = line.indexOf(separator, from);
    const between = next < 0 ? line.slice(from) : line.slice(from, next);
    if (line[from - 1] === '"' && between.trim() !== '') return 'malformed';
    if (next < 0) return 'closed';
    from = endOfField(line, next + 1);
  }
  return 'open';
}

/** Behind the quotes of the field that begins there, or its beginning when it has none. */
function endOfField(line: string, at: number): number {
  return line[at] === '"' ? endOfQuotes(line, at + 1) : at;
}

/** Behind the quote that closes a field; below zero when none does. A doubled quote is a part of it. */
function endOfQuotes(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at + 1;
  }
  return -1;
}

/** Reads the values of a file alone, as `readTable` does. */
export function readCsv<Column extends string>(text: string, shape: CsvShape<Column>): CsvRows<Column> {
  const { rows, problems } = readTable(text, shape);
  return { rows: rows.map(({ line, values }) => ({ line, values })), problems };
}

/**
 * Reads a file of values with a line of names: separated by semicolons, commas or tabs (the one the names use), fields
 * in double quotes where needed. A line that cannot be read is reported and stops no other.
 */
export function readTable<Column extends string>(text: string, shape: CsvShape<Column>): Table<Column> {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  const headAt = lines.findIndex((line) => line.trim() !== '');
  if (headAt < 0) return failed(0, 'the file is empty');
  if (lines.length > MAX_LINES) return failed(0, `more than ${MAX_LINES} lines`);
  const head = lines[headAt] as string;
  const separator = SEPARATORS.reduce((best, each) => (count(head, each) > count(head, best) ? each : best));
  const [first, ...records] = recordsOf(lines.slice(headAt), separator);
  const names = first?.fields?.map((name) => cleaned(name).replace(/\s+/g, ' ').trim().toLowerCase());
  if (!names) return failed(headAt + 1, 'the names of the columns cannot be read');
  const columns = locate(names, shape);
  if (typeof columns === 'string') return failed(headAt + 1, columns);
  const found = readRows(records, { before: headAt, width: names.length, columns, isTotal: shape.isTotal });
  const at = Object.fromEntries(columns.filter(([, place]) => place >= 0)) as Partial<Record<Column, number>>;
  return { ...found, names, at };
}

/** Where each column stands, -1 for one that is not there; a sentence when the names do not do. */
function locate<Column extends string>(
  names: readonly string[],
  { required, optional = [], aliases = {}, instead }: CsvShape<Column>,
): readonly (readonly [Column, number])[] | string {
  const wanted = [...required, ...optional];
  const known = names.map(
    (name) => wanted.find((each) => each === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined),
  );
  const twice = wanted.find((column) => known.indexOf(column) !== known.lastIndexOf(column));
  if (twice !== undefined) return `there are two columns for ${twice}`;
  const isThere = (column: Column | undefined) => column !== undefined && known.includes(column);
  const missing = required.filter((column) => !isThere(column) && !isThere(instead?.[column]));
  if (missing.length > 0) return `there is no column ${missing.join(', ')}`;
  return wanted.map((column) => [column, known.indexOf(column)] as const);
}

function readRows<Column extends string>(
  records: readonly CsvRecord[],
  shape: {
    /** How many lines of the file are before these and their names. */
    readonly before: number;
    readonly width: number;
    readonly columns: readonly (readonly [Column, number])[];
    readonly isTotal: CsvShape<Column>['isTotal'];
  },
): Pick<Table<Column>, 'rows' | 'problems'> {
  const rows: TableRow<Column>[] = [];
  const problems: LineProblem[] = [];
  for (const { text, fields: untrimmed, ...record } of records) {
    const line = record.line + shape.before;
    if (text.trim() === '') continue;
    const fields = untrimmed?.map((field) => field.trim());
    if (!fields) {
      problems.push({ line, message: 'the line is too long, or a quote has no end' });
      continue;
    }
    const pairs = shape.columns.map(([column, at]) => [column, fields[at] ?? ''] as const);
    const values = Object.fromEntries(pairs) as Record<Column, string>;
    const isTotal = shape.isTotal?.(fields, (column) => values[column]) ?? false;
    if (fields.length !== shape.width && !isTotal) {
      problems.push({ line, message: `${shape.width} fields are needed, but there are ${fields.length}` });
    } else rows.push({ line, fields, values, isTotal });
  }
  return { rows, problems };
}

function failed<Column extends string>(line: number, message: string): Table<Column> {
  return { rows: [], names: [], at: {} as Table<Column>['at'], problems: [{ line, message }] };
}

function count(text: string, character: string): number {
  return text.split(character).length;
}

/** The fields of a line; undefined when a quote has no end or something is between it and the separator. */
export function splitLine(line: string, separator: string): readonly string[] | undefined {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: separator, newline: '\n' });
  return errors.length > 0 ? undefined : data[0];
}
