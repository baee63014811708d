import type { ProfileState } from '#api/application-body.ts';
import type { Refusal } from '#client-area/form/form.store.ts';
import { $router, openScreen } from '#client-area/router.ts';
import { $profileState, refreshProfileState, takeProfileState } from '#stores/profile-state.ts';

/** Opens the server's next screen: most steps of an application end with a new state. */
export function openNextScreen(state: ProfileState): void {
  takeProfileState(state);
  openScreen(state.nextScreen);
}

/**
 * Opens the client's current next screen, in case another window has moved the application on. False when the state
 * could not be loaded or this is that screen: then the caller must show the failure.
 */
export async function openCurrentStep(): Promise<boolean> {
  const { kind } = await refreshProfileState();
  const state = $profileState.get();
  if (kind !== 'ok' || !state || state.nextScreen.name === $router.get()?.route) return false;
  openScreen(state.nextScreen);
  return true;
}

/** Handles the refusal of a step that was submitted in another window: opens the current step. */
export function followOtherWindow({ error }: Refusal): Promise<boolean> {
  return error?.code === 'illegal_transition' ? openCurrentStep() : Promise.resolve(false);
}
