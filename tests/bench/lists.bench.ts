import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { EX1_TERMS, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { createPayments, OPERATOR_TOKEN, type Payments } from '#tests/support/payments/payments.ts';
import type { Row } from './table.ts';

const LOANS = 100_000;
/** Of so many loans that were lived through the service; the others are their copies. */
const LIVED = 50;
const FIRST = calendarDate('2026-01-15');
const LAST = calendarDate('2026-04-10');
/** So many copies with one statement. */
const AT_ONCE = 20;

/** What colleagues ask for over a whole portfolio: a page as JSON, and everything as a file. */
const ASKED: readonly (readonly [what: string, path: string, csv?: true])[] = [
  ['loans, first page', 'portfolio/loans'],
  ['loans, filtered by a status that few have, a page', 'portfolio/loans?status=DEFAULTED'],
  ['loans due in one week, a page', `portfolio/loans?dueFrom=${LAST}&dueTo=${addDays(LAST, 7)}`],
  ['late today, a page', 'portfolio/late-loans'],
  ['late more than 60 days, a page', 'portfolio/late-loans?daysLateFrom=61'],
  ['payouts that wait or failed, a page', 'portfolio/payouts'],
  ['payouts that are paid, a page', 'portfolio/payouts?state=paid'],
  ['what waits, a page', 'tasks'],
  ['balances today, a page', 'books/balances'],
  ['journals of a day, a page', `books/journals?from=${LAST}`],
  ['trial balance', `books/trial-balance?date=${addDays(LAST, -1)}`],
  ['balances by days late', `books/days-late?date=${addDays(LAST, -1)}`],
  ['loans, whole', 'portfolio/loans', true],
  ['late today, whole', 'portfolio/late-loans', true],
  ['payouts that are paid, whole', 'portfolio/payouts?state=paid', true],
  ['journals of a day, whole', `books/journals?from=${LAST}`, true],
  ['journals of a month by day, whole', `books/days?from=${addDays(LAST, -30)}`, true],
  ['receipts of a week, whole', `books/receipts?from=${addDays(LAST, -6)}`, true],
];

/**
 * The lists and books of staff with 100,000 loans, or as many as are asked for, on PostgreSQL. Fifty loans are lived
 * through the service (most are paid, some run, some are late, one waits for its money) and copied with their facts,
 * events, journals and orders; hashes of the copies are not theirs.
 */
export async function benchLists([loans = LOANS]: readonly number[]): Promise<Row[]> {
  const databaseUrl = await startPostgres(['fsync=off', 'max_wal_size=8GB', 'maintenance_work_mem=512MB']);
  const db = await openDatabase<Tables>({ databaseUrl });
  try {
    await prepareLendingDatabase(db);
    const payments = createPayments(db, FIRST);
    await live(payments);
    await copy(db, Math.max(0, Math.round(loans / LIVED) - 1));
    await sql`vacuum analyze`.execute(db.kysely);
    const rows: Row[] = [];
    for (const [what, path, csv] of ASKED) rows.push({ what, ...(await ask(payments, path, csv)) });
    return [...(await sizes(db)), ...rows];
  } finally {
    await db.close();
    await stopPostgres();
  }
}

/** Three months of a small lender: of fifty clients five pay late or not at all. */
async function live(payments: Payments): Promise<void> {
  const { loans, clock } = payments;
  const due: { readonly id: string; readonly on: string; readonly soles: number }[] = [];
  let lent = 0;
  for (let date = FIRST; date <= LAST; date = addDays(date, 1)) {
    if (date !== FIRST) await closeThrough(loans, date);
    for (const one of due.filter(({ on }) => on === date)) await pay(loans, one.id, one.soles, { id: randomUUID() });
    if (lent >= LIVED - 1) continue;
    lent += 1;
    const isLong = lent % 6 === 0;
    const { id } = await aLoan(loans, isLong ? EX2_TERMS : EX1_TERMS);
    if (!isLong && lent % 10 !== 0) due.push({ id, on: addDays(date, 30), soles: 573.03 });
  }
  await anOriginatedLoan(loans);
  clock.moveTo(LAST);
}

/** The same with the last digits changed to the copy's: as old as the original. */
const copied = (column: string): RawBuilder<unknown> =>
  sql.raw(`overlay(${column}::text placing lpad(to_hex(k), 8, '0') from 29)::uuid`);
/** Each table's own expressions for what must differ, and the order of its copies. */
const COPIED: readonly (readonly [table: string, order: string, own: Readonly<Record<string, RawBuilder<unknown>>>])[] =
  [
    ['loan', 'id', { id: copied('id'), number: sql`number || '-' || k`, person_id: copied('person_id') }],
    ['loan_fact', 'position', { id: copied('id'), loan_id: copied('loan_id') }],
    ['loan_event', 'id', { loan_id: copied('loan_id') }],
    ['journal', 'position', { id: copied('id'), loan_id: copied('loan_id'), chain: sql`${copied('loan_id')}::text` }],
    ['posting', 'position', { journal_id: copied('journal_id') }],
    ['disbursement_order', 'id', { id: copied('id'), loan_id: copied('loan_id') }],
  ];

async function copy({ kysely }: Database<Tables>, copies: number): Promise<void> {
  await kysely.connection().execute(async (db) => {
    // Triggers and foreign keys do not look: what is copied was right.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    for (const [table] of COPIED) {
      await sql`create temporary table ${sql.raw(`own_${table}`)} as select * from ${sql.raw(table)}`.execute(db);
    }
    for (let from = 1; from <= copies; from += AT_ONCE) {
      for (const [table, order, own] of COPIED) {
        const columns = await columnsOf(db, table);
        const values = columns.map((column) => own[column] ?? sql.ref(column));
        await sql`insert into ${sql.raw(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
          select ${sql.join(values)} from ${sql.raw(`own_${table}`)}, generate_series(${from}::int, ${Math.min(copies, from + AT_ONCE - 1)}::int) k
          order by k, ${sql.ref(order)}`.execute(db);
      }
    }
    await sql`reset session_replication_role`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
}

/** All that the database does not count up by itself. */
async function columnsOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' order by ordinal_position`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function sizes({ kysely }: Database<Tables>): Promise<Row[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select 'loans' as name, count(*)::int as count from loan union all select 'journals', count(*)::int from journal
    union all select 'postings', count(*)::int from posting`.execute(kysely);
  return rows.map(({ name, count }) => ({ what: name, rows: count, ms: '', 'ms again': '' }));
}

async function ask(payments: Payments, path: string, csv?: true) {
  const headers = {
    Authorization: `Bearer ${OPERATOR_TOKEN}`,
    'X-Operator': 'Ana',
    ...(csv && { Accept: 'text/csv' }),
  };
  const once = async () => {
    const startedAt = performance.now();
    const answer = await payments.app.request(`/api/v1/staff/${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return { text, ms: Math.round(performance.now() - startedAt) };
  };
  const first = await once();
  const again = csv ? undefined : await once();
  return {
    rows: csv ? first.text.split('\r\n').length - 2 : rowsOf(first.text),
    ms: first.ms,
    'ms again': again?.ms ?? '',
  };
}

function rowsOf(json: string): number {
  const lists = Object.values(JSON.parse(json) as object).filter((value) => Array.isArray(value)) as unknown[][];
  return lists[0]?.length ?? 0;
}
