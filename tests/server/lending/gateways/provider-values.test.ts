import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { readAmount, readPart, readWord, writeAmount } from '#server/lending/gateways/provider-values.ts';
import { forAll } from '#tests/support/for-all.ts';

test('every amount goes to a provider and comes back as it was', () =>
  forAll(800, [fc.integer({ min: 1, max: 500_000_000 })], (amount) => {
    const sent = writeAmount(cents(amount));
    expect(readAmount(JSON.parse(JSON.stringify(sent)))).toBe(amount);
  }));

test.each([
  0,
  -1,
  0.001,
  57_303.001,
  Number.NaN,
  1e21,
  '',
  '1,50',
  '1.50',
  '1.234.5',
  ' ',
  'PEN 5',
  null,
  undefined,
  {},
  [5],
])('%j is not an amount', (value) => {
  expect(readAmount(value)).toBeUndefined();
});

test('words and parts of an answer are taken only in the form they should have', () => {
  expect(readWord(' 9001 ')).toBe('9001');
  expect(readWord(9001)).toBe('9001');
  expect([readWord(''), readWord('x'.repeat(101)), readWord({}), readWord(null)]).toEqual(Array(4).fill(undefined));
  expect([readPart(null), readPart([1]), readPart('x')]).toEqual([{}, {}, {}]);
});
