import { atom } from 'nanostores';
import { $activity } from './activity.ts';
import { environment } from './environment.ts';

/** A session loses its full assurance after this long without activity (domain 2.1.5). */
export const IDLE_MS = 15 * 60_000;
/** The warning opens this long before. */
export const WARNING_MS = 2 * 60_000;
/** Reading and scrolling are activity too; the server is told at most this often. */
export const TOUCH_EVERY_MS = 60_000;

/** `off`: the session lacks full assurance. `over`: timed out, and the server asks for a proof from now on. */
export type Idle =
  | { readonly kind: 'off' | 'active' | 'over' }
  | { readonly kind: 'warning'; readonly endsAtMs: number };

/** The server's word on the session. `unknown`: it could not be asked. */
export type Assurance = 'full' | 'less' | 'unknown';

export const $idle = atom<Idle>({ kind: 'off' });

const CHANNEL = 'manay:idle';
let lastActivityMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;

/** Restarts the timeout in every tab of this browser, because the session has full assurance again. */
export function noteFullAssurance(): void {
  restart();
  channel?.postMessage('active');
}

/**
 * Starts the inactivity watch. Call the result to stop.
 * @param touch reports activity to the server
 */
export function startIdleWatch(touch: () => Promise<Assurance>): () => void {
  let isGone = false;
  // The server knows of the last activity, or is being told.
  let isTold = false;
  const tell = async () => {
    lastActivityMs = environment().nowMs();
    isTold = true;
    const assurance = await touch();
    if (isGone || isIdleOver()) return;
    if (assurance === 'less') return stop();
    // If the server was not reached, the time is watched all the same, because a lost request must not leave the
    // screen open.
    isTold = assurance === 'full';
    if ($idle.get().kind === 'off') $idle.set({ kind: 'active' });
    look();
  };
  const onAct = () => {
    if ($idle.get().kind !== 'active') return;
    if (!isTold || environment().nowMs() - lastActivityMs >= TOUCH_EVERY_MS) tell();
  };
  // Timers stop while the device sleeps: check on waking, so that an ended session does not look alive.
  const onVisible = () => {
    if (!document.hidden && $idle.get().kind !== 'off') look();
  };
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => {
      if ($idle.get().kind !== 'off') restart();
    };
  }
  const stopListening = $activity.listen(() => {
    const { kind } = $idle.get();
    // After the timeout a proof is needed, and the request for it is a change too.
    if (kind === 'active' || kind === 'warning') noteFullAssurance();
  });
  document.addEventListener('pointerdown', onAct);
  document.addEventListener('keydown', onAct);
  document.addEventListener('visibilitychange', onVisible);
  // Opening the page counts as activity.
  tell();
  return () => {
    isGone = true;
    stop();
    stopListening();
    channel?.close();
    channel = undefined;
    document.removeEventListener('pointerdown', onAct);
    document.removeEventListener('keydown', onAct);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

function restart(): void {
  lastActivityMs = environment().nowMs();
  if ($idle.get().kind !== 'active') $idle.set({ kind: 'active' });
  look();
}

function stop(): void {
  clearTimeout(timer);
  $idle.set({ kind: 'off' });
}

/**
 * Tells whether the session has timed out by now, noticed or not. A device may have slept while it waited for an
 * answer, and that answer must not open a screen that is locked or has to be.
 */
export function isIdleOver(): boolean {
  const { kind } = $idle.get();
  if (kind === 'active' || kind === 'warning') look();
  return $idle.get().kind === 'over';
}

/** Sets the state for the current time, and a timer for the next change. */
function look(): void {
  clearTimeout(timer);
  const endsAtMs = lastActivityMs + IDLE_MS;
  const leftMs = endsAtMs - environment().nowMs();
  if (leftMs <= 0) {
    $idle.set({ kind: 'over' });
    return;
  }
  if (leftMs <= WARNING_MS && $idle.get().kind !== 'warning') $idle.set({ kind: 'warning', endsAtMs });
  timer = setTimeout(look, leftMs > WARNING_MS ? leftMs - WARNING_MS : leftMs);
}
