import { atom, onMount } from 'nanostores';

/** Whether there is a network, as far as anybody knows: what the browser says, and what became of the last call. */
export const $isOnline = atom(true);

/** A call has found the network, or has not. A browser that is connected to a dead router says it is online. */
export function noteConnection(reached: boolean): void {
  $isOnline.set(reached);
}

onMount($isOnline, () => {
  if (typeof window === 'undefined') return;
  const look = () => $isOnline.set(navigator.onLine);
  look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
});
