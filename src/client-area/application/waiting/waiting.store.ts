import { atom, type ReadableAtom } from 'nanostores';
import { replaceScreen } from '#client-area/router.ts';
import { environment } from '#stores/environment.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

/** Seconds between two looks (domain 2.3.4); the last one goes on until the end. */
export const POLL_SECONDS = [2, 3, 5, 8, 13, 21, 30] as const;
/** Nobody is made to wait longer in front of a screen. */
export const POLL_FOR_MS = 3 * 60_000;

/** `watching`: it is looked at now and then. `stopped`: an SMS will tell. `still`: looked again, and there is nothing. */
export type Waiting = 'watching' | 'stopped' | 'asking' | 'still';

export interface WaitingStore {
  readonly $waiting: ReadableAtom<Waiting>;
  /** Looks until there is an answer; the answer stops. */
  readonly watch: () => () => void;
  /** One look more, for whoever stays. */
  readonly lookAgain: () => Promise<void>;
}

/**
 * Waits for a decision. It never pretends to know how far that is: it looks, less and less often, and after three minutes
 * stops. Looking keeps no session alive (domain 2.3.4).
 */
export function createWaiting(): WaitingStore {
  const $waiting = atom<Waiting>('watching');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  let endsAtMs = 0;

  const look = async (): Promise<boolean> => {
    await refreshProfileState();
    const next = $profileState.get()?.nextScreen;
    if (!next || next.name === 'application-waiting') return false;
    replaceScreen(next);
    return true;
  };

  const schedule = () => {
    clearTimeout(timer);
    if (environment().nowMs() >= endsAtMs) return $waiting.set('stopped');
    const seconds = POLL_SECONDS[Math.min(looks, POLL_SECONDS.length - 1)] as number;
    looks += 1;
    timer = setTimeout(async () => {
      // A page nobody looks at asks nothing; it asks when it is looked at again.
      if (!document.hidden && $hasNetwork.get() && (await look())) return;
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
    if (!(await look())) $waiting.set('still');
  };

  return { $waiting, watch, lookAgain };
}
