import { afterEach, expect, test } from 'vitest';
import { environment, replaceEnvironment } from '#stores/environment.ts';
import { limaToday } from '#stores/lima-today.ts';

let restore: (() => void) | undefined;
afterEach(() => restore?.());

test.each([
  ['2026-01-15T04:59:59Z', '2026-01-14'],
  ['2026-01-15T05:00:00Z', '2026-01-15'],
  ['2026-07-01T04:59:59Z', '2026-06-30'],
])('at %s the date in Lima is %s, in summer as in winter', (instant, date) => {
  restore = replaceEnvironment({ nowMs: () => Date.parse(instant) });
  expect(limaToday()).toBe(date);
});

test('what a test has exchanged is put back', () => {
  const own = environment();
  replaceEnvironment({ nowMs: () => 0 })();
  expect(environment()).toBe(own);
});
