import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { requirementsFor } from '#loan/requirements.ts';
import { assertPolicy } from '#server/lending/parameters/policies.ts';
import { STANDARD_REQUIREMENTS, STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const MIGRATION = readFileSync('src/server/lending/migrations/0034-requirements-by-amount.sql', 'utf8');

/** What the migration makes of a lender's underwriting policy; nothing of it stays. */
async function migrated(figures: object) {
  const rolledBack = new Error('only to look');
  let found: { value: typeof STANDARD_REQUIREMENTS; valid_from: string; valid_to: string | null }[] = [];
  const looked = lending.db.kysely.transaction().execute(async (trx) => {
    await sql`alter table parameter disable trigger user`.execute(trx);
    await sql`delete from parameter where kind = 'policy' and key in ('requirements', 'underwriting')`.execute(trx);
    const value = JSON.stringify({ ...STANDARD_UNDERWRITING_POLICY, ...figures });
    await sql`insert into parameter (id, kind, key, value, valid_from, valid_to, approved_by) values
      (gen_random_uuid(), 'policy', 'underwriting', ${value}::jsonb, '2026-01-01', '2026-06-30', 'seed'),
      (gen_random_uuid(), 'policy', 'underwriting', ${value}::jsonb, '2026-07-01', null, 'seed')`.execute(trx);
    await sql`alter table parameter enable trigger user`.execute(trx);
    await sql.raw(MIGRATION).execute(trx);
    const { rows } = await sql<(typeof found)[number]>`select value, valid_from::text, valid_to::text from parameter
      where kind = 'policy' and key = 'requirements' order by valid_from`.execute(trx);
    found = rows;
    throw rolledBack;
  });
  await expect(looked).rejects.toBe(rolledBack);
  return found;
}

const papersFor = (value: typeof STANDARD_REQUIREMENTS, amount: number) => requirementsFor(value.rows, amount).papers;

test('a lender goes on with its own figures, for their days, and asks everything of everybody', async () => {
  const rows = await migrated({ identityFreeUpTo: 300, incomeProofAbove: 2_000, scoreThreshold: 50 });
  expect(rows.map(({ valid_from, valid_to }) => [valid_from, valid_to])).toEqual([
    ['2026-01-01', '2026-06-30'],
    ['2026-07-01', null],
  ]);
  for (const { value } of rows) {
    expect(() =>
      assertPolicy({ kind: 'policy', key: 'requirements', value, validFrom: '2026-01-01', validTo: null }),
    ).not.toThrow();
    expect([300, 301, 2_000, 2_001].map((amount) => papersFor(value, amount))).toEqual([
      [],
      ['identity-pictures'],
      ['identity-pictures'],
      ['identity-pictures', 'income-proof'],
    ]);
    expect(requirementsFor(value.rows, 100)).toMatchObject({ referees: 2, fields: expect.arrayContaining(['payday']) });
    // 50 of 125.
    expect(value.score).toEqual({ ...STANDARD_REQUIREMENTS.score, passPercent: 40 });
  }
});

test('the standard figures become the standard table, but for the row of small amounts', async () => {
  const [row] = await migrated({ identityFreeUpTo: 1_000, incomeProofAbove: 3_000, scoreThreshold: 40 });
  const [, ...rows] = STANDARD_REQUIREMENTS.rows;
  expect(row?.value).toEqual({ ...STANDARD_REQUIREMENTS, rows });
});

test('pictures of everybody stay pictures of everybody', async () => {
  const [row] = await migrated({ identityFreeUpTo: 0, incomeProofAbove: 0, scoreThreshold: 40 });
  expect(row?.value.rows).toMatchObject([{ papers: ['identity-pictures', 'income-proof'] }]);
});
