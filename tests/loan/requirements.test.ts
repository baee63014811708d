import { describe, expect, test } from 'vitest';
import { isWholeTable, type RequirementRow, requirementsFor } from '#loan/requirements.ts';

const row = (referees: number, upTo?: number): RequirementRow => ({
  fields: [],
  referees,
  papers: [],
  checks: { identity: 'NEVER', 'account-holder': 'NEVER', bureau: 'NEVER' },
  ...(upTo !== undefined && { upTo }),
});
const TABLE = [row(0, 500), row(1, 1_000), row(2)];

test.each([
  [100, 0],
  [500, 0],
  [501, 1],
  [1_000, 1],
  [1_001, 2],
  [10_000, 2],
])('S/ %i is asked for %i people who know the client', (amount, referees) => {
  expect(requirementsFor(TABLE, amount).referees).toBe(referees);
});

describe('a table', () => {
  test.each<[string, RequirementRow[], boolean]>([
    ['that reaches every amount', TABLE, true],
    ['with one row for all', [row(2)], true],
    ['without rows', [], false],
    ['that ends', [row(0, 500)], false],
    ['that falls', [row(0, 500), row(1, 400), row(2)], false],
    ['with the same end twice', [row(0, 500), row(1, 500), row(2)], false],
    ['with a row behind the last', [row(0), row(1, 500)], false],
  ])('%s: %#', (_, rows, isWhole) => {
    expect(isWholeTable(rows)).toBe(isWhole);
  });

  test('says nothing of an amount that none of its rows reaches', () => {
    expect(() => requirementsFor([row(0, 500)], 501)).toThrow(RangeError);
  });
});
