// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $idle, type Assurance, IDLE_MS, isIdleOver, startIdleWatch } from '#stores/idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watch whose server gives these answers in turn; how often it was asked. */
async function watch(
  answers: readonly (Assurance | Promise<Assurance>)[],
): Promise<{ readonly asked: () => number; readonly stop: () => void }> {
  let asked = 0;
  const stop = startIdleWatch(async () => answers[asked++] ?? 'full');
  await vi.advanceTimersByTimeAsync(0);
  return { asked: () => asked, stop };
}

async function act(): Promise<void> {
  document.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(0);
}

test('a lost first request leaves no screen open: its time runs, and the next act tells the server', async () => {
  const { asked, stop } = await watch(['unknown']);
  expect($idle.get().kind).toBe('active');
  await act();
  expect(asked()).toBe(2);
  await act();
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect($idle.get().kind).toBe('over');
  stop();
});

test('a lost request in between does not end the watch', async () => {
  const { asked, stop } = await watch(['full', 'unknown', 'full']);
  await vi.advanceTimersByTimeAsync(60_000);
  await act();
  expect([asked(), $idle.get().kind]).toEqual([2, 'active']);
  await act();
  expect(asked()).toBe(3);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect($idle.get().kind).toBe('over');
  stop();
});

test('a session of less assurance has no watch, also where that is known only later', async () => {
  const { asked, stop } = await watch(['unknown', 'less']);
  await act();
  expect([asked(), $idle.get().kind]).toEqual([2, 'off']);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect($idle.get().kind).toBe('off');
  stop();
});

test.each(['full', 'less', 'unknown'] as const)(
  'an answer (%s) that a device reads after it slept opens no screen: it takes a proof',
  async (assurance) => {
    for (const noticedFirst of [true, false]) {
      const { promise, resolve } = Promise.withResolvers<Assurance>();
      const { stop } = await watch(['full', promise]);
      await vi.advanceTimersByTimeAsync(60_000);
      await act();
      vi.setSystemTime(Date.now() + IDLE_MS);
      if (noticedFirst) document.dispatchEvent(new Event('visibilitychange'));
      resolve(assurance);
      await vi.advanceTimersByTimeAsync(0);
      expect($idle.get().kind).toBe('over');
      stop();
    }
  },
);

test('the time that passed while a device slept counts before anything has noticed it', async () => {
  const { stop } = await watch(['full']);
  vi.setSystemTime(Date.now() + IDLE_MS - 1);
  expect(isIdleOver()).toBe(false);
  vi.setSystemTime(Date.now() + 1);
  expect(isIdleOver()).toBe(true);
  stop();
  expect(isIdleOver()).toBe(false);
});
