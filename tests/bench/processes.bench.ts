import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { createClock } from '#server/kit/clock.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { migrate } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { SEED_PARAMETERS, seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { lendingMigrations, prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, createPayments, type Debtor } from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';
import { percentile, type Row } from './table.ts';

const PROCESSES = [1, 2, 4];
/** A client makes sixty payments at most: all runs together stay below. */
const DEBTORS = 60;
const COUNTS = { bare: 1_000, offers: 2_000, reads: 1_000, payments: 500 } as const;
const WARM_UP_SHARE = 0.2;
/** Clients who ask at the same moment. */
const AT_ONCE = 16;
const POOL = 10;
const MAIN = fileURLToPath(new URL('../../src/server/lending/main.ts', import.meta.url));
/** Counting callers stays part of the price; everybody here has one address. */
const NO_LIMIT = { perMinute: 1_000_000_000, burst: 1_000_000_000 };
const TICKS_PER_SECOND = 100;

/** Said in the title: with so few processors the load, the processes and the database share them. */
export const PROCESSES_TITLE = `Lending processes on one PostgreSQL; load, processes and database share ${availableParallelism()} processors`;

/**
 * Offers, reads and payments over HTTP, asked of 1, 2 and 4 lending processes of their own in turn, all of them on one
 * PostgreSQL; before each, bare transactions of two inserts through as many connections in this process. What a request
 * costs each side in processor time tells what a machine with more processors would do: the figure per second cannot,
 * where all share them.
 */
export async function benchProcesses(sizes: readonly number[]): Promise<Row[]> {
  const databaseUrl = await startPostgres();
  const db = await openDatabase<Tables>({ databaseUrl }, { maxConnections: AT_ONCE });
  try {
    const debtors = await prepare(db);
    const rows: Row[] = [];
    for (const count of sizes.length > 0 ? sizes : PROCESSES)
      rows.push(...(await measureWith(count, databaseUrl, db, debtors)));
    const { problems } = await verify(createPayments(db).loans);
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '));
    return rows;
  } finally {
    await db.close();
    await stopPostgres();
  }
}

async function prepare(db: Database<Tables>): Promise<Debtor[]> {
  await migrate(db, lendingMigrations());
  await seedParameters(
    db.kysely,
    SEED_PARAMETERS.map((seed) => (seed.kind === 'rate_limit' ? { ...seed, value: NO_LIMIT } : seed)),
  );
  await prepareLendingDatabase(db);
  await sql`create table bench_one (id uuid primary key, amount bigint not null)`.execute(db.kysely);
  await sql`create table bench_two (id uuid primary key, amount bigint not null)`.execute(db.kysely);
  // Processes of their own live today.
  const payments = createPayments(db, createClock().businessDate());
  const debtors: Debtor[] = [];
  for (let k = 0; k < DEBTORS; k += 1) debtors.push(await aDebtor(payments, termsOf(LONG, 9000, 12)));
  await sql`analyze`.execute(db.kysely);
  return debtors;
}

/** Every payment is another amount: the same one again would be the same payment, and nothing to write. */
let payment = 0;

