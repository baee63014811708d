import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** A store's value in a view. Like that of @nanostores/react, without what renders on a server: a kilobyte less. */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  return useSyncExternalStore((onChange) => store.listen(onChange), store.get);
}
