import type { Context } from 'hono';
import * as z from 'zod/mini';
import { isCalendarDate } from '#loan/calendar.ts';
import { type Cents, toSoles } from '#loan/money.ts';
import { CSV_START, type CsvValue, csvLines } from '#server/kit/csv.ts';

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined: this is the last one. A page may be short and not the last. */
  readonly next?: string | undefined;
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** A list for staff: as JSON page by page, as CSV all of it, one page in memory at a time. */
export interface StaffList<Row extends object> {
  /** The name of its rows in the JSON. */
  readonly name: string;
  /** In the order of the CSV; amounts of money are `money`. */
  readonly columns: Readonly<Record<keyof Row & string, 'money' | 'plain'>>;
  readonly page: (request: PageRequest) => Promise<Page<Row>>;
  /** What the JSON says besides. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
}

const PAGE = 100;
const LONGEST_PAGE = 500;

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

/** A list's filters and where its page begins; others are refused. `cursorForm`: an id unless told. */
export function queryOfList<Shape extends Readonly<Record<string, z.core.$ZodType>>>(
  shape: Shape,
  cursorForm: RegExp = UUID,
) {
  return z.strictObject({
    cursor: z.optional(z.string().check(z.regex(cursorForm, { error: 'invalid' }))),
    limit: listQuery.number(LONGEST_PAGE),
    ...shape,
  });
}

/** Where the page begins that a list was asked for. */
export function pageAt({ cursor, limit }: { cursor?: string | undefined; limit?: number | undefined }): PageRequest {
  return { cursor, limit: Math.max(1, limit ?? PAGE) };
}

/** Answers with one page as JSON, or with everything from there on as CSV when the caller accepts `text/csv`. */
export async function answerList<Row extends object>(
  c: Context,
  list: StaffList<Row>,
  at: PageRequest,
): Promise<Response> {
  if (wantsCsv(c)) {
    c.header('Content-Type', 'text/csv; charset=utf-8');
    return c.body(csvOf(list, at.cursor));
  }
  const { rows, next } = await list.page(at);
  return c.json({ ...list.about, [list.name]: rows.map((row) => onWire(list, row)), next: next ?? null });
}

function wantsCsv(c: Context): boolean {
  return /\btext\/csv\b/i.test(c.req.header('accept') ?? '');
}

/** A page is read when the one before it has been taken, so that a slow reader holds no more than that. */
function csvOf<Row extends object>(list: StaffList<Row>, from: string | undefined): ReadableStream<Uint8Array> {
  const columns = Object.keys(list.columns) as (keyof Row & string)[];
  const encoder = new TextEncoder();
  let cursor = from;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLines([columns]))),
    async pull(controller) {
      const { rows, next } = await list.page({ cursor, limit: LONGEST_PAGE });
      const lines = rows.map((row) => columns.map((column) => csvValue(list, row, column)));
      // An empty chunk asks for the next page as well.
      controller.enqueue(encoder.encode(csvLines(lines)));
      if (next === undefined) controller.close();
      cursor = next;
    },
  });
}

function csvValue<Row extends object>(list: StaffList<Row>, row: Row, column: keyof Row & string): CsvValue {
  const value = row[column] as CsvValue;
  return list.columns[column] === 'money' && typeof value === 'number' ? solesText(value) : value;
}

/** `573.03`, `-0.05`: exact, with a point, as programs read it. */
function solesText(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function onWire<Row extends object>({ columns }: StaffList<Row>, row: Row): Record<string, unknown> {
  const entries = Object.entries(row) as [keyof Row & string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      columns[name] === 'money' && typeof value === 'number' ? toSoles(value as Cents) : value,
    ]),
  );
}
