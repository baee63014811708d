import type { ProfileState } from '#api/application-body.ts';
import type { Refusal } from '#client-area/form/form.store.ts';
import { $router, openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState, takeProfileState } from '#stores/profile-state.ts';

/** Goes where the server says: most steps of an application end with a new state. */
export function goOn(state: ProfileState): void {
  takeProfileState(state);
  openScreen(state.nextScreen);
}

/**
 * It may have gone on already, here or elsewhere: on to where that has led. False when that cannot be found out, or is
 * here: then whoever pressed has to be told something.
 */
export async function goWhereItStands(): Promise<boolean> {
  const { kind } = await refreshProfileState();
  const state = $profileState.get();
  if (kind !== 'ok' || !state || state.nextScreen.name === $router.get()?.route) return false;
  openScreen(state.nextScreen);
  return true;
}

/** What a form of an application does with a step that was done in another window: nobody is told to open a page again. */
export function followElsewhere({ error }: Refusal): Promise<boolean> {
  return error?.code === 'illegal_transition' ? goWhereItStands() : Promise.resolve(false);
}
