import { atom, type ReadableAtom } from 'nanostores';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { type Again, againOf } from '#client-area/sign-in/again.ts';
import type { CodeValues } from '#client-area/sign-in/code-step.tsx';
import { forgetStep, keepStep, keptStep } from '#client-area/steps/kept-step.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';

type PhoneStep =
  /** `isOver`: the previous code is no longer valid. */
  | { readonly kind: 'number'; readonly isOver?: boolean }
  /** The time from which another code may be requested, milliseconds since 1970. */
  | { readonly kind: 'code'; readonly challenge: ChallengeBody; readonly againAtMs: number }
  | { readonly kind: 'done'; readonly masked: string; readonly countsAt: string };

/** The data with which a reload continues; another code goes to the same number. */
interface Kept {
  readonly step: PhoneStep & { readonly kind: 'code' };
  readonly newPhone: string;
}

interface PhoneChange {
  readonly $step: ReadableAtom<PhoneStep>;
  readonly numberForm: () => FormStore<{ readonly newPhone: string }>;
  readonly codeForm: () => FormStore<CodeValues>;
  /** Sends another code to the same number. */
  readonly sendAgain: () => Promise<Again>;
  readonly startAgain: () => void;
}

/**
 * Creates the change of the number: the password and a code (428), then a code to the new number; the number counts a
 * day later.
 */
export function createPhoneChange(): PhoneChange {
  const kept = keptStep<Kept>('phone');
  const $step = atom<PhoneStep>(kept?.step ?? { kind: 'number' });
  /** Kept so that a wrong digit can be corrected and another code sent. */
  let newPhone = kept?.newPhone ?? '';
  /** The current challenge: another code replaces it. */
  let challengeId = kept?.step.challenge.id ?? '';
  const asked = (challenge: ChallengeBody) => {
    challengeId = challenge.id;
    const againAtMs = environment().nowMs() + (challenge.resendInSec ?? 0) * 1000;
    const step = { kind: 'code', challenge, againAtMs } as const;
    keepStep('phone', { step, newPhone } satisfies Kept, challenge.expiresInSec * 1000);
    $step.set(step);
  };
  const end = (step: PhoneStep) => {
    forgetStep('phone');
    $step.set(step);
  };

  return {
    $step,
    numberForm: () =>
      createForm({
        endpoint: changePhone,
        initial: { newPhone },
        toBody: given,
        onDone: ({ challenge }, values) => {
          newPhone = values.newPhone;
          asked(challenge);
        },
      }),
    codeForm: () =>
      createForm({
        endpoint: confirmPhone,
        initial: { code: '', trustDevice: false } as CodeValues,
        toBody: ({ code }) => ({ challengeId, ...given({ code }) }),
        onDone: ({ pending }) => end({ kind: 'done', masked: pending.masked, countsAt: pending.countsAt }),
        onRefused: ({ status }) => {
          if (status !== 410) return false;
          end({ kind: 'number', isOver: true });
          return true;
        },
      }),
    sendAgain: async () => {
      const answer = await request(changePhone, { body: { newPhone } }, { saysFailure: true });
      if (answer.kind === 'ok') asked(answer.value.challenge);
      return againOf(answer);
    },
    startAgain: () => end({ kind: 'number' }),
  };
}
