import { atom } from 'nanostores';
import type { ProfileState } from '#api/application-body.ts';
import type { CallResult } from '#api/call.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { request } from './protected-call.ts';
import { $accessToken } from './session.ts';

/** The last known state of the client (product-spec §3); undefined until it has been asked for. */
export const $profileState = atom<ProfileState | undefined>();

let running: Promise<CallResult<ProfileState>> | undefined;

/** Asks where the client stands. Whoever asks while an answer is on its way waits for the same one. */
export function refreshProfileState(): Promise<CallResult<ProfileState>> {
  running ??= request(getProfileState, {}, { quiet: true })
    .then((answer) => {
      if (answer.kind === 'ok') takeProfileState(answer.value);
      return answer;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** Takes over a state that came with another answer: most steps of the application end with one. */
export function takeProfileState(state: ProfileState): void {
  $profileState.set(state);
}

$accessToken.listen((token) => {
  if (!token) $profileState.set(undefined);
});
