import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ParameterRow, readParameters, readParameterVersion } from '#server/lending/parameters/parameter-store.ts';
import { decideProposal, insertProposal } from '#server/lending/parameters/proposal-store.ts';
import {
  addParameter,
  openServiceDatabase,
  resetTestDatabase,
  TEST_ENGINE,
  withDatabase,
} from '#tests/support/database/database.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const db = withDatabase(async (opened) => {
  await resetTestDatabase(opened);
  return opened;
});

const tax = (validFrom: string, validTo: string | null, key = 'test'): ParameterRow => ({
  kind: 'igv',
  key,
  value: { percent: '18.00' },
  validFrom,
  validTo,
});
const add = (...parameters: ParameterRow[]) =>
  db.kysely.transaction().execute(async (trx) => {
    for (const parameter of parameters) await addParameter(trx, parameter);
  });

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
    ['an unknown kind', { ...tax('2026-01-01', null, 'odd'), kind: 'weather' }],
    ['a key with spaces', tax('2026-01-01', null, 'an odd key')],
  ])('%s is refused', async (_, parameter) => {
    await expect(add(parameter)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a figure takes two accounts, whoever writes it', () => {
  let service: Awaited<ReturnType<typeof openServiceDatabase>>;
  beforeAll(async () => {
    service = await openServiceDatabase();
  });
  afterAll(() => service?.close());

  const insert = (changes: { kind?: string; key?: string; by?: string; proposal?: string | null } = {}) => {
    const { kind = 'rate_cap', key = 'consumer', by = 'Ana', proposal = null } = changes;
    return sql`insert into parameter (id, kind, key, value, valid_from, approved_by, proposal_id)
      values (gen_random_uuid(), ${kind}, ${key}, '{"percent":"12.00"}', '2030-01-01', ${by}, ${proposal})`.execute(
      service.db.kysely,
    );
  };
  const proposed = (decider?: string) =>
    service.db.kysely.transaction().execute(async (trx) => {
      const row = { ...tax('2030-01-01', null), kind: 'rate_cap', key: 'consumer', value: { percent: '11.00' } };
      const by = await aColleague({ kysely: trx }, 'Ana');
      const id = await insertProposal(trx, { ...row, reason: 'As the test wants it.' }, by, Date.now());
      if (decider === undefined) return id;
      const approver = await aColleague({ kysely: trx }, decider);
      await decideProposal(trx, id, { status: 'APPROVED', by: approver, now: Date.now() });
      return id;
    });

  test('not by SQL, whichever approval it names', { tags: 'asvs-8.1.2' }, async () => {
    await expect(insert()).rejects.toThrow('a proposal that two accounts approved');
    await expect(insert({ by: 'seed' })).rejects.toThrow('a proposal that two accounts approved');
  });

  test.runIf(TEST_ENGINE === 'postgres')('nor can the service begin a kind that a new lender starts with', async () => {
    const first = { kind: 'igv', key: 'another', by: 'seed' };
    await expect(insert(first)).rejects.toThrow('a proposal that two accounts approved');
  });

  test('not with a proposal that waits, or of another value', async () => {
    await expect(insert({ proposal: await proposed() })).rejects.toThrow('another value, or none');
    await expect(insert({ proposal: await proposed('Luis') })).rejects.toThrow('another value, or none');
  });

  test('no account approves its own, and no proposal begins approved', async () => {
    await expect(proposed('Ana')).rejects.toThrow(/four_eyes|two_accounts/);
    const { id } = await aColleague(service.db, 'Luis');
    const forged = sql`insert into parameter_proposal (id, kind, key, value, valid_from, reason, status, proposed_by,
      proposed_at, decided_by, decided_at, proposer_id, decider_id) values (gen_random_uuid(), 'rate_cap', 'consumer',
      '{"percent":"12.00"}', '2030-01-01', 'It is said to be so.', 'APPROVED', 'Ana', now(), 'Luis', now(), ${id}, null)`;
    await expect(forged.execute(service.db.kysely)).rejects.toThrow('a proposal begins as one');
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
