import type { Context } from 'hono';
import * as z from 'zod/mini';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { type Cents, fromSoles, toSoles } from '#loan/money.ts';
import { CSV_START, type CsvValue, csvLines } from '#server/kit/csv.ts';
import { type AnswerField, type AnswerKind, rowsOf } from './answer.ts';
import type { ListSource, Page, PageRequest } from './list-source.ts';
import { type Reader, valueForPeople } from './people-csv.ts';
import { actOf, fileHeaders, recordShown, servedActs, showsPeople } from './staff-route.ts';

/**
 * A list for staff: as JSON page by page, as CSV all of it, one page in memory at a time. Its act describes the rows:
 * which of their amounts are céntimos here and soles in the answer, and in which order they stand in the CSV.
 */
export interface StaffList<Row extends object> extends ListSource<Row> {
  /** The name of its rows in the JSON. */
  readonly name: string;
  /** Fields that the JSON has besides. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
}

const PAGE = 100;
const LONGEST_PAGE = 500;
/** Rows that are counted for a page: beyond them it says that there are more. */
const COUNTED = 10_000;

const calendarDay = z
  .string()
  .check(z.refine((text) => isCalendarDate(text), { error: 'invalid' }))
  .register(z.globalRegistry, { format: 'date' });
/** Fields of a list's query. */
export const listQuery = {
  date: z.optional(calendarDay),
  number: (max: number) =>
    z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, { error: 'invalid' })),
        z.pipe(z.transform(Number), z.number().check(z.maximum(max, { error: 'out_of_range' }))),
      ),
    ),
  id: z.optional(z.uuid({ error: 'invalid' })),
  /** `50` or `1200.5`: soles, as céntimos. */
  soles: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,2})?$/, { error: 'invalid' })),
      z.transform((text): Cents => fromSoles(Number(text))),
    ),
  ),
  /** `A,B`: each one of a fixed list. */
  oneOf: <const Value extends string>(values: readonly Value[]) => {
    const known: readonly string[] = values;
    const text = z
      .string()
      .check(z.refine((given) => given.split(',').every((one) => known.includes(one)), { error: 'unknown' }))
      .register(z.globalRegistry, { 'x-values': known });
    return z.optional(
      z.pipe(
        text,
        z.transform((given) => given.split(',') as Value[]),
      ),
    );
  },
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads what may be asked of a list: its filters, and where its page begins. A parameter that it does not know is
 * refused.
 * @param isPlace tells whether a text may be the `next` of this list; an id unless told
 */
export function queryOfList<Shape extends Readonly<Record<string, z.core.$ZodType>>>(
  shape: Shape,
  isPlace: RegExp | ((text: string) => boolean) = UUID,
) {
  const fits = (text: string) =>
    (typeof isPlace === 'function' ? isPlace(text) : isPlace.test(text)) && text.split('~').every(isPossible);
  return z.strictObject({
    cursor: z.optional(z.string().check(z.refine(fits, { error: 'invalid' }))),
    limit: listQuery.number(LONGEST_PAGE),
    ...shape,
  });
}

const DAY_OR_INSTANT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)\b.*)?$/;

