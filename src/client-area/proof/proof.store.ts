import { atom } from 'nanostores';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import type { Reauth } from '#api/errors.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { isSigning } from '#api/signing.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { createForm, type FormFailure, given } from '../form/form.store.ts';
import { againOf } from '../sign-in/again.ts';
import { forgetStep, keepStep, keptStep } from '../steps/kept-step.ts';

export type ProofStep =
  /** A code can be sent; nothing has been sent yet. */
  | { readonly kind: 'send-code' | 'starting' }
  /** Nothing was sent; beyond a limit, until the limit ends. */
  | { readonly kind: 'failed'; readonly failure: FormFailure }
  | { readonly kind: 'password'; readonly challenge: ChallengeBody }
  /** The time from which another code may be requested, milliseconds since 1970. */
  | { readonly kind: 'code'; readonly challenge: ChallengeBody; readonly againAtMs: number };

/** A code that was sent, and its request, so that after a reload the same request continues with it. */
interface Kept {
  readonly asks: string;
  readonly step: ProofStep;
}

/**
 * Creates one proof that a request waits for.
 * @param onDone called once it was given
 * @param act the request's body, because a code that signs names what it signs, and is good for that alone
 */
export function createProof({ level, purpose: asked, methods }: Reauth, onDone: () => void, act?: unknown) {
  const purpose = asked ?? 'full';
  const $step = atom<ProofStep>({ kind: 'starting' });
  /** A step-up needs every method, one after the other; being fully signed in again needs one. */
  const left = level === 'stepUp' ? methods.filter((method) => method !== methods[0]) : [];
  const signs = isSigning(purpose) && { act: act as Record<string, unknown> };
  // Only a request that signs is named: others may contain a password, which must never be kept.
  const asks = JSON.stringify({ purpose, ...signs });

  const start = async (method: 'password' | 'otp') => {
    $step.set({ kind: 'starting' });
    const answer = await request(startStepUp, { body: { purpose, method, ...signs } }, { saysFailure: true });
    if (answer.kind !== 'ok') {
      const failure = againOf(answer);
      return typeof failure === 'object' ? $step.set({ kind: 'failed', failure }) : undefined;
    }
    const { challenge } = answer.value;
    if (method === 'password') return $step.set({ kind: 'password', challenge });
    const againAtMs = environment().nowMs() + (challenge.resendInSec ?? 0) * 1000;
    const step = { kind: 'code', challenge, againAtMs } as const;
    keepStep('proof', { asks, step } satisfies Kept, challenge.expiresInSec * 1000);
    $step.set(step);
  };

  /**
   * Continues with the code that was sent before a reload, because a second one would cost an SMS and end the first.
   */
  const open = (method: 'password' | 'otp') => {
    const kept = method === 'otp' ? keptStep<Kept>('proof') : undefined;
    if (kept?.asks === asks) $step.set(kept.step);
    else start(method);
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
        if (next) return open(next);
        forgetStep('proof');
        onDone();
      },
      onRefused: ({ status }) => {
        // Its tries are used up.
        if (status === 410) forgetStep('proof');
        return false;
      },
    });

  // An SMS costs money, so it is sent at once only for an action the client has just requested, else on a press.
  if (methods.includes('password')) open('password');
  else if (purpose !== 'full') open('otp');
  else $step.set({ kind: 'send-code' });
  return { $step, start, form };
}

export type ProofStore = ReturnType<typeof createProof>;
