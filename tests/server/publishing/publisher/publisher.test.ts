import { describe, expect, test } from 'vitest';
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
