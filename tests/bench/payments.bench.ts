import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, askToPay, createPayments, type Debtor, type Payments } from '#tests/support/payments/payments.ts';
import { percentile, type Row } from './table.ts';

const DEBTORS = 50;
const COUNT = 1_000;
const WARM_UP = 100;
/** Time for which the version of the parameters is known, as in production. */
const PARAMETERS_MS = 1_000;
/** Clients who pay at the same moment. */
const AT_ONCE = 16;

/**
 * Payments a second and how long the slowest wait, on both databases: asking for one over the whole API (session, key,
 * loan locked and closed up to today), and booking money that has come in (fact, journal, postings, allocation). Beside
 * them, in the same run through the same driver, a bare transaction of two inserts: what the database itself allows.
 */
export async function benchPayments(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-'));
  try {
    const embedded = await paymentsOn('PGlite', await openDatabase<Tables>({ dataDir: folder }));
    const databaseUrl = await startPostgres();
    return [...embedded, ...(await paymentsOn('PostgreSQL', await openDatabase<Tables>({ databaseUrl })))];
  } finally {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function paymentsOn(engine: string, db: Database<Tables>): Promise<Row[]> {
  try {
    await prepareLendingDatabase(db);
    await sql`create table bench_one (id uuid primary key, amount bigint not null)`.execute(db.kysely);
    await sql`create table bench_two (id uuid primary key, amount bigint not null)`.execute(db.kysely);
    const payments = createPayments(db, undefined, { parameterMaxAgeMs: PARAMETERS_MS });
    const debtors: Debtor[] = [];
    for (let k = 0; k < DEBTORS; k += 1) debtors.push(await aDebtor(payments, termsOf(LONG, 9000, 12)));
    await sql`analyze`.execute(db.kysely);
    const bare = await measure(() => bareTransaction(db));
    const rows = [
      { engine, what: 'two inserts in a transaction', ...shown(bare, bare) },
      { engine, what: 'POST /payments', ...shown(await measure((k) => ask(payments, debtorOf(debtors, k), k)), bare) },
      { engine, what: 'money booked', ...shown(await measure((k) => book(payments, debtorOf(debtors, k))), bare) },
    ];
    const { problems } = await verify(payments.loans);
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '));
    return rows;
  } finally {
    await db.close();
  }
}

function debtorOf(debtors: readonly Debtor[], k: number): Debtor {
  return debtors[k % debtors.length] as Debtor;
}

function bareTransaction({ kysely }: Database<Tables>): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const id = randomUUID();
    await sql`insert into bench_one (id, amount) values (${id}, 1000)`.execute(trx);
    await sql`insert into bench_two (id, amount) values (${id}, -1000)`.execute(trx);
  });
}

/** Every request is for another amount: the same one again would be answered with the payment that is there. */
async function ask(payments: Payments, debtor: Debtor, k: number): Promise<void> {
  const answer = await askToPay(payments, debtor, { purpose: 'PREPAY', amount: (500 + k) / 100, method: 'MANUAL' });
  if (answer.kind === 'refused') throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  if (answer.headers.has('Idempotency-Replayed')) throw new Error('a payment was there already');
}

/** A transfer that names its payment, as the bank's statement has it. */
async function book({ context, db, clock }: Payments, { loan }: Debtor): Promise<void> {
  const intent = await db.kysely
    .selectFrom('payment_intent')
    .select('id')
    .where('loan_id', '=', loan.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const credit = { provider: 'BANK', providerRef: randomUUID(), into: 'bank', actor: 'operator:bench' } as const;
  const date = calendarDate(clock.businessDate());
  const { kind } = await receiveMoney(context, { ...credit, amountCents: cents(500), date, intentId: intent.id });
  if (kind !== 'booked') throw new Error(`the money is ${kind}`);
}

interface Measured {
  readonly perSecond: number;
  readonly waitsMs: readonly number[];
}

async function measure(work: (k: number) => Promise<void>): Promise<Measured> {
  await inParallel(0, WARM_UP, work);
  const startedAt = performance.now();
  const waitsMs = await inParallel(WARM_UP, WARM_UP + COUNT, work);
  return { perSecond: COUNT / ((performance.now() - startedAt) / 1000), waitsMs };
}

async function inParallel(from: number, to: number, work: (k: number) => Promise<void>): Promise<number[]> {
  const waitsMs: number[] = [];
  const queue = Array.from({ length: to - from }, (_, k) => from + k).values();
  const client = async (): Promise<void> => {
    for (const k of queue) {
      const startedAt = performance.now();
      await work(k);
      waitsMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return waitsMs;
}

function shown({ perSecond, waitsMs }: Measured, bare: Measured): Row {
  return {
    'per second': Math.round(perSecond),
    'of bare': `${Math.round((100 * perSecond) / bare.perSecond)} %`,
    'p50 ms': percentile(waitsMs, 50).toFixed(1),
    'p99 ms': percentile(waitsMs, 99).toFixed(1),
  };
}
