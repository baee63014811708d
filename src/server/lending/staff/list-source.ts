import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kit/tables.ts';

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; undefined on the last one. A page may be short and not the last. */
  readonly next?: string | undefined;
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
  /** The last place that is read, itself included; the end of the list by default. */
  readonly until?: string | undefined;
}

/** How many rows a list has. */
export interface Counted {
  readonly rows: number;
  /** There are more, which were not counted. */
  readonly isMore: boolean;
}

export interface CountRequest {
  /** The last place that counts, itself included; the end of the list by default. */
  readonly until?: string | undefined;
  /** Rows to count at most; a list that is computed may stop earlier, unless it is `Infinity`. */
  readonly most: number;
}

/** The parts of a list that its source knows: its rows page by page, and their number. */
export interface ListSource<Row> {
  readonly page: (request: PageRequest) => Promise<Page<Row>>;
  readonly count: (request: CountRequest) => Promise<Counted>;
}

/** A list whose rows are all there. */
export function listOfRows<Row>(rows: readonly Row[], placeOf: (row: Row) => string): ListSource<Row> {
  const upTo = (place: string | undefined) =>
    place === undefined ? rows.length : rows.findIndex((row) => placeOf(row) === place) + 1;
  return {
    page: async ({ cursor, limit }) => {
      const start = cursor === undefined ? 0 : upTo(cursor);
      const page = rows.slice(start, start + limit);
      const last = page.at(-1);
      return { rows: page, next: last && start + limit < rows.length ? placeOf(last) : undefined };
    },
    count: async ({ until }) => ({ rows: upTo(until), isMore: false }),
  };
}

/** Columns by which a list is ordered, together unique, and how a cursor writes them. */
export type Keys<Stored> = Readonly<Partial<Record<keyof Stored & string, Kind>>>;
type Kind = 'uuid' | 'word' | 'number' | 'date' | 'instant';

const FORMS: Readonly<Record<Kind, RegExp>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  word: /^[\w-]{1,80}$/,
  number: /^\d{1,15}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  // To the microsecond, as the database keeps it; in UTC, whatever the session's time zone.
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/,
};
const SEPARATOR = '~';

/** Tells whether a text may be a place in a list with these keys. */
export function placesOf(keys: Readonly<Record<string, Kind>>): (text: string) => boolean {
  const kinds = Object.values(keys);
  return (text) => {
    const parts = text.split(SEPARATOR);
    return parts.length === kinds.length && kinds.every((kind, place) => FORMS[kind].test(parts[place] ?? ''));
  };
}

/** Rows of the database in the order of their keys. */
export interface Keyset<Stored> {
  /** All of them, in any order. */
  readonly rows: Expression<Stored>;
  readonly keys: Keys<Stored>;
  /** The greatest first. */
  readonly isDescending?: boolean;
  /** The row that is meant, by its columns; an undefined value means every row. */
  readonly only?: Readonly<Partial<Record<keyof Stored & string, string | undefined>>> | undefined;
}

/**
 * Reads a list by the places of its rows: a page begins behind the last row of the one before, so that rows which come
 * or go meanwhile make none appear twice and none be missed.
 * @param present turns what is stored into what is shown, a page at a time
 */
export function keyset<Stored, Row>(
  db: Db,
  { rows: every, keys, isDescending = false, only }: Keyset<Stored>,
  present: (stored: readonly Stored[]) => readonly Row[] | Promise<readonly Row[]>,
): ListSource<Row> {
  const rows = Object.entries<string | undefined>(only ?? {}).reduce<Expression<unknown>>(
    (from, [name, value]) =>
      value === undefined
        ? from
        : sql`select meant.* from (${from}) meant where ${sql.ref(`meant.${name}`)}::text = ${value}`,
    every,
  );
  const ordered = Object.entries(keys) as [string, Kind][];
  const columns = sql.join(ordered.map(([name]) => sql.ref(`listed.${name}`)));
  const order = sql.join(
    ordered.map(([name]) => (isDescending ? sql`${sql.ref(`listed.${name}`)} desc` : sql.ref(`listed.${name}`))),
  );
  const place = sql.join(ordered.map(textOf), sql` || ${SEPARATOR}::text || `);
  const valuesOf = (cursor: string) => {
    const parts = cursor.split(SEPARATOR);
    return sql.join(ordered.map(([, kind], n) => typedValue(kind, parts[n] ?? '')));
  };
  const [behind, upTo] = isDescending ? ([sql`<`, sql`>=`] as const) : ([sql`>`, sql`<=`] as const);
  return {
    page: async ({ cursor, limit }) => {
      const where = cursor === undefined ? sql`true` : sql`(${columns}) ${behind} (${valuesOf(cursor)})`;
      const { rows: found } = await sql<Stored & { readonly list_place: string }>`
        select listed.*, ${place} as list_place from (${rows}) listed where ${where}
        order by ${order} limit ${limit + 1}`.execute(db);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      // The place is ours, not a column of the list.
      const stored = page.map(({ list_place: _, ...columns }) => columns as Stored);
      return { rows: await present(stored), next: last?.list_place };
    },
    count: ({ until, most }) => {
      const where = until === undefined ? sql`true` : sql`(${columns}) ${upTo} (${valuesOf(until)})`;
      return countRows(db, sql`select from (${rows}) listed where ${where}`, most);
    },
  };
}

