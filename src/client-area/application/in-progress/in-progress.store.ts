import { atom, type ReadableAtom } from 'nanostores';
import { openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

/** `still`: the state was refreshed, and the decision is still open. `failed`: nobody knows whether it is. */
export type Asking = 'idle' | 'asking' | 'still' | 'failed';

export interface InProgressStore {
  readonly $asking: ReadableAtom<Asking>;
  readonly lookAgain: () => Promise<void>;
}

/** Creates the store of a review. A person decides, which takes hours, so the client refreshes and nothing polls. */
export function createInProgress(): InProgressStore {
  const $asking = atom<Asking>('idle');
  const lookAgain = async () => {
    if ($asking.get() === 'asking') return;
    $asking.set('asking');
    const answer = await refreshProfileState();
    const next = $profileState.get()?.nextScreen;
    $asking.set(answer.kind === 'ok' ? 'still' : 'failed');
    if (answer.kind === 'ok' && next && next.name !== 'application-in-progress') openScreen(next);
  };
  return { $asking, lookAgain };
}
