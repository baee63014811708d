import { expect, test } from 'vitest';
import { createClock } from '#server/kit/clock.ts';

const at = (instant: string) => createClock({ now: () => Date.parse(instant) }).businessDate();

test.each([
  ['2026-01-15T04:59:59.999Z', '2026-01-14'],
  ['2026-01-15T05:00:00.000Z', '2026-01-15'],
  ['2026-01-16T04:59:59.999Z', '2026-01-15'],
  ['2026-07-01T04:59:59.999Z', '2026-06-30'],
  ['2027-01-01T04:00:00.000Z', '2026-12-31'],
])('%s is %s in Lima, whatever the server’s time zone', (instant, date) => {
  expect(at(instant)).toBe(date);
});

test('the business date changes at midnight in Lima while the clock runs', () => {
  let now = Date.parse('2026-01-15T04:59:59.000Z');
  const clock = createClock({ now: () => now });
  expect(clock.businessDate()).toBe('2026-01-14');
  now += 1000;
  expect(clock.businessDate()).toBe('2026-01-15');
  now -= 1000;
  expect(clock.businessDate()).toBe('2026-01-14');
});

test('the sandbox moves the business date, never the instant', () => {
  let offset = 0;
  const now = Date.parse('2026-01-31T12:00:00.000Z');
  const clock = createClock({ now: () => now, offsetDays: () => offset });
  expect(clock.businessDate()).toBe('2026-01-31');
  offset = 30;
  expect(clock.businessDate()).toBe('2026-03-02');
  expect(clock.now()).toBe(now);
});

test('without options it is now', () => {
  const before = Date.now();
  const clock = createClock();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.businessDate()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
