import { atom, type ReadableAtom } from 'nanostores';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import type { CodeValues } from '#client-area/sign-in/code-step.tsx';
import { request } from '#stores/protected-call.ts';

type PhoneStep =
  /** `isOver`: the previous code is no longer valid. */
  | { readonly kind: 'number'; readonly isOver?: boolean }
  | { readonly kind: 'code'; readonly challenge: ChallengeBody }
  | { readonly kind: 'done'; readonly masked: string; readonly countsAt: string };

interface PhoneChange {
  readonly $step: ReadableAtom<PhoneStep>;
  readonly numberForm: () => FormStore<{ readonly newPhone: string }>;
  readonly codeForm: () => FormStore<CodeValues>;
  /** Sends another code to the same number; resolves to whether it was sent. */
  readonly sendAgain: () => Promise<boolean>;
  readonly startAgain: () => void;
}

/** Changing the number: the password and a code (428), then a code to the new number; it counts a day later. */
export function createPhoneChange(): PhoneChange {
  const $step = atom<PhoneStep>({ kind: 'number' });
  /** Kept so that a wrong digit can be corrected and another code sent. */
  let newPhone = '';
  /** The current challenge: another code replaces it. */
  let challengeId = '';
  const asked = (challenge: ChallengeBody) => {
    challengeId = challenge.id;
    if ($step.get().kind !== 'code') $step.set({ kind: 'code', challenge });
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
        onDone: ({ pending }) => $step.set({ kind: 'done', masked: pending.masked, countsAt: pending.countsAt }),
        onRefused: ({ status }) => {
          if (status !== 410) return false;
          $step.set({ kind: 'number', isOver: true });
          return true;
        },
      }),
    sendAgain: async () => {
      const answer = await request(changePhone, { body: { newPhone } });
      if (answer.kind === 'ok') asked(answer.value.challenge);
      return answer.kind === 'ok';
    },
    startAgain: () => $step.set({ kind: 'number' }),
  };
}
