import { expect, test } from 'vitest';
import { nextLookSec } from '#client-area/loan-parts/payment-watch.store.ts';

test.each([
  ['a card, at first', 3, 0, 3],
  ['a card, after two looks', 3, 2, 6.75],
  ['a code, after many looks', 15, 9, 60],
  ['a transfer, which the server says takes a minute', 60, 4, 60],
])('%s is looked for after %s seconds and more patience', (_, afterSec, unchanged, seconds) => {
  expect(nextLookSec(afterSec, unchanged)).toBe(seconds);
});

test('what is over is not looked for again', () => {
  expect(nextLookSec(null, 0)).toBeUndefined();
});
