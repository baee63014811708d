import { atom, onMount } from 'nanostores';

/** True while the browser reports a network. Without one, requests are not attempted. */
export const $hasNetwork = atom(true);

/**
 * True while requests reach the server: the browser reports a network, and the last request got a response. After one
 * without a response (dead router, timeout) this is false only for a while: then callers retry.
 */
export const $isOnline = atom(true);

/** Backoff after a request without a response; doubles up to a minute. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Records whether a request reached the server. */
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
  // nanostores unmounts a moment after the last listener: keep the window it listened to.
  const page = window;
  const look = () => $hasNetwork.set(navigator.onLine);
  look();
  // A page that Back brings as it was has heard of nothing meanwhile.
  const events = ['online', 'offline', 'pageshow'];
  for (const event of events) page.addEventListener(event, look);
  return () => {
    for (const event of events) page.removeEventListener(event, look);
  };
});

onMount($isOnline, () => $hasNetwork.subscribe((hasNetwork) => $isOnline.set(hasNetwork)));
