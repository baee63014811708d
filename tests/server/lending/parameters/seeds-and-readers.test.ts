import { describe, expect, test } from 'vitest';
import { assembleParameters, PARAMETER_KINDS } from '#server/lending/parameters/parameters.ts';
import { SEED_PARAMETERS } from '#server/lending/parameters/seed-parameters.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { problemOf, seedProblems } from '#tests/support/database/whole-seeds.ts';

const DATE = '2026-01-15';
const IN_FORCE = SEED_PARAMETERS.filter(({ validFrom, validTo }) => validFrom <= DATE && DATE <= (validTo ?? DATE));
const CODE = filesUnder('src')
  .filter((file) => file.endsWith('.ts') && !/\/parameters\/seed-[a-z]+\.ts$/.test(file))
  .map((file) => read(file))
  .join('\n');

test.each(SEED_PARAMETERS.map((row) => [`${row.kind} ${row.key} of ${row.validFrom}`, row] as const))(
  'the seed %s keeps the schema that reads it',
  (_, row) => {
    expect(problemOf(row)).toBe('');
  },
);

test('a figure or a policy without a seed is named before any test begins, with the file that lacks it', () => {
  const file = 'Add it to src/server/lending/parameters/seed-policies.ts.';
  const withoutFigure = SEED_PARAMETERS.map((row) => (row.key === 'codes' ? { ...row, value: {} } : row));
  expect(seedProblems(withoutFigure)).toEqual([expect.stringMatching(/^Policy codes: alarmPerHour: .*\. Add it/)]);
  expect(seedProblems(withoutFigure)[0]).toContain(file);
  const withoutPolicy = SEED_PARAMETERS.filter(({ key }) => key !== 'codes');
  expect(seedProblems(withoutPolicy)).toEqual([`Policy codes has no seed. ${file}`]);
});

describe.each(PARAMETER_KINDS)('%s', (kind) => {
  test('has a seed, so that a new lender has it', () => {
    const seeded = IN_FORCE.some((row) => row.kind === kind);
    expect(seeded, `add a row of kind ${kind} to src/server/lending/parameters/seed-parameters.ts`).toBe(true);
  });

  test('is read: a value without sense does not pass unnoticed', () => {
    const inForce = IN_FORCE.map((row) => (row.kind === kind ? { ...row, value: { nonsense: true } } : row));
    const readAll = () =>
      assembleParameters({ version: 1, inForce, endedCaps: [] }, DATE, { carryCapForward: false }).policies();
    expect(readAll, 'read it in assembleParameters of src/server/lending/parameters/parameters.ts').toThrow();
  });
});

test('every figure of a policy is reckoned with somewhere', () => {
  const unread = IN_FORCE.flatMap(({ kind, key, value }) =>
    Object.keys(value as object)
      // Where it is used, and not only declared as in its schema and its type.
      .filter((name) => !new RegExp(`\\b${name}\\b(?!\\??:)`).test(CODE))
      .map((name) => `${kind} ${key}: ${name}`),
  );
  expect(unread, 'use it, or remove it from its schema and its seed').toEqual([]);
});
