import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { CallInput, CallOutput, CallResult } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { isMaintenance, type RequestOptions, request } from '#stores/protected-call.ts';
import type { Refusal } from '../form/form.store.ts';

/** The state of data a screen loads from the server. */
export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly value: Value;
      /** When it was loaded, milliseconds since 1970. */
      readonly atMs: number;
      /** The last refresh failed: what is shown may be out of date. */
      readonly isStale: boolean;
    }
  /** The server refused, or failed. */
  | { readonly kind: 'refused'; readonly answer: Refusal }
  /** No response, and nothing loaded earlier. */
  | { readonly kind: 'offline' };

/** The one state before anything is known; a build renders it. */
export const LOADING = { kind: 'loading' } as const;

export interface LoadedStore<Value> {
  readonly $state: ReadableAtom<Loaded<Value>>;
  /** Loads (again). The current value stays until the response. */
  readonly load: () => Promise<void>;
  /** Takes a newer value that came with another response; the one being loaded is older. */
  readonly take: (value: Value) => void;
  /** Changes the shown value, until the one being loaded is there. */
  readonly amend: (value: Value) => void;
  /** It may be read where there is no network for long (`seen.store.ts`): its age is shown as soon as that is missing. */
  readonly isSeen?: true;
}

/** Statuses that do not concern the shown data: a proof that was not given, too many requests. */
const MAY_PASS: readonly number[] = [428, 429];

/** Seconds until the second try during maintenance, if the server does not name a time. */
const MAINTENANCE_S = 600;

/** Options of the requests of one load: `LoadedView` reports failures and refusals, so the banner must not. */
export type Reading = Required<Pick<RequestOptions, 'saysFailure' | 'saysMaintenance'>> & {
  readonly signal: AbortSignal;
};

/** Creates data that a screen reads: loaded when the screen shows it, on request, and when the network is back. */
export function createLoaded<E extends Endpoint>(endpoint: E, input: CallInput<E>): LoadedStore<CallOutput<E>> {
  return createLoadedFrom((reading) => request(endpoint, input, reading));
}

/** Creates data that is not shown by a `LoadedView`, so the banner reports failures. */
export function createLoadedBeside<E extends Endpoint>(endpoint: E, input: CallInput<E>): LoadedStore<CallOutput<E>> {
  return createLoadedFrom(({ signal }) => request(endpoint, input, { signal }));
}

/** Creates data that takes more than one call. */
export function createLoadedFrom<Value>(ask: (reading: Reading) => Promise<CallResult<Value>>): LoadedStore<Value> {
  const $state = atom<Loaded<Value>>(LOADING);
  let attempt = new AbortController();
  let secondTry: ReturnType<typeof setTimeout> | undefined;

  const amend = (value: Value) => $state.set({ kind: 'ready', value, atMs: environment().nowMs(), isStale: false });
  const take = (value: Value) => {
    attempt.abort();
    amend(value);
  };

  const load = async () => {
    attempt.abort();
    clearTimeout(secondTry);
    attempt = new AbortController();
    const { signal } = attempt;
    const answer = await ask({ signal, saysFailure: true, saysMaintenance: true });
    // Of several requests some may have been answered before the rest was aborted.
    if (answer.kind === 'aborted' || signal.aborted) return;
    if (answer.kind === 'ok') return amend(answer.value);
    if (isMaintenance(answer)) secondTry = setTimeout(load, (answer.retryAfterSec ?? MAINTENANCE_S) * 1000);
    const before = $state.get();
    if (answer.kind === 'refused' && !MAY_PASS.includes(answer.status) && answer.status < 500) {
      return $state.set({ kind: 'refused', answer });
    }
    // Data of a minute ago is more useful than an error message.
    if (before.kind === 'ready') return $state.set({ ...before, isStale: true });
    $state.set(answer.kind === 'refused' ? { kind: 'refused', answer } : { kind: 'offline' });
  };

  onMount($state, () => {
    // A build renders the screen as it is before anything was asked for.
    if (typeof document === 'undefined') return undefined;
    load();
    const stop = $isOnline.listen((isOnline) => {
      const state = $state.get();
      if (isOnline && (state.kind === 'offline' || (state.kind === 'ready' && state.isStale))) load();
    });
    return () => {
      stop();
      attempt.abort();
      clearTimeout(secondTry);
    };
  });
  return { $state, load, take, amend };
}
