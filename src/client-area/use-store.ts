import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** A store's value in a view. Saves a kilobyte over @nanostores/react, which also supports server rendering. */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  return useSyncExternalStore((onChange) => store.listen(onChange), store.get);
}
