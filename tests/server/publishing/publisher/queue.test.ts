import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  IDLE,
  LONGEST_WAIT_MS,
  QUIET_MS,
  type QueueEvent,
  type QueueState,
  stepQueue,
} from '#server/publishing/publisher/queue.ts';
import { forAll } from '#tests/support/for-all.ts';

function run(events: readonly QueueEvent[]): { state: QueueState; starts: number[] } {
  let state: QueueState = IDLE;
  const starts: number[] = [];
  for (const event of events) {
    const step = stepQueue(state, event);
    if (step.start) starts.push(event.atMs);
    state = step.state;
  }
  return { state, starts };
}

/** Walks the queue as its driver would: an end of a build is only told while one runs. */
function followsTheRules(steps: readonly (readonly [QueueEvent['kind'], number])[]): void {
  let state: QueueState = IDLE;
  let unbuilt = false;
  let atMs = 0;
  for (const [kind, pauseMs] of steps) {
    atMs += pauseMs;
    const wasBuilding = state.phase === 'building';
    if (kind === 'finished' && !wasBuilding) continue;
    const step = stepQueue(state, { kind, atMs });
    if (step.start) expect(wasBuilding).toBe(false);
    state = step.state;
    unbuilt = !step.start && (unbuilt || kind === 'dirty' || kind === 'now');
    if (unbuilt) expect(remembers(state)).toBe(true);
  }
}

function remembers(state: QueueState): boolean {
  return state.phase === 'waiting' || (state.phase === 'building' && state.again !== undefined);
}

describe('the publishing queue', () => {
  test('one save builds once, after three seconds of quiet', () => {
    const { starts } = run([
      { kind: 'dirty', atMs: 0 },
      { kind: 'tick', atMs: QUIET_MS - 1 },
      { kind: 'tick', atMs: QUIET_MS },
    ]);
    expect(starts).toEqual([QUIET_MS]);
  });

  test('saves that keep coming build after twenty seconds all the same', () => {
    const saves: QueueEvent[] = Array.from({ length: 60 }, (_, k) => ({ kind: 'dirty', atMs: k * 1_000 }));
    const withTicks = saves.flatMap((save): QueueEvent[] => [save, { kind: 'tick', atMs: save.atMs }]);
    expect(run(withTicks).starts[0]).toBe(LONGEST_WAIT_MS);
  });

  test('ten saves during a build make one more build', () => {
    const during: QueueEvent[] = Array.from({ length: 10 }, (_, k) => ({ kind: 'dirty', atMs: 3_100 + k }));
    const { starts } = run([
      { kind: 'dirty', atMs: 0 },
      { kind: 'tick', atMs: 3_000 },
      ...during,
      { kind: 'finished', atMs: 5_000 },
      { kind: 'tick', atMs: 6_200 },
      { kind: 'finished', atMs: 7_000 },
      { kind: 'tick', atMs: 60_000 },
    ]);
    expect(starts).toEqual([3_000, 6_200]);
  });

  test('a command that waits gets the build at once', () => {
    expect(run([{ kind: 'now', atMs: 5 }]).starts).toEqual([5]);
  });

  test('two builds never run at the same time, and no change is forgotten', () => {
    const kind = fc.constantFrom<QueueEvent['kind']>('dirty', 'now', 'tick', 'finished');
    const steps = fc.array(fc.tuple(kind, fc.integer({ min: 0, max: 30_000 })), { maxLength: 60 });
    forAll(2000, [steps], followsTheRules);
  });
});
