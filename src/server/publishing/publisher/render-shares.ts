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

/** Threads that load the bundle and then render; `end` them when there is nothing left. */
export interface Shares {
  readonly renderers: readonly Promise<BatchRenderer>[];
  end(): void;
}

/** One thread for each further processor. */
export function startShares(place: RendererPlace): Shares {
  const ending = new AbortController();
  const count = Math.min(availableParallelism(), MOST_THREADS) - 1;
  const renderers = Array.from({ length: count }, () => startShare(place, ending.signal));
  // Whoever waits for one is told; nobody may.
  for (const renderer of renderers) renderer.catch(() => undefined);
  return { renderers, end: () => ending.abort() };
}

/** Renders many pages with every processor there is, few by itself. */
export async function renderShared(
  orders: readonly PageOrder[],
  { place, own, take, started }: Sharing,
): Promise<void> {
  const queue = [...orders];
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
  const shares = started ?? (orders.length < WORTH_SHARING ? undefined : startShares(place));
  const atWork: Promise<void>[] = [];
  const lendAHand = (render: BatchRenderer): void => {
    // A thread that dies is no reason to fail: what it had is done here, and what is wrong with it shows here too.
    if (queue.length > 0) atWork.push(work(render).catch(() => undefined));
  };
  for (const share of shares?.renderers ?? []) void share.then(lendAHand, () => undefined);
  try {
    // Nobody waits for a thread that has nothing to do any more.
    do {
      await work(own);
      await Promise.all(atWork.splice(0));
    } while (queue.length > 0 || atWork.length > 0);
  } finally {
    shares?.end();
  }
}

interface Sharing {
  readonly place: RendererPlace;
  /** This thread's own renderer, which also does what a thread that died has left. */
  readonly own: BatchRenderer;
  /** Is told of every batch as it comes. */
  readonly take: (batch: RenderedBatch) => void;
  /** Threads that were started before it was known what there is to render. */
  readonly started?: Shares | undefined;
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
