import type { ProfileState } from '#api/application-body.ts';
import type { Refusal } from '#client-area/form/form.store.ts';
import { openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState, takeProfileState } from '#stores/profile-state.ts';

/** Goes where the server says: most steps of an application end with a new state. */
export function goOn(state: ProfileState): void {
  takeProfileState(state);
  openScreen(state.nextScreen);
}

/** It has gone on already, here or elsewhere: on to where that has led. False when that cannot be found out. */
export async function goWhereItStands(): Promise<boolean> {
  const { kind } = await refreshProfileState();
  const state = $profileState.get();
  // Without an answer nobody knows where that is: here is as good as anywhere.
  if (kind !== 'ok' || !state) return false;
  openScreen(state.nextScreen);
  return true;
}

/** What a form of an application does with a step that was done in another window: nobody is told to open a page again. */
export function followElsewhere({ error }: Refusal): Promise<boolean> {
  return error?.code === 'illegal_transition' ? goWhereItStands() : Promise.resolve(false);
}
