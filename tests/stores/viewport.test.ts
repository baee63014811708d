// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $isDesktop, $viewport } from '#stores/viewport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function resizeTo(width: number, height = 700): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}

test('knows the window from the first listener on', () => {
  resizeTo(360, 640);
  const stop = $viewport.listen(() => undefined);
  expect($viewport.get()).toEqual({ width: 360, height: 640 });
  stop();
});

test('is measured anew 200 ms after the last of many resizes', () => {
  resizeTo(360);
  const seen: number[] = [];
  const stop = $viewport.subscribe(({ width }) => void seen.push(width));
  for (let width = 400; width <= 1_000; width += 100) {
    resizeTo(width);
    vi.advanceTimersByTime(150);
  }
  expect(seen).toEqual([360]);
  vi.advanceTimersByTime(50);
  expect(seen).toEqual([360, 1_000]);
  stop();
});

test.each([
  [991, false],
  [992, true],
])('a window of %d px is a desktop: %s', (width, isDesktop) => {
  const stop = $isDesktop.listen(() => undefined);
  resizeTo(width);
  vi.advanceTimersByTime(200);
  expect($isDesktop.get()).toBe(isDesktop);
  stop();
});
