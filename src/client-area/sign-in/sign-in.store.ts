import { atom } from 'nanostores';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { createForm, given } from '../form/form.store.ts';
import type { SessionBegun } from '../session/begin-session.ts';
import { forgetStep, keepStep, keptStep } from '../steps/kept-step.ts';
import { type Again, againOf } from './again.ts';

/** The ways in, on one page: a password, a code by SMS, and for a forgotten password a link by e-mail. */
export type FirstStep = 'password' | 'ask-for-code' | 'forgot';

/** The current step of signing in. */
export type SignInStep =
  | { readonly kind: FirstStep }
  /** A link is on its way to the mailbox, if there is such an account. */
  | { readonly kind: 'link-sent' }
  | {
      readonly kind: 'code';
      readonly challenge: ChallengeBody;
      /** The time from which another code may be requested, milliseconds since 1970. */
      readonly againAtMs: number;
      /** The password was right, but the device is new. */
      readonly isNewDevice: boolean;
    }
  /** The code was right, but the device is new: the password follows. */
  | { readonly kind: 'password-after-code'; readonly challenge: ChallengeBody };

/** The data with which a reload continues; another code goes to the same identifier. */
interface Kept {
  readonly step: SignInStep;
  readonly identifier: string;
}

/** Creates the sign-in with a password or a code; one store per visit of the screen. */
export function createSignIn(begin: (session: SessionBegun) => void, start: FirstStep) {
  // From an e-mail about another password no earlier sign-in is continued.
  const kept = start === 'forgot' ? undefined : keptStep<Kept>('sign-in');
  const $step = atom<SignInStep>(kept?.step ?? { kind: start });
  /** The identifier, kept when the client changes between the ways in. */
  let identifier = kept?.identifier ?? '';
  /** The current challenge: another code replaces it. */
  let challengeId = kept && 'challenge' in kept.step ? kept.step.challenge.id : '';
  const go = (step: SignInStep) => {
    if ('challenge' in step) challengeId = step.challenge.id;
    keep(step, identifier);
    $step.set(step);
  };
  const onSession = (session: SessionBegun) => {
    forgetStep('sign-in');
    begin(session);
  };

  const passwordForm = () =>
    createForm({
      endpoint: signIn,
      initial: { identifier, password: '' },
      toBody: (values) => {
        identifier = values.identifier;
        return given(values);
      },
      onDone: (answer) => {
        if ('challenge' in answer) go(codeStep(answer.challenge, true));
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
      onDone: ({ challenge }) => go(codeStep(challenge, false)),
    });

  const forgotForm = () => createForgotForm(identifier, () => go({ kind: 'link-sent' }));

  const codeForm = () =>
    createForm({
      endpoint: answerChallenge,
      initial: { code: '', trustDevice: false },
      toInput: () => ({ params: { id: challengeId } }),
      onDone: (answer) => {
        if ('nextScreen' in answer) onSession(answer);
        else if ('challenge' in answer) go({ kind: 'password-after-code', challenge: answer.challenge });
      },
    });

  const lastForm = (challenge: ChallengeBody) => createLastForm(challenge, onSession);

  /** Sends another code. */
  const sendAgain = async (): Promise<Again> => {
    const step = $step.get();
    const answer = await request(sendSignInCode, { body: { identifier } }, { saysFailure: true });
    if (answer.kind === 'ok' && step.kind === 'code') go(codeStep(answer.value.challenge, step.isNewDevice));
    return againOf(answer);
  };

  /** @param typed the text in the field, so that it need not be typed twice */
  const choose = (kind: FirstStep, typed = identifier) => {
    identifier = typed;
    go({ kind });
  };
  return { $step, passwordForm, identifierForm, forgotForm, codeForm, lastForm, sendAgain, choose };
}

function createForgotForm(identifier: string, onDone: () => void) {
  return createForm({ endpoint: requestPasswordReset, initial: { identifier }, onDone });
}

/** Creates the form of the password after the code, on a device that is not known. */
function createLastForm({ id }: ChallengeBody, onSession: (session: SessionBegun) => void) {
  return createForm({
    endpoint: answerChallenge,
    initial: { password: '', trustDevice: false },
    toInput: () => ({ params: { id } }),
    check: ({ password }) => (password ? [] : [{ field: 'password', code: 'required' }]),
    onDone: (answer) => {
      if ('nextScreen' in answer) onSession(answer);
    },
  });
}

function keep(step: SignInStep, identifier: string): void {
  if ('challenge' in step) keepStep('sign-in', { step, identifier } satisfies Kept, step.challenge.expiresInSec * 1000);
  else forgetStep('sign-in');
}

function codeStep(challenge: ChallengeBody, isNewDevice: boolean): SignInStep {
  const againAtMs = environment().nowMs() + (challenge.resendInSec ?? 0) * 1000;
  return { kind: 'code', challenge, againAtMs, isNewDevice };
}

export type SignInStore = ReturnType<typeof createSignIn>;
