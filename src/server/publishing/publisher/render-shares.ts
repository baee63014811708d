import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RendererPlace } from './page-renderer.ts';
import type { BatchRenderer, PageOrder, RenderedBatch } from './render-batch.ts';

/** Fewer are rendered before another thread has loaded the bundle. */
const WORTH_SHARING = 200;
/** Each has a bundle of its own in memory. */
const MOST_THREADS = 4;
/** Small enough that all end at about the same time. */
const BATCH_PAGES = 16;

/**
 * Renders many pages with every processor there is, few by itself.
 * @param own this thread's own renderer, which also does what a thread that died has left
 */
export async function renderShared(orders: readonly PageOrder[], { place, own, take }: Sharing): Promise<void> {
  const queue = [...orders];
  const ending = new AbortController();
  const work = async (render: BatchRenderer): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_PAGES);
      try {
        take(await render(batch));
      } catch (error) {
        queue.push(...batch);
        throw error;
      }
    }
  };
  const threads = orders.length < WORTH_SHARING ? 0 : Math.min(availableParallelism(), MOST_THREADS) - 1;
  const shares = Array.from({ length: threads }, () => startShare(place, ending.signal).then(work));
  // A thread that dies is no reason to fail: what it had is done here, and what is wrong with it shows here too.
  const others = Promise.allSettled(shares);
  try {
    await work(own);
    await others;
    await work(own);
  } finally {
    ending.abort();
  }
}

interface Sharing {
  readonly place: RendererPlace;
  readonly own: BatchRenderer;
  /** Is told of every batch as it comes. */
  readonly take: (batch: RenderedBatch) => void;
}

async function startShare(place: RendererPlace, signal: AbortSignal): Promise<BatchRenderer> {
  const thread = new Worker(join(import.meta.dirname, 'render-share.ts'), { workerData: place });
  signal.addEventListener('abort', () => void thread.terminate(), { once: true });
  const died = once(thread, 'exit').then(() => {
    throw new Error('the thread has ended');
  });
  died.catch(() => undefined);
  const answer = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(thread, 'message'), died]);
    return message;
  };
  await answer();
  return async (batch) => {
    thread.postMessage(batch);
    return (await answer()) as RenderedBatch;
  };
}
