import { atom, type ReadableAtom } from 'nanostores';
import type { CallResult } from '#api/call.ts';

/** A request sent by one press: only one at a time, with its failure state. */
export interface Act {
  readonly $state: ReadableAtom<'idle' | 'busy' | 'failed'>;
  readonly run: () => Promise<void>;
}

/**
 * Takes a thing that is not there any more (404) for ended: another window has ended it, or a press whose answer was
 * lost.
 */
export function doneIfGone<Value>(answer: CallResult<Value>): CallResult<Value | undefined> {
  return answer.kind === 'refused' && answer.status === 404 ? { kind: 'ok', value: undefined } : answer;
}

/** Whether the client closed the window that asked for a proof (428): they have changed their mind, nothing has failed. */
export function isUnproven(answer: { readonly kind: string; readonly status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 428;
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
    // The banner says 403 (product-spec §8).
    const isSaid = answer.status === 403 || isUnproven(answer);
    $state.set(answer.kind === 'ok' || isSaid ? 'idle' : 'failed');
    if (answer.kind === 'ok') onDone(answer as Answer & { readonly kind: 'ok' });
  };
  return { $state, run };
}
