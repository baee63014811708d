import { expect, test, vi } from 'vitest';
import { afterPaint } from '#calculator/after-paint.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

function recorder(meanwhile: () => void = () => undefined) {
  openWindow();
  const done: string[] = [];
  const planned = afterPaint(
    () => {
      done.push('first');
      meanwhile();
      // What a browser does between two tasks, it does here.
      queueMicrotask(() => done.push('a tap'));
    },
    () => done.push('second'),
  );
  return { done, planned };
}

test('what follows an answer is done once, however often it was planned, and not with the answer', async () => {
  const { done, planned } = recorder();
  planned.plan();
  planned.plan();
  planned.plan();
  expect(done).toEqual([]);
  await vi.waitFor(() => expect(done).toContain('second'), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(done).toEqual(['first', 'a tap', 'second']);
});

test('what is planned again while it is done is done once more', async () => {
  let again: (() => void) | undefined = () => planned.plan();
  const { done, planned } = recorder(() => {
    again?.();
    again = undefined;
  });
  planned.plan();
  await vi.waitFor(() => expect(done).toHaveLength(6), { timeout: 60_000 });
  expect(done.filter((what) => what !== 'a tap')).toEqual(['first', 'second', 'first', 'second']);
});

test('it is done at once when the page is left, and not a second time', async () => {
  const { done, planned } = recorder();
  planned.plan();
  planned.settle();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(done).toEqual(['first', 'second', 'a tap']);
});