async function measureWith(
  count: number,
  databaseUrl: string,
  db: Database<Tables>,
  debtors: readonly Debtor[],
): Promise<Row[]> {
  const lending = await Promise.all(Array.from({ length: count }, () => start(databaseUrl)));
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const portOf = (k: number): number => lending[k % count]?.port ?? 0;
  const debtorOf = (k: number): Debtor => debtors[k % debtors.length] as Debtor;
  const works: Readonly<Record<keyof typeof COUNTS, (k: number) => Promise<void>>> = {
    bare: () => bareTransaction(db),
    offers: (k) => {
      const body = { singlePayInquiry: { amount: 300 + 100 * (k % 3), term: 30, productId: 1 } };
      const { method, path } = makePublicOffer;
      return ask(agent, portOf(k), { method, path, body }, 200);
    },
    reads: (k) => {
      const { method, path } = getActiveLoan;
      return ask(agent, portOf(k), { method, path, headers: debtorOf(k).headers }, 200);
    },
    payments: (k) => {
      payment += 1;
      const { headers, number } = debtorOf(k);
      const body = { loanNumber: number, purpose: 'PREPAY', amount: (500 + payment) / 100, method: 'MANUAL' };
      const { method, path } = makePayment;
      const sent = { ...headers, 'Idempotency-Key': randomUUID() };
      return ask(agent, portOf(k), { method, path, headers: sent, body }, 201);
    },
  };
  const rows: Row[] = [];
  try {
    for (const [what, work] of Object.entries(works) as [keyof typeof COUNTS, (typeof works)['bare']][]) {
      const total = COUNTS[what];
      await inParallel(Math.round(total * WARM_UP_SHARE), work);
      const postgresBefore = await cpuOfPostgres(db);
      const lendingBefore = cpuOf(lending);
      const startedAt = performance.now();
      const waitsMs = await inParallel(total, work);
      const seconds = (performance.now() - startedAt) / 1000;
      const perRequest = (cpuSeconds: number): string => ((1000 * cpuSeconds) / total).toFixed(2);
      rows.push({
        processes: what === 'bare' ? 'none' : count,
        what: what === 'bare' ? 'two inserts in a transaction, before the next' : what,
        'per second': Math.round(total / seconds),
        'p50 ms': percentile(waitsMs, 50).toFixed(1),
        'p99 ms': percentile(waitsMs, 99).toFixed(1),
        'lending, ms of processor each': what === 'bare' ? '' : perRequest(cpuOf(lending) - lendingBefore),
        'PostgreSQL, ms of processor each': perRequest((await cpuOfPostgres(db)) - postgresBefore),
      });
    }
    return rows;
  } finally {
    agent.destroy();
    await Promise.all(lending.map(({ stop }) => stop()));
  }
}

interface Lending {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** `npm run start:lending` on a port of its own. */
async function start(databaseUrl: string): Promise<Lending> {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL),
      LENDER_SANDBOX: '1',
      PORT: '0',
      ...TEST_VAULT_VARIABLES,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (data: Buffer) => {
      if (said === 'ready') return;
      said += String(data);
      const line = said.split('\n').find((text) => text.includes('"lending is ready"'));
      if (line === undefined) return;
      said = 'ready';
      resolve((JSON.parse(line) as { port: number }).port);
    });
    void exited.then(() => reject(new Error(`a lending process ended before it was ready: ${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function ask(agent: Agent, port: number, { method, path, headers, body }: Asked, status: number): Promise<void> {
  const sent = { ...headers, ...(method === 'POST' && { 'Content-Type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, agent, headers: sent }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        if (answer.statusCode !== status) text += String(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === status ? resolve() : reject(new Error(`${path}: ${answer.statusCode} ${text}`)),
      );
    });
    asking.on('error', reject);
    asking.end(method === 'POST' ? JSON.stringify(body) : undefined);
  });
}

function bareTransaction({ kysely }: Database<Tables>): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const id = randomUUID();
    await sql`insert into bench_one (id, amount) values (${id}, 1000)`.execute(trx);
    await sql`insert into bench_two (id, amount) values (${id}, -1000)`.execute(trx);
  });
}

async function inParallel(count: number, work: (k: number) => Promise<void>): Promise<number[]> {
  const waitsMs: number[] = [];
  const queue = Array.from({ length: count }, (_, k) => k).values();
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

/** Processor time that processes have used, in seconds; nothing where the system does not tell. */
function cpuOf(processes: readonly { readonly pid: number }[]): number {
  return processes.reduce((sum, { pid }) => sum + (statOf(pid)?.own ?? Number.NaN), 0);
}

/** The same of the whole server: what runs, and what it has waited for since it began. */
async function cpuOfPostgres({ kysely }: Database<Tables>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely);
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const own = all.find(({ pid }) => pid === postmaster);
  const children = all.filter(({ parent }) => parent === postmaster);
  return children.reduce((sum, child) => sum + child.own, (own?.own ?? Number.NaN) + (own?.ended ?? 0));
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time in seconds, of the process and of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    // The fields after the command, which may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const seconds = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return { pid, parent, own: seconds(11), ended: seconds(13) };
  } catch {
    return undefined;
  }
}
