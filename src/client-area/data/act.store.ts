import { atom, type ReadableAtom } from 'nanostores';

/** A request sent by one press: only one at a time, with its failure state. */
export interface Act {
  readonly $state: ReadableAtom<'idle' | 'busy' | 'failed'>;
  readonly run: () => Promise<void>;
}

export function createAct<Answer extends { readonly kind: string; readonly status?: number }>(
  call: () => Promise<Answer>,
  onDone: (answer: Answer & { readonly kind: 'ok' }) => void,
): Act {
  const $state = atom<'idle' | 'busy' | 'failed'>('idle');
  const run = async () => {
    if ($state.get() === 'busy') return;
    $state.set('busy');
    const answer = await call();
    if (answer.kind === 'aborted') return;
    // The banner says 403 (product-spec §8); whoever did not give the proof (428) has changed their mind.
    const isSaid = answer.status === 403 || answer.status === 428;
    $state.set(answer.kind === 'ok' || isSaid ? 'idle' : 'failed');
    if (answer.kind === 'ok') onDone(answer as Answer & { readonly kind: 'ok' });
  };
  return { $state, run };
}
