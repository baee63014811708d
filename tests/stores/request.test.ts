// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { replaceEnvironment } from '#stores/environment.ts';
import { $progress } from '#stores/progress.ts';
import { foregroundFetch } from '#stores/request.ts';

let restore = (): void => undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await vi.runAllTimersAsync();
  restore();
  vi.useRealTimers();
});

/** A server that answers after a while, or breaks off. */
function server(afterMs: number, answer: () => Response = () => new Response('{}')): void {
  restore = replaceEnvironment({
    fetch: async () => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      return answer();
    },
  });
}

/** Measures how long a call took, on the fake clock. */
async function lasts(call: Promise<unknown>): Promise<number> {
  const from = Date.now();
  const until = call.then(
    () => Date.now(),
    () => Date.now(),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return (await until) - from;
}

test('an answer takes at least 200 ms, so that nothing flashes by', { tags: 'spec-9.6' }, async () => {
  server(20);
  expect(await lasts(foregroundFetch('/x'))).toBe(200);
});

test('a slower answer is not made slower', async () => {
  server(1_300);
  expect(await lasts(foregroundFetch('/x'))).toBe(1_300);
});

test('a failure takes as long as an answer', async () => {
  server(20, () => {
    throw new TypeError('no network');
  });
  const call = foregroundFetch('/x');
  const failure = expect(call).rejects.toThrow('no network');
  expect(await lasts(call)).toBe(200);
  await failure;
});

test('a request that is given up is aborted at once', async () => {
  server(20);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const call = foregroundFetch('/x', { signal: controller.signal });
  const failure = expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(await lasts(call)).toBe(50);
  await failure;
});

test('the progress bar shows while an answer is on its way and fills when it is there', async () => {
  server(1_000);
  const call = foregroundFetch('/x');
  await vi.advanceTimersByTimeAsync(500);
  expect($progress.get()).toMatchObject({ isShown: true });
  await vi.advanceTimersByTimeAsync(500);
  await call;
  expect($progress.get()).toEqual({ isShown: true, percent: 100 });
});

test('an answer within 200 ms shows no bar, although its call takes as long', { tags: 'spec-9.5' }, async () => {
  server(20);
  const shown = vi.fn();
  onTestFinished($progress.listen(shown));
  await lasts(foregroundFetch('/x'));
  expect(shown).not.toHaveBeenCalled();
});
