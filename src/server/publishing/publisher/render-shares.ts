import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RendererPlace } from './page-renderer.ts';
import type { BatchRenderer, PageOrder, RenderedBatch } from './render-batch.ts';

/** For fewer pages another thread would not have loaded the bundle in time. */
const WORTH_SHARING = 200;
/** Each thread has its own bundle in memory. */
const MOST_THREADS = 4;
/** Small, so that all threads finish at about the same time. */
const BATCH_PAGES = 16;

/** Worker threads that render; call `end` when there is nothing left. */
export interface Shares {
  readonly renderers: readonly Promise<BatchRenderer>[];
  end(): void;
}

/** One thread per additional processor. */
export function startShares(place: RendererPlace): Shares {
  const ending = new AbortController();
  const count = Math.min(availableParallelism(), MOST_THREADS) - 1;
  const renderers = Array.from({ length: count }, () => startShare(place, ending.signal));
  // Handles rejections that nobody awaits.
  for (const renderer of renderers) renderer.catch(() => undefined);
  return { renderers, end: () => ending.abort() };
}

/** Renders many pages with every processor, few in this thread. */
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
    // If a thread dies its pages are rendered here, where the reason shows too.
    if (queue.length > 0) atWork.push(work(render).catch(() => undefined));
  };
  for (const share of shares?.renderers ?? []) void share.then(lendAHand, () => undefined);
  try {
    // Ends threads without waiting for them.
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
  /** This thread's renderer, which also renders what a dead thread has left. */
  readonly own: BatchRenderer;
  /** Called with every batch. */
  readonly take: (batch: RenderedBatch) => void;
  /** Threads that were started before the pages to render were known. */
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
