import { IDLE, type QueueEvent, type QueueState, stepQueue } from './queue.ts';
import type { ReleaseInfo } from './release.ts';

/** One run of sync → build → gate → release. */
export type PublishResult =
  | {
      readonly kind: 'published';
      readonly release: ReleaseInfo;
      readonly changed: readonly string[];
      readonly seconds: number;
    }
  | { readonly kind: 'unchanged'; readonly release: ReleaseInfo }
  /** Visitors keep the last good release; the reason is for the editor. */
  | { readonly kind: 'failed'; readonly step: PublishStep; readonly reason: string };

export type PublishStep = 'sync' | 'check' | 'build' | 'gate' | 'release';

export type PublishProgress = { readonly step: PublishStep; readonly seconds: number; readonly detail: string };

export interface PublishRun {
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PublishProgress) => void;
}

export interface Publisher {
  /** Something may have changed: builds after a quiet time, if the content version differs. */
  hint(reason: string): void;
  /** Builds now (or right after the running build) and tells how it went. */
  publish(options?: {
    readonly force?: boolean;
    readonly onProgress?: PublishRun['onProgress'];
  }): Promise<PublishResult>;
  /** How the last run went; undefined before the first. */
  last(): PublishResult | undefined;
  stop(): Promise<void>;
}

interface Waiter {
  readonly resolve: (result: PublishResult) => void;
  readonly onProgress: PublishRun['onProgress'] | undefined;
  readonly force: boolean;
}

/** Drives the queue with real time and runs one build at a time. */
export function createPublisher(options: {
  readonly run: (run: PublishRun) => Promise<PublishResult>;
  readonly onResult: (result: PublishResult) => void;
  readonly nowMs?: () => number;
}): Publisher {
  const nowMs = options.nowMs ?? Date.now;
  const stopping = new AbortController();
  let state: QueueState = IDLE;
  let timer: NodeJS.Timeout | undefined;
  let waiting: Waiter[] = [];
  let running: Promise<void> | undefined;
  let last: PublishResult | undefined;

  function send(event: QueueEvent): void {
    if (stopping.signal.aborted) return;
    const step = stepQueue(state, event);
    state = step.state;
    clearTimeout(timer);
    if (step.wakeAtMs !== undefined) {
      timer = setTimeout(() => send({ kind: 'tick', atMs: nowMs() }), Math.max(0, step.wakeAtMs - nowMs()));
    }
    if (step.start) running = build();
  }

  async function build(): Promise<void> {
    // Those who come while it runs wait for the next run: this one may have read the content already.
    const served = waiting;
    waiting = [];
    const result = await options
      .run({
        force: served.some((waiter) => waiter.force),
        signal: stopping.signal,
        onProgress: (progress) => {
          for (const waiter of served) waiter.onProgress?.(progress);
        },
      })
      .catch((error: unknown): PublishResult => ({ kind: 'failed', step: 'build', reason: String(error) }));
    last = result;
    options.onResult(result);
    for (const waiter of served) waiter.resolve(result);
    running = undefined;
    send({ kind: 'finished', atMs: nowMs() });
    if (waiting.length > 0) send({ kind: 'now', atMs: nowMs() });
  }

  return {
    hint: () => send({ kind: 'dirty', atMs: nowMs() }),
    publish: ({ force = false, onProgress } = {}) =>
      new Promise((resolve) => {
        waiting.push({ resolve, onProgress, force });
        send({ kind: 'now', atMs: nowMs() });
      }),
    last: () => last,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
