import { atom } from 'nanostores';

/**
 * How often the server has heard of somebody by a call that changes something: such calls keep a session alive, reading
 * and polling do not (domain 2.1.5). Apart from idle.ts, which comes only with a session.
 */
export const $activity = atom(0);

/** The server has just heard of somebody. */
export function noteActivity(): void {
  $activity.set($activity.get() + 1);
}
