import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ThrottleRule } from '#server/lending/people/store/throttle-store.ts';
import { atMost, failureDelay } from '#server/lending/people/throttles.ts';
import { forAll } from '#tests/support/for-all.ts';

const MINUTE = 60_000;

/** Tries at every moment given and keeps those that were let through. */
function run(rule: ThrottleRule, moments: readonly number[]): number[] {
  const taken: number[] = [];
  for (const now of moments) {
    const from = rule([...taken].reverse(), now);
    if (from === undefined || from <= now) taken.push(now);
  }
  return taken;
}

const moments = fc.array(fc.nat({ max: 30 * MINUTE }), { maxLength: 200 }).map((gaps) => {
  let at = 1_768_000_000_000;
  return gaps.map((gap) => (at += gap));
});

describe('a limit', () => {
  test('never lets more through in any span, however the attempts fall', () =>
    forAll(800, [moments], (all) => {
      const taken = run(atMost({ count: 1, inMs: MINUTE }, { count: 5, inMs: 60 * MINUTE }), all);
      for (const [n, at] of taken.entries()) {
        expect(at - (taken[n - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(MINUTE);
        expect(at - (taken[n - 5] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60 * MINUTE);
      }
    }));

  test('lets somebody through again as soon as it says', () => {
    const rule = atMost({ count: 2, inMs: MINUTE });
    const now = 10 * MINUTE;
    expect(rule([now, now - 1], now)).toBe(now - 1 + MINUTE);
    expect(rule([now - MINUTE], now)).toBe(0);
  });
});

describe('the delay after failures', () => {
  test('never locks: whoever waits a quarter of an hour may try', { tags: 'asvs-6.1.1' }, () =>
    forAll(800, [moments], (all) => {
      const taken = run(failureDelay, all);
      const last = taken.at(-1) ?? 0;
      const from = failureDelay([...taken].reverse(), last) ?? 0;
      expect(from - last).toBeLessThanOrEqual(15 * MINUTE);
    }),
  );

  test('leaves somebody who guesses all day some ten tries an hour', () => {
    const everyTenSeconds = Array.from({ length: 8640 }, (_, n) => 1_768_000_000_000 + n * 10_000);
    expect(run(failureDelay, everyTenSeconds).length).toBeLessThanOrEqual(250);
  });

  test('does not punish somebody who mistypes now and then', () => {
    const everyFour = Array.from({ length: 100 }, (_, n) => 1_768_000_000_000 + n * 4 * MINUTE);
    expect(run(failureDelay, everyFour)).toHaveLength(100);
  });
});
