import { atom } from 'nanostores';

/**
 * Counts requests that change something: they keep the session alive, reading and polling do not (domain 2.1.5).
 * Separate from idle.ts, because that loads only with a session.
 */
export const $activity = atom(0);

/** Records such a request. */
export function noteActivity(): void {
  $activity.set($activity.get() + 1);
}
