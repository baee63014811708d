import { randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { recordLateLoans } from '#server/lending/loans/close-of-business.ts';
import { writeBookDays } from '#server/lending/portfolio/book-days.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { EX1_TERMS, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { createPayments, OPERATOR_TOKEN, type Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { median, type Row } from './table.ts';

const LOANS = 100_000;
/** Of so many loans that were lived through the service; the others are their copies. */
const LIVED = 50;
const FIRST = calendarDate('2026-01-15');
const LAST = calendarDate('2026-04-10');
/** So many copies with one statement. */
const AT_ONCE = 20;

/** Lists that colleagues ask for over a whole portfolio: a page as JSON, and everything as a file. */
const ASKED: readonly (readonly [what: string, path: string, as?: 'csv' | 'text'])[] = [
  ['loans, first page', 'portfolio/loans'],
  ['loans, filtered by a status that few have, a page', 'portfolio/loans?status=DEFAULTED'],
  ['loans due in one week, a page', `portfolio/loans?dueFrom=${LAST}&dueTo=${addDays(LAST, 7)}`],
  ['late today, a page', 'portfolio/late-loans'],
  ['late more than 60 days, a page', 'portfolio/late-loans?daysLateFrom=61'],
  ['late loans to work, a page', 'portfolio/collections'],
  ['late loans whose promise was broken, a page', 'portfolio/collections?promise=BROKEN'],
  ['payouts that wait or failed, a page', 'portfolio/payouts'],
  ['payouts that are paid, a page', 'portfolio/payouts?state=paid'],
  ['what waits, a page', 'tasks'],
  ['money nobody has named, a page', 'unapplied'],
  ['applications for people, a page', 'applications'],
  ['applications that were refused, a page', 'applications?stage=REJECTED'],
  ['figures for the monitoring system', 'operations/metrics', 'text'],
  ['balances today, a page', 'books/balances'],
  ['journals of a day, a page', `books/journals?from=${LAST}`],
  ['trial balance', `books/trial-balance?date=${addDays(LAST, -1)}`],
  ['balances by days late', `books/days-late?date=${addDays(LAST, -1)}`],
  ['loans, whole', 'portfolio/loans', 'csv'],
  ['late today, whole', 'portfolio/late-loans', 'csv'],
  ['payouts that are paid, whole', 'portfolio/payouts?state=paid', 'csv'],
  ['journals of a day, whole', `books/journals?from=${LAST}`, 'csv'],
  ['journals of a month by day, whole', `books/days?from=${addDays(LAST, -30)}`, 'csv'],
  ['tax documents of a week, whole', `tax-documents?from=${addDays(LAST, -6)}`, 'csv'],
];

/** Lists that are pages of the desk too: these cost at most 1.3 times the API's own answer. */
const AT_THE_DESK: readonly (readonly [what: string, path: string, page: string])[] = [
  ['loans, first page', 'portfolio/loans', 'loan/list'],
  ['late today, a page', 'portfolio/late-loans', 'loan/late'],
  ['late loans to work, a page', 'portfolio/collections', 'collections/list'],
  ['payouts that are paid, a page', 'portfolio/payouts?state=paid', 'payouts/list?state=paid'],
  ['what waits, a page', 'tasks', 'tasks/list'],
  ['money nobody has named, a page', 'unapplied', 'payments/unapplied'],
  ['applications that were refused, a page', 'applications?stage=REJECTED', 'applications/list?stage=REJECTED'],
  ['balances today, a page', 'books/balances', 'books/balances'],
];
const TIMES = 9;

/**
 * The lists and books of staff with 100,000 loans, or as many as are asked for, on PostgreSQL. Fifty loans are lived
 * through the service (most are paid, some run, some are late, one waits for its money) and copied with their facts,
 * events, journals and orders; hashes of the copies are not theirs. Two applications and three payments for each loan, and
 * what ended of everything else that waits for people, are written as rows.
 */
export async function benchLists([loans = LOANS]: readonly number[]): Promise<Row[]> {
  const databaseUrl = await startPostgres(['fsync=off', 'max_wal_size=8GB', 'maintenance_work_mem=512MB']);
  const db = await openDatabase<Tables>({ databaseUrl });
  try {
    await prepareLendingDatabase(db);
    const payments = createPayments(db, FIRST);
    await live(payments);
    await fill(databaseUrl, loans);
    const rows: Row[] = [];
    for (const [what, path, as] of ASKED) rows.push({ what, ...(await ask(payments, path, as)) });
    for (const [what, path, page] of AT_THE_DESK) rows.push(await compare({ ...payments, db }, { what, path, page }));
    return [...(await sizes(db)), ...rows];
  } finally {
    await db.close();
    await stopPostgres();
  }
}

/** By connections without a time limit: what is written at once is more than the service ever does. */
async function fill(databaseUrl: string, loans: number): Promise<void> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
  });
  await copy(db, Math.max(0, Math.round(loans / LIVED) - 1));
  await writeWhatEnded(db);
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
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
  await recordLateLoans(loans.context);
  while ((await writeBookDays(loans.context)) > 0);
}

