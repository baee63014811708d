/**
 * The decision when to build, as a pure state machine. Editors publish in bursts, so a build waits for 3 s without
 * changes (20 s at most), one build runs at a time, and all changes meanwhile make one more build: ten saves make two
 * builds.
 */
export const QUIET_MS = 3_000;
export const LONGEST_WAIT_MS = 20_000;

interface Waiting {
  readonly firstMs: number;
  readonly lastMs: number;
}

export type QueueState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'waiting' } & Waiting)
  | { readonly phase: 'building'; readonly again: Waiting | undefined };

export type QueueEvent =
  /** Something may have changed. */
  | { readonly kind: 'dirty'; readonly atMs: number }
  /** A caller waits for the result: no debounce. */
  | { readonly kind: 'now'; readonly atMs: number }
  | { readonly kind: 'tick'; readonly atMs: number }
  | { readonly kind: 'finished'; readonly atMs: number };

export interface QueueStep {
  readonly state: QueueState;
  /** Start a build now. */
  readonly start: boolean;
  /** Instant of the next tick. */
  readonly wakeAtMs?: number;
}

export const IDLE: QueueState = { phase: 'idle' };

/** The next state, whether to start a build, and when to send the next tick. */
export function stepQueue(state: QueueState, event: QueueEvent): QueueStep {
  if (state.phase === 'building') return stepWhileBuilding(state, event);
  switch (event.kind) {
    case 'now':
      return { state: { phase: 'building', again: undefined }, start: true };
    case 'dirty':
      return wait(extend(state.phase === 'waiting' ? state : undefined, event.atMs));
    case 'tick':
      if (state.phase === 'idle') return { state, start: false };
      if (event.atMs < dueAt(state)) return wait(state);
      return { state: { phase: 'building', again: undefined }, start: true };
    case 'finished':
      return { state, start: false };
  }
}

function stepWhileBuilding(state: QueueState & { phase: 'building' }, event: QueueEvent): QueueStep {
  if (event.kind === 'dirty' || event.kind === 'now') {
    return { state: { phase: 'building', again: extend(state.again, event.atMs) }, start: false };
  }
  if (event.kind === 'tick') return { state, start: false };
  return state.again ? wait(state.again) : { state: IDLE, start: false };
}

function extend(waiting: Waiting | undefined, atMs: number): Waiting {
  return { firstMs: waiting?.firstMs ?? atMs, lastMs: atMs };
}

function wait({ firstMs, lastMs }: Waiting): QueueStep {
  return { state: { phase: 'waiting', firstMs, lastMs }, start: false, wakeAtMs: dueAt({ firstMs, lastMs }) };
}

function dueAt({ firstMs, lastMs }: Waiting): number {
  return Math.min(lastMs + QUIET_MS, firstMs + LONGEST_WAIT_MS);
}
