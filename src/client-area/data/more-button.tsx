import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import type { PagedStore } from './paged.store.ts';

interface Props extends Pick<ScreenProps<'documents_more' | 'documents_more_failed'>, 'say'> {
  readonly store: Pick<PagedStore<unknown>, '$more' | 'more'>;
}

/** Loads the next page of a list. */
export function MoreButton({ store, say }: Props) {
  const state = useStore(store.$more);
  return (
    <div className="row">
      <button type="button" className="btn line" aria-disabled={state === 'busy' || undefined} onClick={store.more}>
        {say(state === 'busy' ? 'form_busy' : 'documents_more')}
      </button>
      <p className="small" role="alert">
        {state === 'failed' && say('documents_more_failed')}
      </p>
    </div>
  );
}
