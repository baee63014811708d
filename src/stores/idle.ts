import { atom } from 'nanostores';
import { $activity } from './activity.ts';
import { environment } from './environment.ts';

/** A session keeps its full assurance this long without anybody doing anything (domain 2.1.5). */
export const IDLE_MS = 15 * 60_000;
/** So long before the end the warning opens. */
export const WARNING_MS = 2 * 60_000;
/** Somebody who reads and scrolls is there too; the server hears of it this often at most. */
export const TOUCH_EVERY_MS = 60_000;

/**
 * `off`: nobody is signed in with full assurance, so there is nothing to lose. `over`: the time is up, and the server asks
 * for a proof from now on.
 */
export type Idle =
  | { readonly kind: 'off' | 'active' | 'over' }
  | { readonly kind: 'warning'; readonly endsAtMs: number };

export const $idle = atom<Idle>({ kind: 'off' });

const CHANNEL = 'manay:idle';
let lastActivityMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;

/** The session has full assurance from now on: the time starts again, in every tab of this browser. */
export function noteFullAssurance(): void {
  restart();
  channel?.postMessage('active');
}

/**
 * Watches for somebody who does nothing; the answer stops.
 * @param touch tells the server that somebody is there; false when the session has no full assurance (any more)
 */
export function startIdleWatch(touch: () => Promise<boolean>): () => void {
  let isGone = false;
  const tell = async () => {
    lastActivityMs = environment().nowMs();
    const isFull = await touch();
    if (isGone) return;
    if (isFull) restart();
    else stop();
  };
  const onAct = () => {
    if ($idle.get().kind === 'active' && environment().nowMs() - lastActivityMs >= TOUCH_EVERY_MS) tell();
  };
  // Timers sleep with the device; whoever wakes it must not find a session that seems alive.
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
    if ($idle.get().kind !== 'off') noteFullAssurance();
  });
  document.addEventListener('pointerdown', onAct);
  document.addEventListener('keydown', onAct);
  document.addEventListener('visibilitychange', onVisible);
  // Opening the page was an act.
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

/** Puts the state where the clock stands, and wakes again when it changes. */
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
