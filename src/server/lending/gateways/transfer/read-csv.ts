import Papa from 'papaparse';

export interface LineProblem {
  /** The first line of a file is 1; 0 is the file itself. */
  readonly line: number;
  readonly message: string;
}

export interface CsvRows<Column extends string> {
  readonly rows: readonly { readonly line: number; readonly values: Readonly<Record<Column, string>> }[];
  readonly problems: readonly LineProblem[];
}

export interface CsvShape<Column extends string> {
  /** Columns that a file must have; others are left out. */
  readonly required: readonly Column[];
  /** A column that is not there has empty values. */
  readonly optional?: readonly Column[];
  /** Further names of columns, in lower case. */
  readonly aliases?: Readonly<Record<string, Column>>;
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

/**
 * Reads a file of values with a line of names: separated by semicolons, commas or tabs (the one the names use), fields
 * in double quotes where needed. A field does not go over a line's end: banks' exports do not, and one forgotten quote
 * would otherwise swallow the rest. A line that cannot be read is reported and stops no other.
 */
export function readCsv<Column extends string>(text: string, shape: CsvShape<Column>): CsvRows<Column> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const headAt = lines.findIndex((line) => line.trim() !== '');
  if (headAt < 0) return failed(0, 'the file is empty');
  if (lines.length > MAX_LINES) return failed(0, `more than ${MAX_LINES} lines`);
  const head = lines[headAt] as string;
  const separator = SEPARATORS.reduce((best, each) => (count(head, each) > count(head, best) ? each : best));
  const names = splitLine(head, separator)?.map((name) => name.trim().toLowerCase());
  if (!names) return failed(headAt + 1, 'the names of the columns cannot be read');
  const columns = locate(names, shape);
  if (typeof columns === 'string') return failed(headAt + 1, columns);
  return readRows(lines, headAt + 1, { separator, width: names.length, columns });
}

/** Where each column stands, -1 for one that is not there; a sentence when the names do not do. */
function locate<Column extends string>(
  names: readonly string[],
  { required, optional = [], aliases = {} }: CsvShape<Column>,
): readonly (readonly [Column, number])[] | string {
  const wanted = [...required, ...optional];
  const known = names.map(
    (name) => wanted.find((each) => each === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined),
  );
  const twice = wanted.find((column) => known.indexOf(column) !== known.lastIndexOf(column));
  if (twice !== undefined) return `there are two columns for ${twice}`;
  const missing = required.filter((column) => !known.includes(column));
  if (missing.length > 0) return `there is no column ${missing.join(', ')}`;
  return wanted.map((column) => [column, known.indexOf(column)] as const);
}

function readRows<Column extends string>(
  lines: readonly string[],
  from: number,
  shape: {
    readonly separator: string;
    readonly width: number;
    readonly columns: readonly (readonly [Column, number])[];
  },
): CsvRows<Column> {
  const rows: { line: number; values: Readonly<Record<Column, string>> }[] = [];
  const problems: LineProblem[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const text = lines[index] as string;
    const line = index + 1;
    if (text.trim() === '') continue;
    const fields = text.length > MAX_LINE_LENGTH ? undefined : splitLine(text, shape.separator);
    if (!fields) problems.push({ line, message: 'the line is too long, or a quote has no end' });
    else if (fields.length !== shape.width) {
      problems.push({ line, message: `${shape.width} fields are needed, but there are ${fields.length}` });
    } else {
      const values = shape.columns.map(([column, at]) => [column, fields[at]?.trim() ?? '']);
      rows.push({ line, values: Object.fromEntries(values) });
    }
  }
  return { rows, problems };
}

function failed<Column extends string>(line: number, message: string): CsvRows<Column> {
  return { rows: [], problems: [{ line, message }] };
}

function count(text: string, character: string): number {
  return text.split(character).length;
}

/** The fields of a line; undefined when a quote has no end or something is between it and the separator. */
export function splitLine(line: string, separator: string): readonly string[] | undefined {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: separator, newline: '\n' });
  return errors.length > 0 ? undefined : data[0];
}
