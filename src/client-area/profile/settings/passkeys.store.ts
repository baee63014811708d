import { atom, type ReadableAtom } from 'nanostores';
import type { CallOutput } from '#api/call.ts';
import { completePasskey } from '#api/endpoints/people/complete-passkey.ts';
import { listPasskeys } from '#api/endpoints/people/list-passkeys.ts';
import { revokePasskey } from '#api/endpoints/people/revoke-passkey.ts';
import { startPasskey } from '#api/endpoints/people/start-passkey.ts';
import { type Act, createAct } from '#client-area/data/act.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { isUnproven } from '#client-area/data/unproven.ts';
import { makePasskey, type PasskeyJson, passkeyApi } from '#client-area/profile/passkey-dialog.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { doneIfGone } from './settings.store.ts';

export type Passkeys = CallOutput<typeof listPasskeys>;
export type Passkey = Passkeys['passkeys'][number];

export const createPasskeys = () => createLoaded(listPasskeys, {});

/** Shorter than the challenge of the server is good for. */
const DIALOG_MS = 4 * 60_000;

export interface PasskeyAdding {
  /** `known`: this device has one already. `closed`: the dialog was, and nothing has changed. */
  readonly $state: ReadableAtom<'idle' | 'busy' | 'known' | 'closed' | 'limited' | 'failed'>;
  readonly run: () => Promise<void>;
}

/**
 * Creates the act that adds a passkey: password and code (428), then the browser's dialog, then the server. After a
 * dialog that was closed the next press opens it at once, because some browsers open none long after a press. What was made
 * and found no network is sent again by the next press, because another one would leave the first on the device, useless.
 * @param onKnown this device has one, which the list may not show yet
 */
export function createPasskeyAdding(onDone: (passkey: Passkey) => void, onKnown: () => void): PasskeyAdding {
  const $state = atom<ReturnType<PasskeyAdding['$state']['get']>>('idle');
  let opened: { readonly options: PasskeyJson; readonly atMs: number } | undefined;
  let unsent: PasskeyJson | undefined;
  const openedAnew = async () => {
    const answer = await request(startPasskey, {}, { saysFailure: true });
    if (answer.kind === 'ok') {
      opened = { options: answer.value.options, atMs: environment().nowMs() };
      return opened;
    }
    if (answer.kind === 'aborted' || isUnproven(answer)) $state.set('idle');
    else $state.set(answer.kind === 'refused' && answer.status === 429 ? 'limited' : 'failed');
    return undefined;
  };
  const made = async (api: typeof PublicKeyCredential) => {
    const isFresh = opened && environment().nowMs() - opened.atMs < DIALOG_MS;
    const dialog = isFresh ? opened : await openedAnew();
    if (!dialog) return undefined;
    const answer = await makePasskey(api, dialog.options);
    if (answer.kind !== 'made') {
      $state.set(answer.kind);
      if (answer.kind === 'known') onKnown();
      return undefined;
    }
    opened = undefined;
    return answer.credential;
  };
  const run = async () => {
    const api = passkeyApi();
    if (!api || $state.get() === 'busy') return;
    $state.set('busy');
    const credential = unsent ?? (await made(api));
    if (!credential) return;
    const answer = await request(completePasskey, { body: { credential } }, { saysFailure: true });
    unsent = answer.kind === 'unreachable' ? credential : undefined;
    $state.set(answer.kind === 'ok' || answer.kind === 'aborted' ? 'idle' : 'failed');
    if (answer.kind === 'ok') onDone(answer.value.passkey);
  };
  return { $state, run };
}

export const createPasskeyRemoving = (id: string, onDone: () => void): Act =>
  createAct(async () => doneIfGone(await request(revokePasskey, { params: { id } }, { saysFailure: true })), onDone);
