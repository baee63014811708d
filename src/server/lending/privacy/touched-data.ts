import { type RawBuilder, sql } from 'kysely';
import { BUSINESS_TIME_ZONE } from '#server/kit/clock.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import { everySubject } from './people-of-subjects.ts';

/** Folders with files about clients, each with the tables that its files are written from; null: all of them. */
export const FOLDERS = {
  bank: ['payout_batch_item'],
  tax: ['tax_document', 'tax_summary'],
  backup: null,
} as const satisfies Readonly<Record<string, readonly string[] | null>>;

/** A part of what is stored that strangers may have seen. */
export interface Incident {
  readonly table?: string | undefined;
  readonly folder?: keyof typeof FOLDERS | undefined;
  /** Days in Lima, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One person of an incident; `personId` is null for what belongs to nobody who is a client, a row for each table. */
export interface Touched {
  readonly personId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Of the letter. */
  readonly language: string | null;
  readonly tables: string;
  readonly rows: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
}

/** Jobs and the books write here each night about every loan: they count where they are named, not in a span of time. */
const WRITTEN_NIGHTLY = ['document_issue', 'job_run', 'journal', 'late_loan', 'posting', 'reminder_run', 'tax_watch'];
/** Tables of people whom no key of the database leads to. */
const OF_NO_CLIENT = [
  'complaint',
  'complaint_attachment',
  'complaint_document',
  'complaint_event',
  'device',
  'visitor_data_request',
];
/** Tables about many people at once, each with the table of its parts and their reference to it. */
const WHOLES: ReadonlyMap<string, { readonly parts: string; readonly column: string }> = new Map([
  ['tax_summary', { parts: 'tax_document', column: 'summary_id' }],
]);
/** References that the database does not hold as keys. */
const UNDECLARED: readonly Link[] = [
  { from: 'payout_batch_item', column: 'order_id', to: 'disbursement_order', key: 'id' },
  { from: 'payout_batch_item', column: 'order_id', to: 'refund', key: 'id' },
  { from: 'idempotency_key', column: 'client_id', to: 'person', key: 'id' },
];

interface Link {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly key: string;
}

/** The tables as they are in this database, so that a new one is never forgotten. */
interface Catalog {
  /** References of each table, by its name. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
  /** Columns that say when a row was written or changed. */
  readonly instants: ReadonlyMap<string, readonly string[]>;
  /** How many references each table is away from a person. */
  readonly steps: ReadonlyMap<string, number>;
}

async function readCatalog(db: Db): Promise<Catalog> {
  const { rows: declared } = await sql<Link>`
    select source.relname as "from", mine.attname as "column", target.relname as "to", theirs.attname as key
    from pg_constraint held
    join pg_class source on source.oid = held.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_class target on target.oid = held.confrelid
    join pg_attribute mine on mine.attrelid = held.conrelid and mine.attnum = held.conkey[1]
    join pg_attribute theirs on theirs.attrelid = held.confrelid and theirs.attnum = held.confkey[1]
    where held.contype = 'f' and cardinality(held.conkey) = 1
    order by 1, 2`.execute(db);
  // A time to come says nothing of when a row was written.
  const { rows: columns } = await sql<{ readonly table: string; readonly column: string }>`
    select class.relname as table, mine.attname as column
    from pg_attribute mine join pg_class class on class.oid = mine.attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and mine.attnum > 0
      and not mine.attisdropped and mine.atttypid = 'timestamptz'::regtype
      and mine.attname !~ '(until$|expires_at$|^next_)'
    order by 1, mine.attnum`.execute(db);
  const links = Map.groupBy([...declared, ...UNDECLARED], ({ from }) => from);
  const instants = new Map(
    [...Map.groupBy(columns, ({ table }) => table)].map(([table, of]) => [table, of.map(({ column }) => column)]),
  );
  return { links, instants, steps: stepsToPerson(links) };
}

function stepsToPerson(links: Catalog['links']): Map<string, number> {
  const steps = new Map([['person', 0]]);
  for (let step = 1, grew = true; grew; step += 1) {
    const near = [...links].filter(([from, of]) => !steps.has(from) && of.some(({ to }) => steps.has(to)));
    for (const [from] of near) steps.set(from, step);
    grew = near.length > 0;
  }
  return steps;
}

/** The people of a row, as an array: by each of its references, or by those of what it belongs to. */
function peopleOf(
  catalog: Catalog,
  table: string,
  alias: string,
  seen: readonly string[] = [],
): RawBuilder<readonly string[]> {
  const { links, steps } = catalog;
  if (table === 'person') return sql`array[${sql.ref(`${alias}.id`)}]`;
  const own = steps.get(table) ?? 0;
  const path = [...seen, table];
  const ways = (links.get(table) ?? []).flatMap(({ column, to, key }, nth) => {
    // Never away from people, nor round in a circle.
    if ((steps.get(to) ?? Infinity) > own || path.includes(to)) return [];
    if (to === 'person') return [sql`array[${sql.ref(`${alias}.${column}`)}]`];
    // Short, because the database cuts a long name.
    const inner = `${alias}_${nth}`;
    return [
      sql`(select ${peopleOf(catalog, to, inner, path)} from ${sql.table(to)} ${sql.ref(inner)}
        where ${sql.ref(`${inner}.${key}`)} = ${sql.ref(`${alias}.${column}`)})`,
    ];
  });
  return ways.length === 0 ? sql`array[]::uuid[]` : sql`(${sql.join(ways, sql` || `)})`;
}

/** The rows of a table, each once for everyone whom it is about, as `held` with its `person_id`; null for nobody. */
function heldBy(catalog: Catalog, table: string, held: RawBuilder<unknown>): RawBuilder<unknown> {
  if (table === 'audit') return sql`audit held left join (${PEOPLE_OF_ACTS}) about using (position)`;
  return sql`${held} held left join lateral (
    select distinct person_id from unnest(${peopleOf(catalog, table, 'held')}) person_id where person_id is not null
  ) about on true`;
}

/** The people whom acts of staff were about: on whose behalf, what they did something with, and what a search found. */
const PEOPLE_OF_ACTS = sql`
  select position, on_behalf_of as person_id from audit where on_behalf_of is not null
  union
  select position, person_id from (
    select position, subject from audit
    union all select position, jsonb_array_elements_text(after -> 'found') from audit
    where jsonb_typeof(after -> 'found') = 'array'
  ) act join (${everySubject()}) named (subject, person_id) using (subject)`;

/** The moments of a row: its own, or those of what it belongs to. */
function instantsOf({ links, instants }: Catalog, table: string): RawBuilder<Date[]> {
  const arrayOf = (alias: string, columns: readonly string[]) =>
    sql<Date[]>`array[${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))}]::timestamptz[]`;
  const own = instants.get(table);
  if (own) return arrayOf('held', own);
  const link = links.get(table)?.find(({ to }) => instants.has(to));
  if (!link) return sql`array[]::timestamptz[]`;
  const { column, to, key } = link;
  return sql`(select ${arrayOf('whole', instants.get(to) ?? [])} from ${sql.table(to)} whole
    where ${sql.ref(`whole.${key}`)} = ${sql.ref(`held.${column}`)})`;
}

function tablesOf({ steps }: Catalog, { table, folder }: Incident): readonly string[] {
  if (table !== undefined) return [table];
  const named = folder && FOLDERS[folder];
  if (named) return named;
  const every = [...steps.keys(), ...WHOLES.keys(), ...OF_NO_CLIENT, 'audit'].sort();
  return folder === 'backup' ? every : every.filter((name) => !WRITTEN_NIGHTLY.includes(name));
}

/** Tells whether a table has, or may have, data about people: parameters and the lists of the country have none. */
export async function holdsPeople(db: Db, table: string): Promise<boolean> {
  const { steps } = await readCatalog(db);
  return steps.has(table) || [...WHOLES.keys(), ...OF_NO_CLIENT, 'audit'].includes(table);
}

const KEYS = { key: 'word' } as const;
export const isTouchedPlace = placesOf(KEYS);

interface StoredTouched {
  readonly key: string;
  readonly person_id: string | null;
  readonly tables: string;
  readonly rows: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}

/**
 * Lists whose data an incident touches: every person with a row in a table, in the tables of a folder, or in any, and
 * with a span only rows that were written or changed within it. A span does not limit a table without any moment.
 */
export async function listTouched(
  { kysely: db }: { readonly kysely: Db },
  vault: Vault,
  incident: Incident,
): Promise<ListSource<Touched>> {
  const catalog = await readCatalog(db);
  const parts = tablesOf(catalog, incident).map((table) => rowsOf(catalog, table, incident));
  const rows = sql<StoredTouched>`
    select coalesce(person_id::text, name) as key, person_id, string_agg(distinct name, ', ' order by name) as tables,
      count(*)::int as rows, min(first_at) as first_at, max(last_at) as last_at
    from (${sql.join(parts, sql` union all `)}) every group by 1, 2`;
  return keyset(db, { rows, keys: KEYS }, (stored) => presented(db, vault, stored));
}

function rowsOf(catalog: Catalog, table: string, { from, to }: Incident): RawBuilder<unknown> {
  const startOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${BUSINESS_TIME_ZONE})`;
  const after = from === undefined ? sql`true` : sql`at >= ${startOf(sql`${from}::date`)}`;
  const before = to === undefined ? sql`true` : sql`at < ${startOf(sql`(${to}::date + 1)`)}`;
  const isWhole = from === undefined && to === undefined;
  const counts = isWhole ? sql`true` : sql`span.first_at is not null or cardinality(moments.all_at) = 0`;
  const { parts, column } = WHOLES.get(table) ?? { parts: table, column: undefined };
  const held =
    column === undefined
      ? sql.table(parts)
      : sql`(select * from ${sql.table(parts)} where ${sql.ref(column)} is not null)`;
  return sql`select about.person_id, ${table}::text as name, span.first_at, span.last_at
    from ${heldBy(catalog, parts, held)},
      lateral (select ${instantsOf(catalog, parts)} as all_at) moments,
      lateral (select min(at) as first_at, max(at) as last_at from unnest(moments.all_at) at where ${after} and ${before}) span
    where ${counts}`;
}

async function presented(db: Db, vault: Vault, stored: readonly StoredTouched[]): Promise<Touched[]> {
  const people: Touched[] = [];
  for (const { person_id: personId, tables, rows, first_at: first, last_at: last } of stored) {
    // Undefined for somebody who was erased.
    const known = personId === null ? undefined : await readPerson(db, vault, personId);
    people.push({
      personId,
      name: [known?.firstName, known?.lastName1, known?.lastName2].filter(Boolean).join(' ') || null,
      email: known?.email ?? null,
      phone: known?.phone ?? null,
      language: known?.language ?? null,
      tables,
      rows,
      firstAt: first?.toISOString() ?? null,
      lastAt: last?.toISOString() ?? null,
    });
  }
  return people;
}