/** Tells whether a part of a place that is written as a day or an instant is one: the database has no 30 February. */
function isPossible(part: string): boolean {
  const [, day, hour = '0', minute = '0', second = '0'] = DAY_OR_INSTANT.exec(part) ?? [];
  return day === undefined || (isCalendarDate(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
}

/** Reads the cursor that a list was asked for. */
export function pageAt({ cursor, limit }: { cursor?: string | undefined; limit?: number | undefined }): PageRequest {
  return { cursor, limit: Math.max(1, limit ?? PAGE) };
}

/**
 * Answers with one page as JSON, which says where it stands in the whole, or with everything as CSV when the caller
 * accepts `text/csv`: from the first row, wherever the page began that it was asked on.
 */
export async function answerList<Row extends object>(
  c: Context,
  list: StaffList<Row>,
  at: PageRequest,
): Promise<Response> {
  const columns = columnsOf(c);
  if (wantsCsv(c)) return answerCsv(c, list, columns);
  const { rows, next } = await list.page(at);
  const page = await placeOf(list, at, { rows, next });
  const { about } = list;
  await recordShown(c, { about, shown: rows.length, of: page.isMore ? `more than ${page.of}` : page.of });
  return c.json({ [list.name]: rows.map((row) => onWire(columns, row)), ...about, page, next: next ?? null });
}

/** The rows of the act that answers, as it describes them. */
function columnsOf(c: Context): readonly AnswerField[] {
  const { name, answers } = actOf(c);
  const rows = typeof answers === 'object' ? rowsOf(answers) : undefined;
  if (!rows) throw new Error(`${name} answers a list that it does not describe`);
  return rows.fields;
}

async function answerCsv<Row extends object>(
  c: Context,
  list: StaffList<Row>,
  columns: readonly AnswerField[],
): Promise<Response> {
  // Written before the first of them leaves: how many there are is counted, not waited for.
  if (showsPeople(c)) {
    const { rows } = await list.count({ most: Infinity });
    await recordShown(c, { about: list.about, shown: rows, as: 'csv' });
  }
  return c.body(csvOf(list, columns, readerOf(c)), 200, fileHeaders(c, 'csv', 'text/csv; charset=utf-8'));
}

/** A page's place in its list: `{ from: 51, to: 100, of: 213 }`. */
interface Place {
  /** The first and the last row; null where too many come before them to be counted, or there are none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly of: number;
  /** There are more than `of`. */
  readonly isMore: boolean;
}

async function placeOf<Row>(
  { count }: ListSource<Row>,
  { cursor }: PageRequest,
  { rows, next }: Page<Row>,
): Promise<Place> {
  const before = cursor === undefined ? { rows: 0, isMore: false } : await count({ until: cursor, most: COUNTED });
  const upToHere = { rows: before.rows + rows.length, isMore: before.isMore };
  const all = next === undefined ? upToHere : await count({ most: COUNTED });
  const isKnown = !before.isMore && rows.length > 0;
  return {
    from: isKnown ? before.rows + 1 : null,
    to: isKnown ? upToHere.rows : null,
    // Rows that came in between the two looks are on this page already.
    of: Math.max(all.rows, before.isMore ? 0 : upToHere.rows),
    isMore: all.isMore,
  };
}

/** The type of a file that a colleague at the desk opens: `text/csv;for=people-es`. */
export function csvForPeople(locale: Locale): string {
  return `text/csv;for=people-${locale}`;
}

/** The language of the person who opens the file; undefined for a program, which reads names and codes. */
function readerOf(c: Context): Reader | undefined {
  const locale = LOCALES.find((one) => c.req.header('accept') === csvForPeople(one));
  return locale && { locale, acts: servedActs(c) };
}

function wantsCsv(c: Context): boolean {
  return /\btext\/csv\b/i.test(c.req.header('accept') ?? '');
}

/** A page is read when the one before it has been taken, so that a slow reader holds no more than that. */
function csvOf<Row extends object>(
  list: StaffList<Row>,
  described: readonly AnswerField[],
  reader: Reader | undefined,
): ReadableStream<Uint8Array> {
  const columns = described
    .filter(({ isForPrograms }) => reader === undefined || isForPrograms !== true)
    .flatMap(inLine);
  const head = columns.map((column) => headOf(column, reader?.locale));
  const valueIn = (row: Row, { path, field }: CsvColumn) =>
    reader === undefined
      ? csvValue(valueAt(row, path), field.kind)
      : valueForPeople(reader, field, valueAt(row, path), row as Readonly<Record<string, unknown>>);
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLines([head]))),
    async pull(controller) {
      const { rows, next } = await list.page({ cursor, limit: LONGEST_PAGE });
      const lines = rows.map((row) => columns.map((column) => valueIn(row, column)));
      // An empty chunk asks for the next page as well.
      controller.enqueue(encoder.encode(csvLines(lines)));
      if (next === undefined) controller.close();
      cursor = next;
    },
  });
}

interface CsvColumn {
  readonly path: readonly string[];
  readonly field: AnswerField;
  /** The thing that it is a part of. */
  readonly within?: AnswerField;
}

function inLine(field: AnswerField): readonly CsvColumn[] {
  return field.kind === 'thing'
    ? field.fields.map((inner) => ({ path: [field.name, inner.name], field: inner, within: field }))
    : [{ path: [field.name], field }];
}

function headOf({ path, field, within }: CsvColumn, reader: Locale | undefined): string {
  if (reader === undefined) return path.join('.');
  return within ? `${within[reader]}: ${field[reader]}` : field[reader];
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], row);
}

function csvValue(value: unknown, kind: AnswerKind): CsvValue {
  if (kind === 'soles' && typeof value === 'number') return solesText(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return JSON.stringify(value);
  return (value ?? null) as CsvValue;
}

/** `573.03`, `-0.05`: exact, with a point, as programs read it. */
function solesText(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function onWire(columns: readonly AnswerField[], row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      inSoles(
        columns.find((column) => column.name === name),
        value,
      ),
    ]),
  );
}

function inSoles(column: AnswerField | undefined, value: unknown): unknown {
  if (column?.kind === 'soles' && typeof value === 'number') return toSoles(value as Cents);
  if (column?.kind !== 'thing' || typeof value !== 'object' || value === null) return value;
  return onWire(column.fields, value);
}
