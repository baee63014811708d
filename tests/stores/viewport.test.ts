// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $viewport, followViewport, isDesktop } from '#stores/viewport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function resizeTo(width: number, height = 700): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}

test('knows the window from when it is followed', { tags: 'spec-3.40' }, () => {
  resizeTo(360, 640);
  followViewport();
  expect($viewport.get()).toEqual({ width: 360, height: 640 });
});

test('is measured anew 200 ms after the last of many resizes', { tags: ['spec-3.40', 'spec-4.8', 'spec-9.3'] }, () => {
  const seen: number[] = [];
  const unsubscribe = $viewport.subscribe(({ width }) => void seen.push(width));
  for (let width = 400; width <= 1_000; width += 100) {
    resizeTo(width);
    vi.advanceTimersByTime(150);
  }
  expect(seen).toEqual([360]);
  vi.advanceTimersByTime(50);
  // Other test files follow this window too, and measure it with their own timers.
  expect([...new Set(seen)]).toEqual([360, 1_000]);
  unsubscribe();
});

test.each([
  [991, false],
  [992, true],
])('a window of %d px is a desktop: %s', { tags: 'spec-9.7' }, (width, isWide) => {
  expect(isDesktop({ width, height: 700 })).toBe(isWide);
});
