import { atom } from 'nanostores';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { request } from '#stores/protected-call.ts';
import type { SessionBegun } from '../begin-session.ts';
import { consentDigest } from '../consent-digest.ts';
import { createForm, given } from '../form/form.store.ts';
import { openScreen } from '../router.ts';

/** A registration whose code was sent. */
export interface Registration {
  readonly registrationId: string;
  readonly maskedPhone: string;
  readonly resendInSec: number;
  readonly expiresInSec: number;
}

export type RegistrationStep =
  | { readonly kind: 'data' }
  | { readonly kind: 'code'; readonly registration: Registration }
  | { readonly kind: 'password'; readonly registrationId: string; readonly registrationToken: string };

const EMPTY = {
  documentType: 'DNI',
  documentNumber: '',
  phone: '',
  email: '',
  acceptTerms: false,
  acceptPrivacy: false,
  acceptMarketing: false,
};

/** Registration: personal data, code by SMS, password; then there is a session. One store per visit. */
export function createRegistration(
  onSession: (session: SessionBegun) => void | Promise<void>,
  consentWords: readonly string[],
) {
  const $step = atom<RegistrationStep>({ kind: 'data' });
  /** Kept so that a wrong number can be corrected without retyping the rest. */
  let typed = EMPTY;

  // The receipt identifies the exact consent texts by their digest (domain 2.19).
  let textVersion = '';
  consentDigest(consentWords).then((digest) => {
    textVersion = digest;
  });

  const dataForm = () =>
    createForm({
      endpoint: startRegistration,
      initial: typed,
      toBody: (values) => {
        typed = values;
        return { ...given(values), textVersion };
      },
      onDone: (registration) => $step.set({ kind: 'code', registration }),
    });

  const codeForm = ({ registrationId }: Registration) =>
    createForm({
      endpoint: verifyRegistration,
      initial: { code: '', trustDevice: false },
      toInput: () => ({ params: { id: registrationId } }),
      toBody: ({ code }) => given({ code }),
      onDone: ({ existingClient, registrationToken, nextScreen }) => {
        if (existingClient || !registrationToken) openScreen(nextScreen);
        else $step.set({ kind: 'password', registrationId, registrationToken });
      },
    });

  const passwordForm = ({ registrationId, registrationToken }: RegistrationStep & { readonly kind: 'password' }) =>
    createForm({
      endpoint: completeRegistration,
      initial: { password: '' },
      toInput: () => ({ params: { id: registrationId } }),
      toBody: (values) => ({ registrationToken, ...given(values) }),
      onDone: onSession,
    });

  /** Sends another code to the same number; resolves to whether it was sent. */
  const sendAgain = async ({ registrationId }: Registration, channel: 'SMS' | 'VOICE'): Promise<boolean> => {
    const answer = await request(resendRegistrationCode, { params: { id: registrationId }, body: { channel } });
    return answer.kind === 'ok';
  };

  const correctData = () => $step.set({ kind: 'data' });
  return { $step, dataForm, codeForm, passwordForm, sendAgain, correctData };
}

export type RegistrationStore = ReturnType<typeof createRegistration>;
