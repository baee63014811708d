import { expect, test } from 'vitest';
import { readParameters } from '#server/lending/parameters/parameter-store.ts';
import { SEED_PARAMETERS, seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { changeParameter, resetTestDatabase, withDatabase } from '#tests/support/database/database.ts';

const db = withDatabase(async (opened) => {
  await resetTestDatabase(opened);
  return opened;
});

test('seeding again changes nothing, not even the version', async () => {
  const before = await readParameters(db.kysely, '2026-01-15');
  expect(await seedParameters(db.kysely)).toBe(0);
  expect(await readParameters(db.kysely, '2026-01-15')).toEqual(before);
  expect(before.version).toBe(1);
});

test('what an operator changed is not undone by the next start', async () => {
  await changeParameter(db, { kind: 'igv', key: 'general', from: '2026-01-15', value: { percent: '19.00' } });
  await seedParameters(db.kysely);
  const { inForce } = await readParameters(db.kysely, '2026-01-15');
  expect(inForce.find(({ kind }) => kind === 'igv')?.value).toEqual({ percent: '19.00' });
});

test('a kind that a later release brings is added to what is there', async () => {
  const later = {
    kind: 'igv',
    key: 'later',
    value: { percent: '1.00' },
    validFrom: '2026-01-01',
    validTo: null,
    approvedBy: 'seed',
  };
  expect(await seedParameters(db.kysely, [...SEED_PARAMETERS, later])).toBe(1);
});

test('copies that start together seed once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => seedParameters(db.kysely)));
  const { count } = db.kysely.fn;
  const rows = await db.kysely.selectFrom('parameter').select(count<number>('id').as('count')).execute();
  expect(rows).toEqual([{ count: SEED_PARAMETERS.length }]);
});

test.each([
  ['2025-10-31', '115.14'],
  ['2025-11-01', '113.16'],
  ['2026-04-30', '113.16'],
])('on %s the published cap is %s %%', async (date, percent) => {
  const { inForce } = await readParameters(db.kysely, date);
  expect(inForce.filter(({ kind }) => kind === 'rate_cap')).toMatchObject([{ value: { percent } }]);
});
