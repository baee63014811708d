import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '#server/kit/tables.ts';
import { lendingMigrations } from '#server/lending/prepare-database.ts';
import { changeParameter, openEmptyDatabase, openTestDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';
import { createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

async function health(of = lending): Promise<{ status: number; body: unknown }> {
  const response = await of.app.request('/healthz');
  return { status: response.status, body: await response.json() };
}

test('a lender that is ready says so', async () => {
  expect(await health()).toEqual({
    status: 200,
    body: {
      status: 'ok',
      database: 'reachable',
      migrations: 'current',
      businessDate: '2026-01-15',
      parameterVersion: 1,
      offers: 'priced',
      notes: [],
    },
  });
});

test('a missing figure is a note for operators, not a reason to restart', async () => {
  lending.clock.moveTo('2026-05-01');
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: 'ok', offers: 'refused', notes: ['No parameter: rate_cap consumer on 2026-05-01.'] },
  });
});

test('the sandbox says that it goes on with an old cap', async () => {
  const sandbox = createTestLending(lending.db, { today: '2026-11-21', sandbox: true });
  expect(await health(sandbox)).toMatchObject({
    status: 200,
    body: { offers: 'priced', notes: ['Sandbox: the rate cap of 2026-04-30 is carried forward.'] },
  });
});

test('a discount without an end is a note for the one who starts a release: earlier prices are changed by people alone', async () => {
  const techFee = { name: 'techFee', kind: 'flat', netCents: 1500, discountCents: 300 };
  const value = { teaPercent: '110.00', fees: [techFee] };
  await changeParameter(lending.db, { kind: 'price', key: '1', from: '2026-04-02', value });
  lending.clock.moveTo('2026-04-02');
  const note = expect.stringContaining('Products 1: a discount without an end');
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', notes: [note] } });
});

test('a malformed parameter is named', async () => {
  await changeParameter(lending.db, { kind: 'igv', key: 'general', from: '2026-01-15', value: {} });
  expect(await health()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'reachable', notes: [expect.stringContaining('igv general')] },
  });
});

test.runIf(TEST_ENGINE === 'postgres')('a server that reads and cannot write is not ready', async () => {
  const other = await openTestDatabase();
  const full = createTestLending(other);
  // The least that a server without space refuses: a file that a statement needs for itself.
  await sql`set temp_file_limit = 0`.execute(other.kysely);
  const said = { status: 'unavailable', database: 'reachable', notes: ['The database cannot write.'] };
  expect(await health(full)).toMatchObject({ status: 503, body: said });
  expect((await full.app.request('/readyz')).status).toBe(503);
  await sql`reset temp_file_limit`.execute(other.kysely);
  expect((await full.app.request('/readyz')).status).toBe(200);
  await other.close();
});

test('a database of another release is not ready', async () => {
  const other = await openTestDatabase();
  await sql`update migration set checksum = 'other'`.execute(other.kysely);
  expect(await health(createTestLending(other))).toMatchObject({
    status: 503,
    body: { migrations: 'behind', notes: [expect.stringMatching(/^0001-\S+ was changed after it was applied/)] },
  });
  await other.close();
});

test('a newer database is served while it allows this program, and not after', async () => {
  const other = await openTestDatabase();
  const own = lendingMigrations().length;
  const apply = (number: number, oldest: number) =>
    sql`insert into migration (name, checksum, oldest_program) values (${`${number}-later.sql`.padStart(14, '0')}, '', ${oldest})`.execute(
      other.kysely,
    );
  await apply(own + 1, own);
  const app = createTestLending(other);
  expect(await health(app)).toMatchObject({ status: 200, body: { status: 'ok', migrations: 'ahead' } });
  expect(await probes(app)).toEqual({ alive: 200, ready: 200 });
  await apply(own + 2, own + 1);
  expect(await health(app)).toMatchObject({
    status: 503,
    body: { migrations: 'behind', notes: [expect.stringContaining('The database is newer than this program')] },
  });
  expect(await probes(app)).toEqual({ alive: 200, ready: 503 });
  await other.close();
});

async function probes({ app }: Pick<typeof lending, 'app'>): Promise<{ alive: number; ready: number }> {
  const [alive, ready] = await Promise.all([app.request('/livez'), app.request('/readyz')]);
  return { alive: alive.status, ready: ready.status };
}

test('a lender is alive and ready; one that stops is not ready, and one without its database is alive', async () => {
  expect(await probes(lending)).toEqual({ alive: 200, ready: 200 });
  expect(await probes(createTestLending(lending.db, { isStopping: () => true }))).toEqual({ alive: 200, ready: 503 });
  const empty = await openEmptyDatabase<Tables>();
  const without = createTestLending(empty);
  expect(await probes(without)).toEqual({ alive: 200, ready: 503 });
  await empty.close();
  expect(await probes(without)).toEqual({ alive: 200, ready: 503 });
});

test('an empty or closed database is not ready', async () => {
  const empty = await openEmptyDatabase<Tables>();
  expect((await health(createTestLending(empty))).status).toBe(503);
  await empty.close();
  expect(await health(createTestLending(empty))).toMatchObject({ status: 503, body: { database: 'unreachable' } });
});
