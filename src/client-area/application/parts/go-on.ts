import type { ProfileState } from '#api/application-body.ts';
import type { Refusal } from '#client-area/form/form.store.ts';
import { openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState, takeProfileState } from '#stores/profile-state.ts';

/** Goes where the server says: most steps of an application end with a new state. */
export function goOn(state: ProfileState): void {
  takeProfileState(state);
  openScreen(state.nextScreen);
}

/** It has gone on already, here or elsewhere: on to where that has led. */
export async function goWhereItStands(): Promise<void> {
  await refreshProfileState();
  const state = $profileState.get();
  if (state) openScreen(state.nextScreen);
}

/** What a form of an application does with a step that was done in another window: nobody is told to open a page again. */
export function followElsewhere({ error }: Refusal): boolean {
  if (error?.code !== 'illegal_transition') return false;
  goWhereItStands();
  return true;
}
