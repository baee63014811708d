import { atom, type ReadableAtom } from 'nanostores';
import { replaceScreen } from '#client-area/router.ts';
import { environment } from '#stores/environment.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

/** Polling intervals in seconds (domain 2.3.4); the last one repeats. */
export const POLL_SECONDS = [2, 3, 5, 8, 13, 21, 30] as const;
/** Milliseconds after which polling ends; an SMS then brings the decision. */
export const POLL_FOR_MS = 3 * 60_000;

/**
 * `watching`: polling. `stopped`: an SMS will tell. `still`: refreshed by hand, and the decision is still open.
 * `failed`: refreshed by hand, and nobody knows whether it is.
 */
export type Waiting = 'watching' | 'stopped' | 'asking' | 'still' | 'failed';

export interface WaitingStore {
  readonly $waiting: ReadableAtom<Waiting>;
  /** Polls until there is a decision. Call the result to stop. */
  readonly watch: () => () => void;
  /** One refresh by hand, after polling has ended. */
  readonly lookAgain: () => Promise<void>;
}

/**
 * Creates the store of a pending decision. It polls less and less often, and stops after three minutes. Polling must
 * not keep the session alive (domain 2.3.4).
 */
export function createWaiting(): WaitingStore {
  const $waiting = atom<Waiting>('watching');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  let endsAtMs = 0;

  const look = async (): Promise<'left' | 'still' | 'failed'> => {
    const { kind } = await refreshProfileState();
    const next = $profileState.get()?.nextScreen;
    if (!next || next.name === 'application-waiting') return kind === 'ok' ? 'still' : 'failed';
    replaceScreen(next);
    return 'left';
  };

  const schedule = () => {
    clearTimeout(timer);
    if (environment().nowMs() >= endsAtMs) return $waiting.set('stopped');
    const seconds = POLL_SECONDS[Math.min(looks, POLL_SECONDS.length - 1)] as number;
    looks += 1;
    timer = setTimeout(async () => {
      // A page that nobody looks at does not ask; it asks when it is looked at again.
      if (!document.hidden && $hasNetwork.get() && (await look()) === 'left') return;
      if ($waiting.get() === 'watching') schedule();
    }, seconds * 1000);
  };

  const watch = () => {
    endsAtMs = environment().nowMs() + POLL_FOR_MS;
    schedule();
    const onBack = () => {
      if (!document.hidden) look();
    };
    document.addEventListener('visibilitychange', onBack);
    const stop = $isOnline.listen((isOnline) => isOnline && look());
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onBack);
      $waiting.set('stopped');
    };
  };

  const lookAgain = async () => {
    $waiting.set('asking');
    const found = await look();
    if (found !== 'left') $waiting.set(found);
  };

  return { $waiting, watch, lookAgain };
}
