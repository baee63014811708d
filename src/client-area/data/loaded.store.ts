import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { CallInput, CallOutput, CallResult } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { request } from '#stores/protected-call.ts';
import type { Refusal } from '../form/form.store.ts';

/** What a screen knows of something it has asked the server for. */
export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly value: Value;
      /** When it was true, milliseconds since 1970. */
      readonly atMs: number;
      /** The last try to refresh it has failed: what is shown may no longer be so. */
      readonly isStale: boolean;
    }
  /** The server said no, or broke. */
  | { readonly kind: 'refused'; readonly answer: Refusal }
  /** There was no answer, and nothing to show from before. */
  | { readonly kind: 'offline' };

export interface LoadedStore<Value> {
  readonly $state: ReadableAtom<Loaded<Value>>;
  /** Asks (again). What is shown stays until there is an answer. */
  readonly load: () => Promise<void>;
  /** Takes over a newer value that came with another answer. */
  readonly take: (value: Value) => void;
}

/** Refusals that say nothing about what is shown: a proof that was not given, too many calls at once. */
const MAY_PASS: readonly number[] = [428, 429];

/** Something a screen reads: asked for when the screen shows it, again when it is wanted, and when the network is back. */
export function createLoaded<E extends Endpoint>(endpoint: E, input: CallInput<E>): LoadedStore<CallOutput<E>> {
  return createLoadedFrom((signal) => request(endpoint, input, { signal }));
}

/** The same for what takes more than one call. */
export function createLoadedFrom<Value>(ask: (signal: AbortSignal) => Promise<CallResult<Value>>): LoadedStore<Value> {
  const $state = atom<Loaded<Value>>({ kind: 'loading' });
  let attempt = new AbortController();

  const take = (value: Value) => $state.set({ kind: 'ready', value, atMs: environment().nowMs(), isStale: false });

  const load = async () => {
    attempt.abort();
    attempt = new AbortController();
    const answer = await ask(attempt.signal);
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'ok') return take(answer.value);
    const before = $state.get();
    if (answer.kind === 'refused' && !MAY_PASS.includes(answer.status) && answer.status < 500) {
      return $state.set({ kind: 'refused', answer });
    }
    // What was true a minute ago helps more than a note that something failed.
    if (before.kind === 'ready') return $state.set({ ...before, isStale: true });
    $state.set(answer.kind === 'refused' ? { kind: 'refused', answer } : { kind: 'offline' });
  };

  onMount($state, () => {
    load();
    const stop = $isOnline.listen((isOnline) => {
      const state = $state.get();
      if (isOnline && (state.kind === 'offline' || (state.kind === 'ready' && state.isStale))) load();
    });
    return () => {
      stop();
      attempt.abort();
    };
  });
  return { $state, load, take };
}
