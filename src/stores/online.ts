import { atom, onMount } from 'nanostores';

/** Whether the browser says that there is a network. Without one nothing need be tried. */
export const $hasNetwork = atom(true);

/**
 * Whether calls get through, as far as anybody knows: the network, and what became of the last call. A call that had no
 * answer (a dead router, ten slow seconds) says so for a while only: then whoever waits for it tries again.
 */
export const $isOnline = atom(true);

/** After a call without an answer, and again after each further one, up to a minute. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** A call has found the server, or has not. */
export function noteConnection(reached: boolean): void {
  clearTimeout(retry);
  failures = reached ? 0 : failures + 1;
  $isOnline.set(reached);
  if (reached) return;
  const afterMs = Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  retry = setTimeout(() => $isOnline.set($hasNetwork.get()), afterMs);
}

onMount($hasNetwork, () => {
  if (typeof window === 'undefined') return;
  // A store lets go a moment after its last listener: of the window it has listened to.
  const page = window;
  const look = () => $hasNetwork.set(navigator.onLine);
  look();
  page.addEventListener('online', look);
  page.addEventListener('offline', look);
  return () => {
    page.removeEventListener('online', look);
    page.removeEventListener('offline', look);
  };
});

onMount($isOnline, () => $hasNetwork.subscribe((hasNetwork) => $isOnline.set(hasNetwork)));
