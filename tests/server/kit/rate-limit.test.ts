import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import { forAll } from '#tests/support/for-all.ts';

describe('a caller’s allowance', () => {
  const limit = { perMinute: 60, burst: 3 };

  test('starts full, empties, and fills by one call a second', () => {
    let now = 0;
    const limiter = createRateLimiter(() => now);
    const take = () => limiter.take('a', limit).kind;
    expect([take(), take(), take(), take()]).toEqual(['allowed', 'allowed', 'allowed', 'limited']);
    now += 999;
    expect(take()).toBe('limited');
    now += 2;
    expect([take(), take()]).toEqual(['allowed', 'limited']);
  });

  test('says when to come back', () => {
    const limiter = createRateLimiter(() => 0);
    limiter.take('a', { perMinute: 2, burst: 1 });
    expect(limiter.take('a', { perMinute: 2, burst: 1 })).toEqual({ kind: 'limited', retryAfterSeconds: 30 });
  });

  test('is nobody else’s', () => {
    const limiter = createRateLimiter(() => 0);
    for (let k = 0; k < 4; k++) limiter.take('a', limit);
    expect(limiter.take('b', limit).kind).toBe('allowed');
  });

  test('survives a clock that is set back', () => {
    let now = 1_000_000;
    const limiter = createRateLimiter(() => now);
    for (let k = 0; k < 3; k++) limiter.take('a', limit);
    now = 0;
    expect(limiter.take('a', limit).kind).toBe('limited');
    now = 1000;
    expect(limiter.take('a', limit).kind).toBe('allowed');
  });

  test('never lets more through than burst + rate × time, whatever the rhythm', { tags: 'asvs-2.4.1' }, () =>
    forAll(
      800,
      [
        fc.record({ perMinute: fc.integer({ min: 1, max: 6000 }), burst: fc.integer({ min: 1, max: 50 }) }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }),
      ],
      (chosen, pauses) => {
        let now = 0;
        const limiter = createRateLimiter(() => now);
        let allowed = 0;
        for (const pause of pauses) {
          now += pause;
          if (limiter.take('a', chosen).kind === 'allowed') allowed++;
        }
        expect(allowed).toBeLessThanOrEqual(chosen.burst + (now * chosen.perMinute) / 60_000 + 1e-6);
      },
    ),
  );

  test('a flood of addresses costs bounded memory and forgets the longest silent first', () => {
    const limiter = createRateLimiter(() => 0);
    const once = { perMinute: 1, burst: 1 };
    limiter.take('first', once);
    for (let k = 0; k < 49_999; k++) limiter.take(`caller ${k}`, once);
    expect(limiter.take('first', once).kind).toBe('limited');
    for (let k = 0; k < 50_000; k++) limiter.take(`later ${k}`, once);
    expect(limiter.take('first', once).kind).toBe('allowed');
  });
});
