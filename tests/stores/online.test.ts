import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $hasNetwork, $isOnline, noteConnection } from '#stores/online.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

beforeEach(() => {
  vi.useFakeTimers();
  noteConnection(true);
});
afterEach(() => {
  vi.useRealTimers();
});

test('a call without an answer says so for a while, then waiting calls are tried again, less and less often', () => {
  const stop = $isOnline.listen(() => undefined);
  noteConnection(false);
  expect([$isOnline.get(), $hasNetwork.get()]).toEqual([false, true]);
  vi.advanceTimersByTime(5_000);
  expect($isOnline.get()).toBe(true);
  noteConnection(false);
  vi.advanceTimersByTime(9_000);
  expect($isOnline.get()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect($isOnline.get()).toBe(true);
  stop();
});

test('an answer ends the doubt at once, and the next failure is the first again', () => {
  const stop = $isOnline.listen(() => undefined);
  noteConnection(false);
  noteConnection(false);
  noteConnection(true);
  expect($isOnline.get()).toBe(true);
  noteConnection(false);
  vi.advanceTimersByTime(5_000);
  expect($isOnline.get()).toBe(true);
  stop();
});

test('a page that Back brings as it was sees that the network has gone meanwhile', async () => {
  openWindow();
  vi.resetModules();
  const page = await import('#stores/online.ts');
  const stop = page.$hasNetwork.listen(() => undefined);
  expect(page.$hasNetwork.get()).toBe(true);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  dispatchEvent(new Event('pageshow'));
  expect(page.$hasNetwork.get()).toBe(false);
  stop();
});
