import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import {
  insertParameters,
  type NewParameter,
  readParameters,
  readParameterVersion,
} from '#server/lending/parameters/parameter-store.ts';
import { openTestDatabase, resetTestDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';

let db: Database<Tables>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => resetTestDatabase(db));
afterAll(() => db?.close());

const tax = (validFrom: string, validTo: string | null, key = 'test'): NewParameter => ({
  kind: 'igv',
  key,
  value: { percent: '18.00' },
  validFrom,
  validTo,
  approvedBy: 'test',
});
const add = (...parameters: NewParameter[]) => insertParameters(db.kysely, parameters);

describe('periods of one parameter never overlap', () => {
  beforeEach(() => add(tax('2026-01-01', '2026-06-30')));

  test.each([
    ['the same period', '2026-01-01', '2026-06-30'],
    ['one day inside', '2026-03-01', '2026-03-01'],
    ['from its last day on', '2026-06-30', null],
    ['until its first day', '2025-01-01', '2026-01-01'],
    ['all around', '2025-01-01', '2027-01-01'],
  ])('%s', async (_, from, to) => {
    await expect(add(tax(from, to))).rejects.toMatchObject({ code: '23P01' });
  });

  test('the day after is free, and so is another key', async () => {
    await add(tax('2026-07-01', null), tax('2026-01-01', null, 'other'));
  });

  test.runIf(TEST_ENGINE === 'postgres')('not even when two are added at the same moment', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => add(tax('2027-01-01', null))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('what is stored is history', () => {
  beforeEach(() => add(tax('2026-01-01', null)));

  test('a period may be ended', async () => {
    await sql`update parameter set valid_to = '2026-06-30' where key = 'test'`.execute(db.kysely);
  });

  test.each([
    ['its value changed', sql`update parameter set value = '{"percent":"1.00"}' where key = 'test'`],
    ['its date moved', sql`update parameter set valid_from = '2025-01-01' where key = 'test'`],
    ['its approver replaced', sql`update parameter set approved_by = 'nobody' where key = 'test'`],
    ['taken away', sql`delete from parameter where key = 'test'`],
  ])('it may not be %s', async (_, statement) => {
    await expect(statement.execute(db.kysely)).rejects.toThrow('never');
  });

  test.each([
    ['an end before the beginning', tax('2026-02-01', '2026-01-01', 'odd')],
    ['a kind nobody knows', { ...tax('2026-01-01', null, 'odd'), kind: 'weather' }],
    ['a key with spaces', tax('2026-01-01', null, 'an odd key')],
    ['nobody who approved it', { ...tax('2026-01-01', null, 'odd'), approvedBy: '' }],
  ])('%s is refused', async (_, parameter) => {
    await expect(add(parameter)).rejects.toMatchObject({ code: '23514' });
  });
});

test('the version grows with every change and stays when one fails', async () => {
  const versions = [await readParameterVersion(db.kysely)];
  await add(tax('2026-01-01', null));
  versions.push(await readParameterVersion(db.kysely));
  await sql`update parameter set valid_to = '2026-06-30' where key = 'test'`.execute(db.kysely);
  versions.push(await readParameterVersion(db.kysely));
  await add(tax('2026-01-01', null)).catch(() => undefined);
  versions.push(await readParameterVersion(db.kysely));
  expect(versions).toEqual([1, 2, 3, 3]);
});

test('first and last day are both in force, the days around them not', async () => {
  await add(tax('2026-02-01', '2026-02-10'));
  const found = async (date: string) =>
    (await readParameters(db.kysely, date)).inForce.some(({ key }) => key === 'test');
  expect(await Promise.all(['2026-01-31', '2026-02-01', '2026-02-10', '2026-02-11'].map(found))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('ended caps come newest first', async () => {
  const { endedCaps } = await readParameters(db.kysely, '2026-11-21');
  expect(endedCaps.map(({ validTo }) => validTo)).toEqual([
    '2026-04-30',
    '2025-10-31',
    '2025-04-30',
    '2024-10-31',
    '2021-10-31',
  ]);
});
