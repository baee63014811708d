import { storageFailure } from '#server/kit/errors.ts';
import type { MovedPage } from '#server/kit/moved-pages.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import { IDLE, QUIET_MS, type QueueEvent, type QueueState, stepQueue } from './queue.ts';
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
  | {
      readonly kind: 'paused';
      readonly release: ReleaseInfo;
      /** Names the file of the pause when it cannot be read. */
      readonly problem?: string;
    }
  /** Visitors keep the last good release; the reason is for the editor. */
  | {
      readonly kind: 'failed';
      readonly step: PublishStep;
      /** For operators, in English. */
      readonly reason: string;
      /** The mistakes in the content or on the pages, where they are the reason. */
      readonly faults?: readonly StoryFault[];
      /** Set when the content of these stories was all that kept the publish from going live. */
      readonly heldBack?: readonly HeldBack[];
    };

export interface HeldBack {
  readonly fullSlug: string;
  /** Its mistakes, with block and field, or the page. */
  readonly faults: readonly StoryFault[];
}

export type PublishStep = 'sync' | 'check' | 'build' | 'gate' | 'release';

export type PublishProgress = { readonly step: PublishStep; readonly seconds: number; readonly detail: string };

export interface PublishRun {
  /** Fetches and builds everything, also without changes. */
  readonly force: boolean;
  /** A webhook has said that something has changed: it is looked for in the content, whatever the version says. */
  readonly isAnnounced?: boolean;
  /** An operator has confirmed that many pages may disappear. */
  readonly allowFewerPages: boolean;
  readonly signal: AbortSignal;
  /** Called with the published content version as soon as it is known. */
  readonly onVersion: (version: number) => void;
  readonly onProgress: (progress: PublishProgress) => void;
  /** Called with the result once visitors see the release. The run goes on, with its lock, to look at what it wrote. */
  readonly onPublished: (result: PublishResult) => void;
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

/** The last look begins after its quiet seconds. */
const LAST_LOOK_MS = 2 * QUIET_MS;

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
  let announcedAtMs = Number.NEGATIVE_INFINITY;
  const isAnnounced = (afterMs = 0): boolean => nowMs() < announcedAtMs + LATEST_VERSION_MS + afterMs;

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
    const beganAtMs = nowMs();
    const tellOnce = onceOf((result) => {
      last = result;
      if (!isBrokenOff(result, stopping.signal)) tell(() => options.onResult(result));
      for (const waiter of served) waiter.resolve(result);
    });
    const result = await options
      .run({
        ...optionsOf(served),
        isAnnounced: isAnnounced(LAST_LOOK_MS),
        signal: stopping.signal,
        onVersion: (version) => options.onVersion?.(version),
        onPublished: tellOnce,
      })
      .catch(failedBy);
    tellOnce(result);
    running = undefined;
    send({ kind: 'finished', atMs: nowMs() });
    // What was announced during the run may not be in it.
    if (!mayComeLate(result) && announcedAtMs <= beganAtMs) announcedAtMs = Number.NEGATIVE_INFINITY;
    lookAgain(result);
  }

  function lookAgain({ kind }: PublishResult): void {
    if (waiting.length > 0) send({ kind: 'now', atMs: nowMs() });
    else if (kind === 'elsewhere' || isAnnounced()) send({ kind: 'dirty', atMs: nowMs() });
  }

  return {
    hint: (reason) => {
      if (reason === 'webhook') announcedAtMs = nowMs();
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

function optionsOf(served: readonly Waiter[]): Pick<PublishRun, 'force' | 'allowFewerPages' | 'onProgress'> {
  return {
    onProgress: (progress) => {
      for (const { options } of served) options.onProgress?.(progress);
    },
    force: served.some(({ options }) => options.force),
    allowFewerPages: served.some(({ options }) => options.allowFewerPages),
  };
}

function failedBy(error: unknown): PublishResult {
  return { kind: 'failed', step: 'build', reason: storageFailure(error) ?? String(error) };
}

/**
 * Tells whether what was announced may still come. The other publisher may be building an older version than this one
 * was told of, and a list that a cache has cut is an error of the sync.
 */
function mayComeLate(result: PublishResult): boolean {
  return ['unchanged', 'elsewhere'].includes(result.kind) || (result.kind === 'failed' && result.step === 'sync');
}

/** A run that ended with the process has not failed: the next start goes on with it. */
function isBrokenOff({ kind }: PublishResult, stopped: AbortSignal): boolean {
  return stopped.aborted && kind === 'failed';
}

/** A run tells of a release when it is live and returns the same result when it has ended. */
function onceOf(say: (result: PublishResult) => void): (result: PublishResult) => void {
  let said: PublishResult | undefined;
  return (result) => {
    if (result !== said) say(result);
    said = result;
  };
}

/** Whoever is told may be behind a pipe that is closed: publishing goes on. */
function tell(say: () => void): void {
  try {
    say();
  } catch {
    // There is nobody else to tell.
  }
}