/** Counts what a query finds, up to so many rows. */
export async function countRows(db: Db, query: Expression<unknown>, most: number): Promise<Counted> {
  const limit = most === Infinity ? sql`` : sql`limit ${most + 1}`;
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from (select from (${query}) found ${limit}) counted`.execute(db);
  const count = rows[0]?.rows ?? 0;
  return { rows: Math.min(count, most), isMore: count > most };
}

function textOf([name, kind]: readonly [string, Kind]): RawBuilder<unknown> {
  const column = sql.ref(`listed.${name}`);
  return kind === 'instant'
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
    : sql`${column}::text`;
}

function typedValue(kind: Kind, text: string): RawBuilder<unknown> {
  switch (kind) {
    case 'uuid':
      return sql`${text}::uuid`;
    case 'word':
      return sql`${text}::text`;
    case 'number':
      return sql`${text}::bigint`;
    case 'date':
      return sql`${text}::date`;
    case 'instant':
      return sql`${text}::timestamp at time zone 'UTC'`;
  }
}

/** A list whose rows the database does not know: they are computed from candidates, of which some give none. */
export interface ComputedList<Candidate, Row> {
  /** Candidates behind a place, in order. */
  readonly candidates: (request: PageRequest) => Promise<readonly Candidate[]>;
  readonly placeOf: (candidate: Candidate) => string;
  /** Rows of each candidate. */
  readonly rowsOf: (candidates: readonly Candidate[]) => Promise<readonly (readonly Row[])[]>;
  /** Candidates that are read at once. */
  readonly batch: number;
  /** A page ends after so many candidates, whatever they gave, so that no call computes everything. */
  readonly longestLook: number;
}

/**
 * Candidates that are computed to count them for a page: each costs about a fifth of a millisecond, a page may be counted
 * twice, and it is to take 300 ms at most.
 */
const LONGEST_COUNT = 400;

export function computedList<Candidate, Row>(list: ComputedList<Candidate, Row>): ListSource<Row> {
  return { page: (request) => pageOf(list, request), count: (request) => countOf(list, request) };
}

async function pageOf<Candidate, Row>(
  { candidates, placeOf, rowsOf, batch, longestLook }: ComputedList<Candidate, Row>,
  { cursor, limit, until }: PageRequest,
): Promise<Page<Row>> {
  const rows: Row[] = [];
  let [last, lastShown] = [cursor, cursor];
  for (let looked = 0; looked < longestLook; looked += batch) {
    const found = await candidates({ cursor: last, until, limit: batch });
    const computed = await rowsOf(found);
    for (const [n, candidate] of found.entries()) {
      last = placeOf(candidate);
      const own = computed[n] ?? [];
      // Only one more row says that this page is not the last.
      if (own.length > 0 && rows.length >= limit) return { rows, next: lastShown };
      rows.push(...own);
      if (own.length > 0) lastShown = last;
    }
    if (found.length < batch) return { rows };
  }
  return { rows, next: last };
}

async function countOf<Candidate, Row>(
  { candidates, placeOf, rowsOf, batch, longestLook }: ComputedList<Candidate, Row>,
  { until, most }: CountRequest,
): Promise<Counted> {
  let [rows, cursor]: [number, string | undefined] = [0, undefined];
  const longest = most === Infinity ? Infinity : Math.min(longestLook, LONGEST_COUNT);
  for (let looked = 0; looked < longest; looked += batch) {
    const found = await candidates({ cursor, until, limit: batch });
    const last = found.at(-1);
    for (const own of await rowsOf(found)) rows += own.length;
    if (found.length < batch || last === undefined) return { rows, isMore: false };
    cursor = placeOf(last);
  }
  return { rows, isMore: true };
}
