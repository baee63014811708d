import { expect, test } from 'vitest';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { clockAt } from '#tests/support/clock.ts';
import {
  changeParameter,
  openTestDatabase,
  resetTestDatabase,
  withDatabase,
} from '#tests/support/database/database.ts';

const db = withDatabase(async (opened) => {
  await resetTestDatabase(opened);
  return opened;
});

const NEW_TAX = { kind: 'igv', key: 'general', from: '2026-01-01', value: { percent: '19.00' } };

test('parameters are read once and kept while their version stands', async () => {
  const source = createParameterSource({
    db: db.kysely,
    clock: clockAt('2026-01-15'),
    carryCapForward: false,
    maxAgeMs: 0,
  });
  const first = await source.inForce();
  expect(await source.inForce()).toBe(first);
});

test('many requests at once share one reading', async () => {
  const source = createParameterSource({ db: db.kysely, clock: clockAt('2026-01-15'), carryCapForward: false });
  const all = await Promise.all(Array.from({ length: 50 }, () => source.inForce()));
  expect(new Set(all).size).toBe(1);
});

test('a change reaches every copy within the time it was promised', async () => {
  const clock = clockAt('2026-01-15');
  const source = createParameterSource({ db: db.kysely, clock, carryCapForward: false, maxAgeMs: 60 });
  const before = await source.inForce();
  await changeParameter(db, { ...NEW_TAX, from: '2026-01-15' });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect((await source.inForce()).version).toBeGreaterThan(before.version);
});

test('a new business date is never answered with yesterday’s figures', async () => {
  const clock = clockAt('2026-01-15');
  const source = createParameterSource({ db: db.kysely, clock, carryCapForward: false, maxAgeMs: 3_600_000 });
  await source.inForce();
  clock.moveTo('2026-01-16');
  expect((await source.inForce()).businessDate).toBe('2026-01-16');
});

test('a malformed value is the operator’s to mend: it is said, and mending it is enough', async () => {
  const source = createParameterSource({
    db: db.kysely,
    clock: clockAt('2026-01-15'),
    carryCapForward: false,
    maxAgeMs: 0,
  });
  await changeParameter(db, { ...NEW_TAX, from: '2026-01-15', value: { percent: 'a lot' } });
  await expect(source.inForce()).rejects.toThrow('Parameter igv general of 2026-01-15: percent');
  await resetTestDatabase(db);
  expect((await source.inForce()).pricing.kind).toBe('ready');
});

test('without a database it says unavailable: withdrawn figures are not shown', async () => {
  const other = await openTestDatabase();
  const source = createParameterSource({
    db: other.kysely,
    clock: clockAt('2026-01-15'),
    carryCapForward: false,
    maxAgeMs: 0,
  });
  await source.inForce();
  await other.close();
  await expect(source.inForce()).rejects.toMatchObject({ name: 'UnavailableError' });
});
