// biome-ignore-all lint/performance/noBarrelFile: the one entry of a file that is loaded later
/** The code that only a signed-in client needs besides the screen; loaded with the session, as one file. */

export { Questions } from '../proof/questions.tsx';
export { watchSession } from '../proof/session-watch.ts';
export { guardByProfileState } from './profile-state-guard.ts';
