import { atom, type ReadableAtom } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import { createLoadedFrom, type LoadedStore, type Reading } from './loaded.store.ts';

/** A list that comes in pages, each with the beginning of the next one. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PagedStore<List> extends LoadedStore<List> {
  readonly $more: ReadableAtom<'idle' | 'busy' | 'failed'>;
  /** Loads the next page. */
  readonly more: () => Promise<void>;
}

/** Creates a list in pages: the first loads like any other data, further ones are appended on request. */
export function createPaged<List extends Page<unknown>>(
  ask: (cursor: string | undefined, reading: Partial<Reading>) => Promise<CallResult<List>>,
): PagedStore<List> {
  const $more = atom<'idle' | 'busy' | 'failed'>('idle');
  const loaded = createLoadedFrom((reading) => ask(undefined, reading));
  const shown = () => {
    const state = loaded.$state.get();
    return state.kind === 'ready' ? state.value : undefined;
  };

  const more = async () => {
    const cursor = shown()?.nextCursor;
    if ($more.get() === 'busy' || !cursor) return;
    $more.set('busy');
    const answer = await ask(cursor, { saysFailure: true });
    $more.set(answer.kind === 'ok' || answer.kind === 'aborted' ? 'idle' : 'failed');
    const before = shown();
    // The list was reloaded meanwhile: this page does not continue it.
    if (answer.kind !== 'ok' || before?.nextCursor !== cursor) return;
    loaded.amend({ ...answer.value, items: [...before.items, ...answer.value.items] });
  };

  const load = () => {
    $more.set('idle');
    return loaded.load();
  };
  return { ...loaded, load, $more, more };
}
