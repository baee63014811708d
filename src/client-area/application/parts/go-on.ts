import type { ProfileState } from '#api/application-body.ts';
import { openScreen } from '#client-area/router.ts';
import { takeProfileState } from '#stores/profile-state.ts';

/** Goes where the server says: most steps of an application end with a new state. */
export function goOn(state: ProfileState): void {
  takeProfileState(state);
  openScreen(state.nextScreen);
}
