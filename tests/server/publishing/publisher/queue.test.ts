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

  test('somebody who waits gets the build at once', () => {
    expect(run([{ kind: 'now', atMs: 5 }]).starts).toEqual([5]);
  });

  test('two builds never run at the same time, and no change is forgotten', () => {
    const anyEvent = fc.constantFrom<QueueEvent['kind']>('dirty', 'now', 'tick', 'finished');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 30_000 })), { maxLength: 60 }), (steps) => {
        let state: QueueState = IDLE;
        let building = false;
        let unbuilt = false;
        let atMs = 0;
        for (const [kind, pauseMs] of steps) {
          atMs += pauseMs;
          if (kind === 'finished' && !building) continue;
          if (kind === 'dirty' || kind === 'now') unbuilt = true;
          const step = stepQueue(state, { kind, atMs });
          if (kind === 'finished') building = false;
          if (step.start) {
            expect(building).toBe(false);
            building = true;
            unbuilt = false;
          }
          state = step.state;
          // Whatever is unbuilt is remembered: waiting, or to be built again.
          if (unbuilt)
            expect(state.phase === 'waiting' || (state.phase === 'building' && state.again !== undefined)).toBe(true);
        }
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });
});
