import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '#server/kit/tables.ts';
import { changeParameter, openEmptyDatabase, openTestDatabase } from '#tests/support/database/database.ts';
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

test('a discount without an end is a note for who starts a release: prices of before are changed by people alone', async () => {
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

test('a database of another release is not ready', async () => {
  const other = await openTestDatabase();
  await sql`update migration set checksum = 'other'`.execute(other.kysely);
  expect(await health(createTestLending(other))).toMatchObject({ status: 503, body: { migrations: 'behind' } });
  await other.close();
});

test('an empty or closed database is not ready', async () => {
  const empty = await openEmptyDatabase<Tables>();
  expect((await health(createTestLending(empty))).status).toBe(503);
  await empty.close();
  expect(await health(createTestLending(empty))).toMatchObject({ status: 503, body: { database: 'unreachable' } });
});
