import { atom } from 'nanostores';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import type { Reauth } from '#api/errors.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { request } from '#stores/protected-call.ts';
import { createForm, given } from '../form/form.store.ts';

export type ProofStep =
  /** A code can be sent; nothing has been sent yet. */
  | { readonly kind: 'send-code' | 'starting' | 'failed' }
  | { readonly kind: 'password' | 'code'; readonly challenge: ChallengeBody };

/** One proof that a request waits for; `onDone` is called once it was given. */
export function createProof({ level, purpose: asked, methods }: Reauth, onDone: () => void) {
  const purpose = asked ?? 'full';
  const $step = atom<ProofStep>({ kind: 'starting' });
  /** A step-up needs every method, one after the other; being fully signed in again needs one. */
  const left = level === 'stepUp' ? methods.filter((method) => method !== methods[0]) : [];

  const start = async (method: 'password' | 'otp') => {
    $step.set({ kind: 'starting' });
    const answer = await request(startStepUp, { body: { purpose, method } });
    if (answer.kind !== 'ok') return $step.set({ kind: 'failed' });
    $step.set({ kind: method === 'password' ? 'password' : 'code', challenge: answer.value.challenge });
  };

  const form = ({ id }: ChallengeBody, field: 'password' | 'code') =>
    createForm({
      endpoint: answerChallenge,
      initial: { [field]: '' } as Record<'password' | 'code', string>,
      toInput: () => ({ params: { id } }),
      toBody: given,
      check: (values) => (values[field] ? [] : [{ field, code: 'required' }]),
      onDone: () => {
        const next = field === 'password' ? left.shift() : undefined;
        if (next) start(next);
        else onDone();
      },
    });

  // An SMS costs money: it is sent at once only for an action the client has just requested, else on a press.
  if (methods.includes('password')) start('password');
  else if (purpose !== 'full') start('otp');
  else $step.set({ kind: 'send-code' });
  return { $step, start, form };
}

export type ProofStore = ReturnType<typeof createProof>;