/** Copies an id with the last digits changed to the copy's: it is as old as the original. */
const copied = (column: string): RawBuilder<unknown> =>
  sql.raw(`overlay(${column}::text placing lpad(to_hex(k), 8, '0') from 29)::uuid`);
/** Each table's own expressions for what must differ, and the order of its copies. */
const COPIED: readonly (readonly [table: string, order: string, own: Readonly<Record<string, RawBuilder<unknown>>>])[] =
  [
    ['loan', 'id', { id: copied('id'), number: sql`number || '-' || k`, person_id: copied('person_id') }],
    ['late_loan', 'loan_id', { loan_id: copied('loan_id') }],
    ['loan_fact', 'position', { id: copied('id'), loan_id: copied('loan_id') }],
    ['loan_event', 'id', { loan_id: copied('loan_id') }],
    ['journal', 'position', { id: copied('id'), loan_id: copied('loan_id'), chain: sql`${copied('loan_id')}::text` }],
    ['posting', 'position', { journal_id: copied('journal_id') }],
    ['disbursement_order', 'id', { id: copied('id'), loan_id: copied('loan_id') }],
  ];

async function copy(kysely: Kysely<Tables>, copies: number): Promise<void> {
  await kysely.connection().execute(async (db) => {
    // Triggers and foreign keys do not look: what is copied was right.
    await sql`set session_replication_role = replica`.execute(db);
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
    for (const [table, sums] of SUMS) {
      const grown = sums.split(' ').map((sum) => sql`${sql.ref(sum)} = ${sql.ref(sum)} * ${copies + 1}::int`);
      await sql`update ${sql.raw(table)} set ${sql.join(grown)}`.execute(db);
    }
    await sql`reset session_replication_role`.execute(db);
  });
}

/** Sums of the days that have ended: with the copies they are as many times as much. */
const SUMS = [
  ['book_account', 'debit credit'],
  ['book_bucket', 'loans principal interest fees igv moratory'],
] as const;

