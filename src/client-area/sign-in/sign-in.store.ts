import { atom } from 'nanostores';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { request } from '#stores/protected-call.ts';
import type { SessionBegun } from '../begin-session.ts';
import { createForm, given } from '../form/form.store.ts';

/** The current step of signing in. */
export type SignInStep =
  | { readonly kind: 'password' | 'ask-for-code' }
  | {
      readonly kind: 'code';
      readonly challenge: ChallengeBody;
      /** The password was right, but the device is new. */
      readonly isNewDevice: boolean;
    }
  /** The code was right, but the device is new: the password follows. */
  | { readonly kind: 'password-after-code'; readonly challenge: ChallengeBody };

/** Signing in with a password or a code; one store per visit of the screen. */
export function createSignIn(onSession: (session: SessionBegun) => void, start: 'password' | 'ask-for-code') {
  const $step = atom<SignInStep>({ kind: start });
  /** The identifier, kept when the client changes between password and code. */
  let identifier = '';

  const passwordForm = () =>
    createForm({
      endpoint: signIn,
      initial: { identifier, password: '' },
      toBody: (values) => {
        identifier = values.identifier;
        return given(values);
      },
      onDone: (answer) => {
        if ('challenge' in answer) $step.set({ kind: 'code', challenge: answer.challenge, isNewDevice: true });
        else onSession(answer);
      },
    });

  const identifierForm = () =>
    createForm({
      endpoint: sendSignInCode,
      initial: { identifier },
      toBody: (values) => {
        identifier = values.identifier;
        return given(values);
      },
      onDone: ({ challenge }) => $step.set({ kind: 'code', challenge, isNewDevice: false }),
    });

  const codeForm = ({ id }: ChallengeBody) =>
    createForm({
      endpoint: answerChallenge,
      initial: { code: '', trustDevice: false },
      toInput: () => ({ params: { id } }),
      onDone: (answer) => {
        if ('nextScreen' in answer) onSession(answer);
        else if ('challenge' in answer) $step.set({ kind: 'password-after-code', challenge: answer.challenge });
      },
    });

  const lastForm = ({ id }: ChallengeBody) =>
    createForm({
      endpoint: answerChallenge,
      initial: { password: '', trustDevice: false },
      toInput: () => ({ params: { id } }),
      check: ({ password }) => (password ? [] : [{ field: 'password', code: 'required' }]),
      onDone: (answer) => {
        if ('nextScreen' in answer) onSession(answer);
      },
    });

  /** Sends another code; resolves to whether it was sent. */
  const sendAgain = async (): Promise<boolean> => {
    const step = $step.get();
    const answer = await request(sendSignInCode, { body: { identifier } });
    if (answer.kind !== 'ok' || step.kind !== 'code') return false;
    $step.set({ ...step, challenge: answer.value.challenge });
    return true;
  };

  const choosePassword = () => $step.set({ kind: 'password' });
  const chooseCode = () => $step.set({ kind: 'ask-for-code' });
  return { $step, passwordForm, identifierForm, codeForm, lastForm, sendAgain, choosePassword, chooseCode };
}

export type SignInStore = ReturnType<typeof createSignIn>;
