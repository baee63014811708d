import type { WritableAtom } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import type { Seeing } from '#stores/seen.ts';
import { createLoadedFrom, type Loaded, type LoadedStore, type Reading } from './loaded.store.ts';

/** Creates data that a screen reads by `requestSeen`: without a network, what was last seen, as out of date. */
export function createSeenFrom<Value>(
  ask: (reading: Reading & Seeing) => Promise<CallResult<Value>>,
): LoadedStore<Value> {
  const loaded = createLoadedFrom<Value>(async (reading) => {
    let seenAtMs: number | undefined;
    const onSeen = (atMs: number) => {
      seenAtMs = Math.min(seenAtMs ?? atMs, atMs);
    };
    const answer = await ask({ ...reading, onSeen });
    if (answer.kind !== 'ok' || seenAtMs === undefined || reading.signal.aborted) return answer;
    const $state = loaded.$state as WritableAtom<Loaded<Value>>;
    if ($state.get().kind !== 'ready') {
      $state.set({ kind: 'ready', value: answer.value, atMs: seenAtMs, isStale: true });
    }
    return { kind: 'unreachable' };
  });
  return { ...loaded, isSeen: true };
}
