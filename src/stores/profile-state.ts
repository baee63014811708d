import { atom } from 'nanostores';
import type { ProfileState } from '#api/application-body.ts';
import type { CallResult } from '#api/call.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { request } from './protected-call.ts';
import { $accessToken, $isBasic } from './session.ts';

/** The client's last known state (product-spec §3); undefined until it was loaded. */
export const $profileState = atom<ProfileState | undefined>();

let running: Promise<CallResult<ProfileState>> | undefined;

/**
 * Loads the client's state; concurrent callers share one request. A state that came with another response meanwhile is
 * newer, and stays.
 */
export function refreshProfileState(): Promise<CallResult<ProfileState>> {
  const before = $profileState.get();
  running ??= request(getProfileState, {}, { quiet: true })
    .then((answer) => {
      if (answer.kind === 'ok' && $profileState.get() === before) takeProfileState(answer.value);
      return answer;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** Takes a state that came with another response: most steps of the application return one. */
export function takeProfileState(state: ProfileState): void {
  $profileState.set(state);
  if (state.assurance) $isBasic.set(state.assurance === 'basic');
}

$accessToken.listen((token) => {
  if (!token) $profileState.set(undefined);
});
