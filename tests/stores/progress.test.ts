// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $progress, beginRequest } from '#stores/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('an answer within 200 ms shows no bar', () => {
  const end = beginRequest();
  vi.advanceTimersByTime(199);
  end();
  vi.advanceTimersByTime(10_000);
  expect($progress.get()).toEqual({ isShown: false, percent: 0 });
});

test('the bar appears after 200 ms and grows over 5 seconds, but is never full before the answer', {
  tags: ['spec-4.7', 'spec-9.5'],
}, () => {
  const end = beginRequest();
  vi.advanceTimersByTime(200);
  expect($progress.get()).toEqual({ isShown: true, percent: 2 });
  vi.advanceTimersByTime(2_400);
  expect($progress.get().percent).toBe(50);
  vi.advanceTimersByTime(60_000);
  expect($progress.get()).toEqual({ isShown: true, percent: 98 });
  end();
});

test('the answer fills it, and half a second later it is gone', { tags: 'spec-9.5' }, () => {
  const end = beginRequest();
  vi.advanceTimersByTime(1_000);
  end();
  expect($progress.get()).toEqual({ isShown: true, percent: 100 });
  vi.advanceTimersByTime(499);
  expect($progress.get().isShown).toBe(true);
  vi.advanceTimersByTime(1);
  expect($progress.get()).toEqual({ isShown: false, percent: 0 });
});

test('it waits for the last of several requests, and an end told twice counts once', () => {
  const first = beginRequest();
  const second = beginRequest();
  vi.advanceTimersByTime(300);
  first();
  first();
  expect($progress.get().percent).toBeLessThan(100);
  second();
  expect($progress.get().percent).toBe(100);
});

test('a request that begins while the full bar is still there is not hidden by it', () => {
  const first = beginRequest();
  vi.advanceTimersByTime(200);
  first();
  vi.advanceTimersByTime(200);
  const second = beginRequest();
  vi.advanceTimersByTime(200);
  expect($progress.get()).toEqual({ isShown: true, percent: 2 });
  vi.advanceTimersByTime(1_000);
  expect($progress.get().isShown).toBe(true);
  second();
});

test('the frame of the page is told of every change', () => {
  const seen = vi.fn();
  document.addEventListener('manay:progress', (event) => seen(event.detail));
  const end = beginRequest();
  vi.advanceTimersByTime(250);
  end();
  vi.advanceTimersByTime(500);
  expect(seen.mock.calls.flat()).toEqual([
    { isShown: true, percent: 2 },
    { isShown: true, percent: 100 },
    { isShown: false, percent: 0 },
  ]);
});
