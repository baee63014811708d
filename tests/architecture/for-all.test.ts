import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#tests/support/for-all.ts';

test('a property that does not hold fails with its smallest case, whether it throws or answers false', () => {
  expect(() => forAll(400, [fc.nat(9)], (drawn) => drawn < 7)).toThrow('Counterexample: [7]');
  expect(() => forAll(400, [fc.nat(9)], (drawn) => expect(drawn).toBeLessThan(7))).toThrow('Counterexample: [7]');
  expect(() => forAll(400, [fc.nat(9)], (drawn) => drawn <= 9)).not.toThrow();
});

test('the compiler refuses an asynchronous property, which would pass although it does not hold', () => {
  // @ts-expect-error: nobody waits for the promise
  const unnoticed = () => forAll(400, [fc.nat(9)], async (drawn) => drawn < 7);
  expect(unnoticed).not.toThrow();
});
