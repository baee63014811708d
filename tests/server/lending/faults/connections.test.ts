import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, MAX_CONNECTIONS, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { createTestLending, type TestLending } from '#tests/support/lending/lending-app.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

/** The embedded database has no connections that could be lost or run out. */
describe.runIf(TEST_ENGINE === 'postgres')('a lender on a server', () => {
  const payments = withPayments();
  /** Locks what requests wait for, apart from their pool. */
  let outside: Database<Tables>;
  let pool: Database<Tables>;
  let lending: TestLending;
  beforeEach(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(payments.db.kysely);
    const databaseUrl = testServerUrl(rows[0]?.name);
    outside = await openDatabase<Tables>({ databaseUrl });
    pool = await openDatabase<Tables>({ databaseUrl });
    lending = createTestLending(pool, { clock: payments.clock, gateways: payments.world.gateways(payments.clock) });
  });
  afterEach(async () => {
    await pool?.close();
    await outside?.close();
  });

  /** While the loan is locked by another transaction. */
  const whileLocked = <Result>({ loan }: Debtor, work: () => Promise<Result>): Promise<Result> =>
    outside.kysely.transaction().execute(async (trx) => {
      await sql`select from loan where id = ${loan.id} for update`.execute(trx);
      return work();
    });
  const pay = ({ headers, number }: Debtor, key: string = randomUUID()) =>
    lending.app.request('/api/v1/payments', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ loanNumber: number, purpose: 'PARTIAL', amount: 5, method: 'MANUAL' }),
    });
  const read = ({ headers }: Debtor) => lending.app.request('/api/v1/loans', { headers });
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(outside.kysely);
    return rows.map(({ pid }) => pid);
  };

  test('whose connections are ended answers 503 to what was in flight, and the same request succeeds right after', async () => {
    const debtor = await aDebtor(payments);
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const answers = await whileLocked(debtor, async () => {
      const asked = Promise.all(keys.map((key) => pay(debtor, key)));
      await expect.poll(async () => (await waiting()).length).toBe(3);
      for (const pid of await waiting()) await sql`select pg_terminate_backend(${pid})`.execute(outside.kysely);
      return asked;
    });
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      keys.map(() => [503, '5']),
    );
    expect(await answers[0]?.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect((await Promise.all(keys.map((key) => pay(debtor, key)))).map(({ status }) => status)).toEqual([
      201, 201, 201,
    ]);
    const again = await Promise.all(keys.map((key) => pay(debtor, key)));
    expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true', 'true']);
  });

  test('with no connection left answers 503, and works on when there is one', async () => {
    const debtor = await aDebtor(payments);
    let giveBack = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    const holders = Array.from({ length: MAX_CONNECTIONS }, () => pool.kysely.connection().execute(() => held));
    const answer = await read(debtor);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    giveBack();
    await Promise.all(holders);
    expect((await read(debtor)).status).toBe(200);
  });

  test('serves others while fifty requests of one client wait for their loan', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const fifty = await whileLocked(one, async () => {
      const asked = Promise.all(Array.from({ length: 50 }, () => pay(one)));
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      const answers = await Promise.all(Array.from({ length: 10 }, () => read(other)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return { asked };
    });
    const answers = await fifty.asked;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});
