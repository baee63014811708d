import { storageFailure } from '#server/kit/errors.ts';
import type { MovedPage } from '#server/kit/moved-pages.ts';
import { IDLE, type QueueEvent, type QueueState, stepQueue } from './queue.ts';
import type { ReleaseInfo } from './release.ts';

/** One run of sync → check → build → gate → release. */
export type PublishResult =
  | {
      readonly kind: 'published';
      readonly release: ReleaseInfo;
      /** Full slugs of stories that were added, changed or removed. */
      readonly changed: readonly string[];
      /** Stories that were held back: visitors keep their earlier versions. */
      readonly heldBack: readonly HeldBack[];
      /** Pages that were renamed or moved, and are found at their former address, too. */
      readonly movedPages: readonly MovedPage[];
      readonly seconds: number;
      readonly steps: readonly PublishProgress[];
    }
  | { readonly kind: 'unchanged'; readonly release: ReleaseInfo }
  /** Another publisher of the same site is building. */
  | { readonly kind: 'elsewhere'; readonly release: ReleaseInfo | undefined }
  /** An operator has rolled back; nothing goes live before `release resume`. */
  | { readonly kind: 'paused'; readonly release: ReleaseInfo }
  /** Visitors keep the last good release; the reason is for the editor. */
  | {
      readonly kind: 'failed';
      readonly step: PublishStep;
      readonly reason: string;
      /** When the content of these stories was all that kept the publish from going live. */
      readonly heldBack?: readonly HeldBack[];
    };

export interface HeldBack {
  readonly fullSlug: string;
  /** What is wrong with it, naming block and field or the page. */
  readonly sentences: readonly string[];
}

export type PublishStep = 'sync' | 'check' | 'build' | 'gate' | 'release';

export type PublishProgress = { readonly step: PublishStep; readonly seconds: number; readonly detail: string };

export interface PublishRun {
  /** Builds everything, also without changes. */
  readonly force: boolean;
  /** An operator has confirmed that many pages may disappear. */
  readonly allowFewerPages: boolean;
  readonly signal: AbortSignal;
  /** Called with the published content version as soon as it is known. */
  readonly onVersion: (version: number) => void;
  readonly onProgress: (progress: PublishProgress) => void;
}

export interface Publisher {
  /**
   * Something may have changed: builds after the debounce if the content version differs. After a webhook something
   * has changed even if the content service's caches are behind: then it retries for 30 seconds.
   */
  hint(reason: 'webhook' | 'poll'): void;
  /** Builds now, or right after the running build, and returns the result. */
  publish(options?: PublishOptions): Promise<PublishResult>;
  /** The last result; undefined before the first run. */
  last(): PublishResult | undefined;
  stop(): Promise<void>;
}

interface PublishOptions {
  readonly force?: boolean;
  readonly allowFewerPages?: boolean;
  readonly onProgress?: PublishRun['onProgress'];
}

interface Waiter {
  readonly options: PublishOptions;
  readonly resolve: (result: PublishResult) => void;
}

/** The content service's version may lag this far behind its webhook (platform 1.4). */
const LATEST_VERSION_MS = 30_000;

/** Drives the queue in real time and runs one build at a time. */
export function createPublisher(options: {
  readonly run: (run: PublishRun) => Promise<PublishResult>;
  readonly onResult: (result: PublishResult) => void;
  readonly onVersion?: (version: number) => void;
  /** A monotonic clock, not the wall clock, which may be set. */
  readonly nowMs?: () => number;
}): Publisher {
  const nowMs = options.nowMs ?? (() => performance.now());
  const stopping = new AbortController();
  let state: QueueState = IDLE;
  let timer: NodeJS.Timeout | undefined;
  let waiting: Waiter[] = [];
  let running: Promise<void> | undefined;
  let last: PublishResult | undefined;
  let expectedUntilMs = Number.NEGATIVE_INFINITY;

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
    // Calls during a run wait for the next one: this run may have read the content already.
    const served = waiting;
    waiting = [];
    const result = await options
      .run({
        force: served.some((waiter) => waiter.options.force),
        allowFewerPages: served.some((waiter) => waiter.options.allowFewerPages),
        signal: stopping.signal,
        onVersion: (version) => options.onVersion?.(version),
        onProgress: (progress) => {
          for (const waiter of served) waiter.options.onProgress?.(progress);
        },
      })
      .catch((error: unknown): PublishResult => {
        return { kind: 'failed', step: 'build', reason: storageFailure(error) ?? String(error) };
      });
    last = result;
    // What the end of the process broke off is no failure: the next start goes on with it.
    if (!stopping.signal.aborted || result.kind !== 'failed') options.onResult(result);
    for (const waiter of served) waiter.resolve(result);
    running = undefined;
    send({ kind: 'finished', atMs: nowMs() });
    if (waiting.length > 0) send({ kind: 'now', atMs: nowMs() });
    else if (isLookedForAgain(result)) send({ kind: 'dirty', atMs: nowMs() });
  }

  function isLookedForAgain(result: PublishResult): boolean {
    // The other publisher may be building an older version than this one was told of.
    if (result.kind === 'elsewhere') return true;
    if (result.kind !== 'unchanged') expectedUntilMs = Number.NEGATIVE_INFINITY;
    return nowMs() < expectedUntilMs;
  }

  return {
    hint: (reason) => {
      if (reason === 'webhook') expectedUntilMs = nowMs() + LATEST_VERSION_MS;
      send({ kind: 'dirty', atMs: nowMs() });
    },
    publish: (wanted = {}) =>
      new Promise((resolve) => {
        waiting.push({ options: wanted, resolve });
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
