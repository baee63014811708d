import { expect, test } from 'vitest';
import { createConcurrencyLimit } from '#server/kit/concurrency-limit.ts';

/** Work that ends when it is told to. */
function controlled() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('only so many requests of one key run at once, in the order they came; another key does not wait for them', {
  tags: 'asvs-15.1.3',
}, async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, timeoutMs: 10_000 });
  const { ends, work } = controlled();
  const order: number[] = [];
  const all = [1, 2, 3, 4].map((number) => limit.run('ana', work).then(() => order.push(number)));
  expect(await limit.run('leo', async () => 'done')).toBe('done');
  expect(ends).toHaveLength(2);
  for (const next of [0, 1, 2, 3]) {
    ends[next]?.();
    await settled();
  }
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a failure gives its turn on', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, timeoutMs: 10_000 });
  const failing = limit.run('ana', () => Promise.reject(new Error('no')));
  const next = limit.run('ana', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('a request that waited too long is not worked on, and keeps no other from its turn', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, timeoutMs: 20 });
  const { ends, work } = controlled();
  const first = limit.run('ana', work);
  expect(await limit.run('ana', work)).toBeUndefined();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe('done');
  expect(await limit.run('ana', async () => 'again')).toBe('again');
});
