import { computed, type ReadableAtom } from 'nanostores';
import { LOADING, type Loaded, type LoadedStore } from './loaded.store.ts';

type Part<Value> = Pick<LoadedStore<Value>, '$state' | 'load'>;
type Stores = Readonly<Record<string, Part<unknown>>>;
type ValueOf<Store> = Store extends Part<infer Value> ? Value : never;
export type Combined<Parts extends Stores> = { readonly [Name in keyof Parts]: ValueOf<Parts[Name]> };

/**
 * Combines several loaded stores for a screen that needs all of them, such as a form and its option lists. It is
 * loading until all are ready; the first failure is the result.
 */
export function combine<Parts extends Stores>(parts: Parts): Part<Combined<Parts>> & { readonly parts: Parts } {
  const names = Object.keys(parts);
  const $state: ReadableAtom<Loaded<Combined<Parts>>> = computed(
    names.map((name) => (parts[name] as Part<unknown>).$state),
    (...states: Loaded<unknown>[]) => combined<Parts>(names, states),
  );
  const load = async () => {
    // Parts that are fresh are not loaded again.
    const wanting = Object.values(parts).filter(({ $state: $part }) => !isFresh($part.get()));
    await Promise.all(wanting.map((part) => part.load()));
  };
  return { $state, load, parts };
}

function isFresh(state: Loaded<unknown>): boolean {
  return state.kind === 'ready' && !state.isStale;
}

function combined<Parts extends Stores>(names: readonly string[], states: readonly Loaded<unknown>[]) {
  const failed = states.find(({ kind }) => kind === 'refused' || kind === 'offline');
  if (failed) return failed as Loaded<Combined<Parts>>;
  const ready = states.flatMap((state) => (state.kind === 'ready' ? [state] : []));
  if (ready.length < names.length) return LOADING;
  return {
    kind: 'ready',
    value: Object.fromEntries(names.map((name, index) => [name, ready[index]?.value])) as Combined<Parts>,
    atMs: Math.min(...ready.map(({ atMs }) => atMs)),
    isStale: ready.some(({ isStale }) => isStale),
  } as const;
}
