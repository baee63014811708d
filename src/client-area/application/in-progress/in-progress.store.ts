import { atom, type ReadableAtom } from 'nanostores';
import { openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

/** `still`: the state was refreshed, and there is no decision yet. `failed`: nobody knows whether there is one. */
export type Asking = 'idle' | 'asking' | 'still' | 'failed';

export interface InProgressStore {
  readonly $asking: ReadableAtom<Asking>;
  readonly lookAgain: () => Promise<void>;
}

/** A person decides, which takes hours: there is no polling, the client refreshes. */
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
