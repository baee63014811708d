import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import { openReadReplica, type ReadReplica } from '#server/kit/read-replica.ts';
import type { Tables } from '#server/kit/tables.ts';
import { METRICS_PATH } from '#server/lending/metrics.ts';
import { DATABASE_IDENTITY, openVault, readVaultLocation } from '#server/lending/people/vault-keys.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import {
  type ReplicaServer,
  startPostgres,
  startReplica,
  stopPostgres,
} from '#tests/support/database/postgres-server.ts';
import { holds, readAlertRules, readScrape } from '#tests/support/lending/alert-rules.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  asOperator,
  createPayments,
  OPERATOR_TOKEN,
  type Payments,
  startPayment,
} from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';
import { runLender } from '#tools/lender.ts';

const LONG_AGO_SECONDS = 600;
const BEHIND =
  readAlertRules('.config/prometheus-alerts.yml').find(({ alert }) => alert === 'ReplicaBehind')?.expr ?? '';

describe.runIf(TEST_ENGINE === 'postgres')('lists of staff from a replica that follows the database', () => {
  let db: Database<Tables>;
  let primaryUrl: string;
  let server: ReplicaServer;
  let admin: pg.Client;
  let replica: ReadReplica<Tables>;
  let payments: Payments;
  const said: string[] = [];
  const log = createLog({ level: 'info', name: 'test' }, { write: (line) => void said.push(line) });
  const folder = mkdtempSync(join(tmpdir(), 'manay-replica-'));

  beforeAll(async () => {
    primaryUrl = await startPostgres();
    db = await openDatabase<Tables>({ databaseUrl: primaryUrl });
    await prepareLendingDatabase(db);
    await openVault(db.kysely, readVaultLocation(TEST_VAULT_VARIABLES, true));
    const primary = await connected(primaryUrl);
    await primary.query('create database another_lender');
    await primary.end();
    const another = await connected(primaryUrl.replace('/postgres?', '/another_lender?'));
    await another.query(`create table vault_check as select 1 as id, 'sealed with other keys' as sealed`);
    await another.end();
    server = await startReplica();
    admin = await connected(server.url);
  });
  beforeEach(async () => {
    await replica?.close();
    replica = await openReplica();
    said.length = 0;
  });
  afterAll(async () => {
    await admin?.end();
    await replica?.close();
    await db?.close();
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connected(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // Servers stop before their clients do.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function openReplica(url = server.url, maxAgeSeconds = LONG_AGO_SECONDS): Promise<ReadReplica<Tables>> {
    const opened = await openReadReplica<Tables>(url, { log, identity: DATABASE_IDENTITY, maxAgeSeconds });
    payments = createPayments(db, undefined, { replica: opened });
    return opened;
  }

  /** Until the replica has everything that was written. */
  const caughtUp = () =>
    vi.waitFor(async () => expect((await replica.standing(db)).lagSeconds).toBe(0), { timeout: 20_000 });
  /** The server writes a little by itself, too. */
  const hasEverything = () =>
    vi.waitFor(async () => expect(await figures()).toEqual({ manay_replica_up: 1, manay_replica_lag_seconds: 0 }), {
      timeout: 20_000,
    });
  const read = async (path: string) => (await asOperator(payments, path)).json();
  const lender = (command: string, options = {}) =>
    runLender({ request: asAna, close: () => Promise.resolve() }, command.split(' '), options);
  async function asAna(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${OPERATOR_TOKEN}`);
    return payments.app.request(path, { ...init, headers });
  }
  async function scrape() {
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
    return readScrape(await (await payments.app.request(METRICS_PATH, { headers })).text());
  }
  async function figures(): Promise<Record<string, number>> {
    const points = await scrape();
    return Object.fromEntries(points.flatMap(({ name, value }) => (/replica/.test(name) ? [[name, value]] : [])));
  }

  test('they say as of when, while what is decided about money sees the last moment', async () => {
    const before = await aDebtor(payments);
    await hasEverything();
    await admin.query('select pg_wal_replay_pause()');
    try {
      const pausedAt = Date.now();
      const after = await aDebtor(payments);
      const { loans, asOf, readFrom } = await read('portfolio/loans');
      expect(loans.map(({ number }: { number: string }) => number)).toEqual([before.number]);
      expect(readFrom).toBe('replica');
      expect(Date.parse(asOf)).toBeLessThan(pausedAt);
      expect(Date.parse(asOf)).toBeGreaterThan(pausedAt - 60_000);
      for (const path of ['books/trial-balance', 'books/balances', 'books/days-late', 'portfolio/payouts?state=paid']) {
        expect(await read(path), path).toMatchObject({ readFrom: 'replica', asOf });
      }
      // Of the loan that the replica has not: a payment, what may be done about it, and what waits for people.
      const { status } = await startPayment(payments, after, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' });
      expect(status).toBe('PENDING_CUSTOMER');
      expect(await lender(`contact show ${after.number}`)).toMatch(/^May be called now/);
      expect(JSON.stringify(await read(`loans/${after.number}`))).toContain(after.number);
      expect(await read('tasks')).not.toHaveProperty('readFrom');
      const behind = await scrape();
      expect(holds(BEHIND, behind, behind)).toBe(false);
      // The same after a second in place of a minute.
      expect(holds(BEHIND.replace('> 60', '> 0'), behind, behind)).toBe(true);

      const line = /^As of \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d, from a replica\.$/;
      expect((await lender('loan list')).split('\n').at(-1)).toMatch(line);
      expect(await lender(`loan list`, { status: 'PAID' })).toMatch(/^No loans\.\nAs of /);
      const out = join(folder, 'loans.csv');
      const written = (await lender('loan list', { format: 'csv', out })).split('\n');
      expect(written).toEqual([`Written: ${out}`, expect.stringMatching(line)]);
      expect(readFileSync(out, 'utf8')).not.toContain(after.number);
    } finally {
      await admin.query('select pg_wal_replay_resume()');
    }
    await caughtUp();
    expect((await read('portfolio/loans')).loans).toHaveLength(2);
    expect(said).toEqual([]);
  });

  test('a day is final where it is read: the replica of the evening does not hand out the books of the night', async () => {
    await aDebtor(payments);
    await caughtUp();
    await admin.query('select pg_wal_replay_pause()');
    try {
      await closeThrough(payments.loans, '2026-01-17');
      payments.clock.moveTo('2026-01-17');
      const answer = await asOperator(payments, 'books/balances?date=2026-01-16');
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain('not closed beyond 2026-01-16');
    } finally {
      await admin.query('select pg_wal_replay_resume()');
    }
    await caughtUp();
    expect(await read('books/balances?date=2026-01-16')).toMatchObject({ isFinal: true, readFrom: 'replica' });
  });

  test('who takes receipts is written into the database, though they are read from the replica', async () => {
    await caughtUp();
    expect(await read('books/receipts?from=2026-01-15')).toMatchObject({ readFrom: 'replica' });
    const audit = await db.kysely.selectFrom('audit').select('action').where('action', '=', 'books.receipts').execute();
    expect(audit).toHaveLength(1);
  });

  test('the database itself answers when the replica is too old', async () => {
    await caughtUp();
    await replica.close();
    replica = await openReplica(server.url, -1);
    expect(await read('portfolio/loans')).toMatchObject({ readFrom: 'database' });
    expect(await lender('loan list')).not.toContain('As of');
    // It has everything, only nothing was written for a while: no reason to call anybody.
    await hasEverything();
    expect(said).toEqual([]);
  });

  test.each([
    ['another lender’s', 'of-another-database', () => server.url.replace('/postgres?', '/another_lender?')],
    ['the database itself', 'not-a-replica', () => primaryUrl],
    ['nobody', 'unreachable', () => 'postgresql://postgres@127.0.0.1:1/postgres'],
  ])('the database itself answers when the address leads to %s, and the log says so once', async (_, kind, address) => {
    await replica.close();
    replica = await openReplica(address());
    expect(await read('portfolio/loans')).toMatchObject({ readFrom: 'database' });
    expect(await read('portfolio/loans')).toMatchObject({ readFrom: 'database' });
    expect(await figures()).toEqual({ manay_replica_up: 0 });
    expect(said.map((line) => JSON.parse(line))).toMatchObject([{ replica: kind }]);
  });

  test('the database itself answers when the replica is gone, and when it was promoted', async () => {
    await admin.query('select pg_promote()');
    expect(await read('portfolio/loans')).toMatchObject({ readFrom: 'database' });
    await admin.end();
    await server.stop();
    await replica.close();
    replica = await openReplica();
    expect(await read('portfolio/loans')).toMatchObject({ readFrom: 'database' });
  });
});
