import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPublisher, type PublishResult, type PublishRun } from '#server/publishing/publisher/publisher.ts';

const FAILED: PublishResult = { kind: 'failed', step: 'gate', reason: 'page /index.html is missing' };

const ignore = (): undefined => undefined;

describe('the publisher', () => {
  test('runs one build at a time and gives latecomers a build of their own', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const publisher = createPublisher({
      run: async () => {
        runs++;
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
        return FAILED;
      },
      onResult: ignore,
    });
    await Promise.all([publisher.publish(), publisher.publish(), publisher.publish()]);
    await publisher.stop();
    expect(most).toBe(1);
    // The first runs alone; the two that came meanwhile share the next.
    expect(runs).toBe(2);
  });

  test('tells the one who waits each step and the result', async () => {
    const publisher = createPublisher({
      run: async (run: PublishRun) => {
        run.onProgress({ step: 'sync', seconds: 0.1, detail: '1 changed' });
        return FAILED;
      },
      onResult: ignore,
    });
    const steps: string[] = [];
    const result = await publisher.publish({ onProgress: ({ step }) => steps.push(step) });
    await publisher.stop();
    expect(steps).toEqual(['sync']);
    expect(result).toEqual(FAILED);
    expect(publisher.last()).toEqual(FAILED);
  });

  test('reports a release once, when it is live, and keeps the next build waiting until the run has ended', async () => {
    const results: PublishResult[] = [];
    const { promise: looked, resolve: endLook } = Promise.withResolvers<void>();
    const published = { kind: 'published' } as PublishResult;
    let runs = 0;
    const publisher = createPublisher({
      run: async ({ onPublished }) => {
        runs += 1;
        onPublished(published);
        await looked;
        return published;
      },
      onResult: (result) => results.push(result),
    });
    expect(await publisher.publish()).toBe(published);
    expect([publisher.last(), results]).toEqual([published, [published]]);
    const next = publisher.publish();
    expect(runs).toBe(1);
    endLook();
    await next;
    await publisher.stop();
    expect([runs, results]).toEqual([2, [published, published]]);
  });

  test('says also that a run failed after its release was live', async () => {
    const results: PublishResult[] = [];
    const publisher = createPublisher({
      run: ({ onPublished }) => {
        onPublished({ kind: 'published' } as PublishResult);
        return Promise.reject(new Error('the lock cannot be given back'));
      },
      onResult: (result) => results.push(result),
    });
    await publisher.publish();
    await vi.waitFor(() => expect(results).toHaveLength(2));
    await publisher.stop();
    expect(results.map(({ kind }) => kind)).toEqual(['published', 'failed']);
  });

  test('does not call a failure what the end of the process breaks off', async () => {
    const results: PublishResult[] = [];
    const publisher = createPublisher({
      run: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
      onResult: (result) => results.push(result),
    });
    const answered = publisher.publish();
    await publisher.stop();
    expect(await answered).toMatchObject({ kind: 'failed' });
    expect(results).toEqual([]);
  });

  test('survives a run that throws, and says so', async () => {
    const results: PublishResult[] = [];
    const publisher = createPublisher({
      run: () => Promise.reject(new Error('disk is full')),
      onResult: (result) => results.push(result),
    });
    expect(await publisher.publish()).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('disk is full'),
    });
    expect(await publisher.publish()).toMatchObject({ kind: 'failed' });
    await publisher.stop();
    expect(results).toHaveLength(2);
  });
});

test('goes on after a result that could not be told, because whoever is told may be gone', async () => {
  let told = 0;
  const publisher = createPublisher({
    run: () => Promise.resolve(FAILED),
    onResult: () => {
      told += 1;
      throw new Error('write EPIPE');
    },
  });
  expect(await publisher.publish()).toEqual(FAILED);
  expect(await publisher.publish()).toEqual(FAILED);
  await publisher.stop();
  expect(told).toBe(2);
});

describe('a webhook that comes before the content service knows of its version', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const UNCHANGED = { kind: 'unchanged' } as PublishResult;
  const PUBLISHED = { kind: 'published' } as PublishResult;

  function counting(results: readonly PublishResult[]) {
    let runs = 0;
    const publisher = createPublisher({
      run: () => Promise.resolve(results[Math.min(runs++, results.length - 1)] as PublishResult),
      onResult: ignore,
      nowMs: () => performance.now(),
    });
    return { publisher, runs: () => runs };
  }

  test('is looked after for half a minute, and then left to the poll', async () => {
    const { publisher, runs } = counting([UNCHANGED]);
    publisher.hint('webhook');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs()).toBe(10);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(runs()).toBe(10);
    await publisher.stop();
  });

  test('is done with as soon as its version is live', async () => {
    const { publisher, runs } = counting([UNCHANGED, PUBLISHED, UNCHANGED]);
    publisher.hint('webhook');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs()).toBe(2);
    await publisher.stop();
  });

  test('that comes while another edit is built is looked after all the same', async () => {
    let runs = 0;
    const announced: (boolean | undefined)[] = [];
    const publisher = createPublisher({
      run: async ({ isAnnounced }) => {
        announced.push(isAnnounced);
        runs += 1;
        // The next webhook comes during the first run, whose content is live.
        if (runs > 1) return UNCHANGED;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        publisher.hint('webhook');
        await new Promise((resolve) => setTimeout(resolve, 4_000));
        return PUBLISHED;
      },
      onResult: ignore,
      nowMs: () => performance.now(),
    });
    publisher.hint('webhook');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBeGreaterThan(5);
    expect(announced).not.toContain(false);
    await vi.advanceTimersByTimeAsync(60_000);
    publisher.hint('poll');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(announced.at(-1)).toBe(false);
    await publisher.stop();
  });

  test('is looked after also when a list of the service came short', async () => {
    const { publisher, runs } = counting([{ kind: 'failed', step: 'sync', reason: 'stories: sent 0 of 4' }]);
    publisher.hint('webhook');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs()).toBe(10);
    await publisher.stop();
  });

  test('a poll looks once', async () => {
    const { publisher, runs } = counting([UNCHANGED]);
    publisher.hint('poll');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs()).toBe(1);
    await publisher.stop();
  });

  test('a flood of two thousand hooks in a minute costs a run every twenty seconds', async () => {
    const { publisher, runs } = counting([PUBLISHED]);
    for (let hook = 0; hook < 2_000; hook += 1) {
      publisher.hint('webhook');
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs()).toBeLessThanOrEqual(4);
    await publisher.stop();
  });

  test.each([-86_400_000, 86_400_000])('a clock that is set by %i ms neither stops nor hurries it', async (jumpMs) => {
    const { publisher, runs } = counting([PUBLISHED]);
    publisher.hint('webhook');
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(Date.now() + jumpMs);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(runs()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(runs()).toBe(1);
    await publisher.stop();
  });
});
