import { atom } from 'nanostores';

/** Counts changing requests, which keep a session alive (domain 2.1.5); idle.ts loads only with one. */
export const $activity = atom(0);

/** Records such a request. */
export function noteActivity(): void {
  $activity.set($activity.get() + 1);
}
