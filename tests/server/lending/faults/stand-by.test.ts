import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { UnclearError } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { LendingHealth } from '#server/lending/health.ts';
import { METRICS_PATH } from '#server/lending/metrics.ts';
import { grantService, openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { isTrueOf, readAlertRules } from '#tests/support/alert-rules.ts';
import { startAcknowledgingStandby } from '#tests/support/database/acknowledging-standby.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  createPayments,
  type Debtor,
  OPERATOR_TOKEN,
  type Payments,
} from '#tests/support/payments/payments.ts';

const STANDBY = 'second';

/** A server of its own, whose synchronous stand-by is not there: every commit that asks for it waits. */
describe.runIf(TEST_ENGINE === 'postgres')('a server that waits for a stand-by', () => {
  let operator: pg.Client;
  /** Does not ask for the stand-by: what is prepared and looked at. */
  let near: Database<Tables>;
  let far: Database<Tables>;
  let databaseUrl = '';
  let prepared: Payments;
  let payments: Payments;
  beforeAll(async () => {
    databaseUrl = await startPostgres(['fsync=off', 'synchronous_commit=local']);
    operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
    await setStandby(STANDBY);
    near = await openDatabase<Tables>({ databaseUrl });
    await prepareLendingDatabase(near);
    far = await openDatabase<Tables>({ databaseUrl: `${databaseUrl}&options=-c%20synchronous_commit%3Don` });
    prepared = createPayments(near);
    payments = createPayments(far);
  });
  afterAll(async () => {
    await far?.close();
    await near?.close();
    await operator?.end();
    await stopPostgres();
  });

  async function setStandby(name: string): Promise<void> {
    await operator.query(`alter system set synchronous_standby_names = '${name}'`);
    await operator.query('select pg_reload_conf()');
  }

  const waiting = async (): Promise<number[]> => {
    const { rows } = await operator.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`);
    return rows.map(({ pid }) => pid as number);
  };
  const untilOneWaits = () => expect.poll(async () => (await waiting()).length).toBe(1);

  /** As `pg_cancel_backend` in an operator's hands, or a pooler whose client has gone. */
  async function cancelled<Result>(act: Promise<Result>): Promise<Result> {
    // It ends before it is waited for.
    act.catch(() => undefined);
    await untilOneWaits();
    for (const pid of await waiting()) await operator.query('select pg_cancel_backend($1)', [pid]);
    return act;
  }

  const healthOf = async ({ app }: Pick<Payments, 'app'>) => {
    const answer = await app.request('/healthz');
    return (await answer.json()) as LendingHealth;
  };
  test('StandbyMissing: one that is not connected is told beside the health, which stays, and none once it is there', async () => {
    const expr = readAlertRules('.config/prometheus-alerts.yml').find(({ alert }) => alert === 'StandbyMissing')?.expr;
    const fires = async () => {
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
      const scrape = await (await prepared.app.request(METRICS_PATH, { headers })).text();
      const [, value] = /^manay_standby_missing (\d)$/m.exec(scrape) ?? [];
      return isTrueOf(expr ?? '', [{ name: 'manay_standby_missing', value: Number(value) }]);
    };
    expect(await healthOf(prepared)).toMatchObject({
      status: 'ok',
      standby: 'missing',
      notes: ['The synchronous stand-by that is configured is not connected: every commit waits for it.'],
    });
    expect((await prepared.app.request('/readyz')).status).toBe(200);
    expect(await fires()).toBe(true);
    const standby = await startAcknowledgingStandby(databaseUrl, STANDBY);
    await expect.poll(async () => (await healthOf(prepared)).standby).toBe('connected');
    expect((await healthOf(prepared)).notes).toEqual([]);
    expect(await fires()).toBe(false);
    await sql`insert into throttle_bucket values ('test', 'kept twice', 0)`.execute(far.kysely);
    await standby.stop();
    await expect.poll(async () => (await healthOf(prepared)).standby).toBe('missing');
  });

  test('the user of the service may see it, or is told what it lacks', async () => {
    await operator.query('create role owner login');
    await operator.query('create role service login');
    await operator.query('create database owned owner owner');
    const as = (user: string) => databaseUrl.replace('postgres@localhost/postgres', `${user}@localhost/owned`);
    const location = { databaseUrl: as('service'), migrationsUrl: as('owner') };
    const { db } = await openLendingDatabase(location);
    const lending = createTestLending(db);
    const told = expect.stringContaining('grant pg_read_all_stats to the user of DATABASE_URL');
    expect(await healthOf(lending)).toMatchObject({ status: 'ok', standby: 'unseen', notes: [told] });
    // An owner who may grant it does so by itself.
    const all = await openDatabase<Tables>({ databaseUrl: as('postgres') });
    await grantService(all, 'service');
    expect(await healthOf(lending)).toMatchObject({ standby: 'missing' });
    await all.close();
    await db.close();
  });

  const pay = ({ headers, number }: Debtor, key: string) =>
    Promise.resolve(
      payments.app.request('/api/v1/payments', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ loanNumber: number, purpose: 'PARTIAL', amount: 5, method: 'MANUAL' }),
      }),
    );
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(far.kysely)).rows[0]?.pid;

  test('a commit whose wait is cancelled is not told as done, in a transaction, in a session or alone, and its connection is not used again', async () => {
    const write = `insert into throttle_bucket values ('test', gen_random_uuid(), 0)`;
    const acts: (() => Promise<unknown>)[] = [
      () => far.kysely.transaction().execute((trx) => sql.raw(write).execute(trx)),
      () => far.inSession((session) => session.query(write)),
      () => sql.raw(write).execute(far.kysely),
    ];
    for (const act of acts) {
      const pid = await pidOf();
      await expect(cancelled(act())).rejects.toThrow(UnclearError);
      expect(await pidOf()).not.toBe(pid);
    }
  });

  test('an act whose commit is cancelled is answered 503 and decided by its key: asked again it waits like the first, and is done once', async () => {
    const debtor = await aDebtor(prepared);
    const key = randomUUID();
    for (let asked = 0; asked < 2; asked += 1) {
      const answer = await cancelled(pay(debtor, key));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
    const again = pay(debtor, key);
    await untilOneWaits();
    await setStandby('');
    const { status, headers } = await again;
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const kept = near.kysely.selectFrom('payment_intent').select('id').where('loan_id', '=', debtor.loan.id);
    expect(await kept.execute()).toHaveLength(1);
    expect((await verify(prepared.loans)).problems).toEqual([]);
  });
});