/** Writes what is beside loans in the books of a lender of that size: nearly all of it has ended. */
async function writeWhatEnded(kysely: Kysely<Tables>): Promise<void> {
  await kysely.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    // Of each loan one that became it, and one that was refused or given up; one in 500 waits for people.
    await sql`insert into application (id, reference, person_id, stage, is_repeat, version, product_type, product_id, amount,
        term, parameter_version, business_date, marketing, device, caller, created_at, stage_since, active_at, rejected_on,
        can_reapply_on, loan_id, purged_at)
      select gen_random_uuid(), 'SOL-' || row_number() over (order by loan.id) || '-' || which.stage, person_id, which.stage,
        false, 1, 'SINGLE_PAY', 1, 500, 30, 1, originated_on, '{}', '{}', '::1', originated_on, originated_on, originated_on,
        case when which.stage = 'REJECTED' then originated_on end, case when which.stage = 'REJECTED' then originated_on end,
        case when which.stage = 'DONE' then loan.id end, case when which.stage = 'EXPIRED' then now() end
      from (select *, row_number() over (order by id) as position from loan) loan
      cross join lateral (values ('DONE'), (case when position % 500 = 0 then 'MANUAL_REVIEW' when position % 3 = 0 then 'EXPIRED' else 'REJECTED' end)) which (stage)`.execute(
      db,
    );
    await sql`insert into application_event (application_id, event, to_stage, actor, data, business_date, at)
      select id, 'referred', 'MANUAL_REVIEW', 'engine', '{"concerns": ["shared_cci"]}', business_date, stage_since
      from application where stage = 'MANUAL_REVIEW'`.execute(db);
    // Of three payments two are by card and settled but for the last of them, and one by transfer; few were not named.
    await sql`insert into money_received (id, provider, provider_ref, operation, amount, value_date, into_account, loan_id,
        detail, recorded_on, received_at)
      select gen_random_uuid(), case when k = 3 then 'BANK' else 'NIUBIZ' end, loan.id || '-' || k, '1', 1000, originated_on,
        case when k = 3 then 'bank' else 'psp-clearing' end, loan.id, '{}', originated_on, originated_on + k
      from loan, generate_series(1, 3) k`.execute(db);
    await sql`insert into settlement_line (settlement_id, money_id, kind, amount)
      select gen_random_uuid(), id, 'collected', amount from money_received
      where into_account = 'psp-clearing' and received_at < (select max(received_at) - interval '3 days' from money_received)`.execute(
      db,
    );
    await sql`insert into payment_intent (id, person_id, loan_id, purpose, method, use, amount, locale, status, intent_key_hash,
        purchase_number, reference, expires_at, created_on, created_at, updated_at)
      select money.id, person_id, loan.id, 'DUE', 'NIUBIZ', '{"kind": "ordinary"}', money.amount, 'es',
        case when row_number() over () % 2000 = 0 then 'IN_REVIEW' else 'SUCCEEDED' end, money.id::text,
        row_number() over (), 1000000000 + row_number() over (), received_at, originated_on, received_at, received_at
      from money_received money join loan on loan.id = money.loan_id`.execute(db);
    await sql`insert into unapplied (id, reason, status, created_at, resolved_at)
      select id, 'no reference', case when row % 100 = 0 then 'OPEN' else 'MATCHED' end, received_at,
        case when row % 100 = 0 then null else received_at end
      from (select *, row_number() over (order by id) as row from money_received where provider = 'BANK') money
      where row % 10 = 0`.execute(db);
    // Each late client was called three times; one in three has broken a promise since, and one in three has an open one.
    await sql`insert into contact_attempt (id, person_id, loan_id, channel, recipient, at, made_on, actor)
      select gen_random_uuid(), person_id, loan.id, 'CALL', 'CLIENT', now(), current_date - k, 'operator:ana'
      from late_loan join loan on loan.id = late_loan.loan_id, generate_series(1, 3) k where late_since is not null`.execute(
      db,
    );
    await sql`insert into contact_outcome (attempt_id, outcome, at, actor)
      select id, 'NO_ANSWER', at, actor from contact_attempt where made_on < current_date - 1`.execute(db);
    await sql`insert into payment_promise (id, loan_id, person_id, amount, due_on, made_on, made_at, made_by, facts_before, status, decided_on)
      select gen_random_uuid(), loan.id, person_id, 10000, ${LAST}, ${FIRST}, now(), 'client', 0,
        case position % 3 when 0 then 'OPEN' else 'BROKEN' end, case position % 3 when 0 then null else ${LAST}::date end
      from (select *, row_number() over (order by loan_id) as position from late_loan where late_since is not null) late
      join loan on loan.id = late.loan_id where position % 3 < 2`.execute(db);
    await sql`insert into staff_task (id, kind, subject, note, created_at, done_at, done_by)
      select gen_random_uuid(), 'payout-not-found', 'payout:' || id, 'Ask the bank.', originated_on,
        case when position % 1000 = 0 then null else now() end, case when position % 1000 = 0 then null else 'clock' end
      from (select *, row_number() over (order by id) as position from loan) loan`.execute(db);
    await sql`reset session_replication_role`.execute(db);
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

/** The page of a list and the API's answer, turn by turn: the median of each, and the page's weight as it travels. */
async function compare(
  { app, db }: Pick<Payments, 'app'> & { readonly db: Database<Tables> },
  { what, path, page }: { readonly what: string; readonly path: string; readonly page: string },
): Promise<Row> {
  const { headers } = await aColleague(db, 'Ana');
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const took: [api: number[], desk: number[]] = [[], []];
  let text = '';
  for (let time = 0; time < TIMES; time++) {
    for (const [place, address] of [`/api/v1/staff/${path}`, `/desk/${page}`].entries()) {
      const startedAt = performance.now();
      const answer = await app.request(address, { headers: place === 0 ? headers : { cookie } });
      text = await answer.text();
      took[place as 0 | 1].push(performance.now() - startedAt);
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    }
  }
  const [api, desk] = [median(took[0]), median(took[1])];
  const weight = `${(brotliCompressSync(text).byteLength / 1000).toFixed(1)} KB`;
  return {
    what: `at the desk: ${what}, ${(desk / api).toFixed(2)} times the API, ${weight}`,
    rows: (text.match(/<tr>/g)?.length ?? 1) - 1,
    ms: Math.round(desk),
    'ms again': Math.round(api),
  };
}

async function ask(payments: Payments, path: string, as?: 'csv' | 'text') {
  const headers = {
    Authorization: `Bearer ${OPERATOR_TOKEN}`,
    'X-Operator': 'Ana',
    ...(as === 'csv' && { Accept: 'text/csv' }),
  };
  const once = async () => {
    const startedAt = performance.now();
    const answer = await payments.app.request(`/api/v1/staff/${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return { text, ms: Math.round(performance.now() - startedAt) };
  };
  const first = await once();
  const again = as === 'csv' ? undefined : await once();
  return {
    rows: as === 'csv' ? first.text.split('\r\n').length - 2 : as === 'text' ? '' : rowsOf(first.text),
    ms: first.ms,
    'ms again': again?.ms ?? '',
  };
}

function rowsOf(json: string): number {
  const lists = Object.values(JSON.parse(json) as object).filter((value) => Array.isArray(value)) as unknown[][];
  return lists[0]?.length ?? 0;
}
