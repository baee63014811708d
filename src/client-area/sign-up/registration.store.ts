import { atom } from 'nanostores';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import type { FieldError } from '#api/errors.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { newPassword } from '#api/field-rules/secrets.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { consentDigest } from '../form/consent-digest.ts';
import { createForm, type FormStore, given } from '../form/form.store.ts';
import { openScreen } from '../router.ts';
import type { SessionBegun } from '../session/begin-session.ts';
import { type Again, againOf } from '../sign-in/again.ts';
import { forgetStep, keepStep, keptStep } from '../steps/kept-step.ts';

/** A registration whose code was sent. */
export interface Registration {
  readonly registrationId: string;
  readonly maskedPhone: string;
  readonly resendInSec: number;
  readonly expiresInSec: number;
}

export type RegistrationStep =
  | { readonly kind: 'data' }
  /** The time from which another code may be requested, milliseconds since 1970. */
  | { readonly kind: 'code'; readonly registration: Registration; readonly againAtMs: number }
  /** The code was right and the password was refused: its form says why. */
  | { readonly kind: 'password'; readonly form: FormStore<{ readonly password: string }> };

const TEXTS = { documentType: 'DNI', documentNumber: '', phone: '', email: '' };
/** Never kept: a client who reads them again agrees again. */
const BOXES = {
  /** One box: the terms are accepted, and the notice on data use was read. */
  acceptTerms: false,
  marketing_sms: false,
  marketing_email: false,
  marketing_call: false,
  marketing_whatsapp: false,
};

/** The time for which the server keeps the registration open: until then another code can be sent. */
const KEPT_MS = 30 * 60_000;

/**
 * Creates a registration: document and telephone, then the code by SMS with a password; then there is a session. One
 * store per visit.
 */
export function createRegistration(
  onSession: (session: SessionBegun) => void | Promise<void>,
  consentWords: readonly string[],
) {
  const $step = atom<RegistrationStep>(keptStep('registration') ?? { kind: 'data' });
  const go = (step: RegistrationStep) => {
    // The password must not be kept: it opens the account, and the next person at this tab may be another one.
    if (step.kind === 'code') keepStep('registration', step, KEPT_MS);
    else forgetStep('registration');
    $step.set(step);
  };
  const codeStep = (registration: Registration) => {
    const againAtMs = environment().nowMs() + registration.resendInSec * 1000;
    go({ kind: 'code', registration, againAtMs });
  };
  const correctData = () => go({ kind: 'data' });
  // Kept so that a wrong number is seen as it was typed, and corrected without retyping the rest, also after a reload.
  let typed = { ...TEXTS, ...keptStep<typeof TEXTS>('registration-data'), ...BOXES };

  // The digest of the consent texts, because the receipt identifies the exact texts (domain 2.19).
  let textVersion = '';
  consentDigest(consentWords).then((digest) => {
    textVersion = digest;
  });

  const dataForm = () => {
    const form = createForm({
      endpoint: startRegistration,
      initial: typed,
      toBody: (values) => {
        typed = values;
        return { ...registrationBody(values), textVersion };
      },
      onDone: codeStep,
    });
    form.$state.listen(({ values }) => keepStep('registration-data', values, KEPT_MS));
    return form;
  };

  const codeForm = ({ registrationId }: Registration) =>
    createForm({
      endpoint: verifyRegistration,
      initial: { code: '', trustDevice: false, password: '' },
      toInput: () => ({ params: { id: registrationId } }),
      toBody: ({ code }) => given({ code }),
      check: ({ password }) => passwordErrors(password),
      onDone: async ({ existingClient, registrationToken, nextScreen }, { password }) => {
        forgetStep('registration-data');
        if (existingClient || !registrationToken) {
          forgetStep('registration');
          return openScreen(nextScreen);
        }
        // From here on the code is used up; only the password can still be refused.
        const form = createPasswordForm({ registrationId, registrationToken, password }, onSession, correctData);
        await form.submit();
        if (form.$state.get().failedAttempts > 0) go({ kind: 'password', form });
      },
    });

  /** Sends another code to the same number. */
  const sendAgain = async (registration: Registration, channel: 'SMS' | 'VOICE'): Promise<Again> => {
    const input = { params: { id: registration.registrationId }, body: { channel } };
    const answer = await request(resendRegistrationCode, input, { saysFailure: true });
    if (answer.kind === 'ok') codeStep(registration);
    return againOf(answer);
  };

  const phone = () => mobilePhone.normalise(typed.phone).replace(/^(\+51)(\d{3})(\d{3})/, '$1 $2 $3 ');
  /** The address as it was typed; another one leads back to the data, where it stands. */
  const email = () => ({ value: typed.email, onChange: correctEmail });
  const correctEmail = (meant: string) => {
    typed = { ...typed, email: meant };
    correctData();
  };
  return { $step, dataForm, codeForm, sendAgain, correctData, phone, email };
}

interface Verified {
  readonly registrationId: string;
  readonly registrationToken: string;
  readonly password: string;
}

/** @param onOver the registration has ended meanwhile: it begins again */
function createPasswordForm(
  { registrationId, registrationToken, password }: Verified,
  onSession: (session: SessionBegun) => void | Promise<void>,
  onOver: () => void,
): FormStore<{ readonly password: string }> {
  return createForm({
    endpoint: completeRegistration,
    initial: { password },
    toInput: () => ({ params: { id: registrationId } }),
    toBody: (values) => ({ registrationToken, ...given(values) }),
    onDone: (session) => {
      forgetStep('registration');
      return onSession(session);
    },
    onRefused: ({ status }) => {
      if (status === 410) onOver();
      return status === 410;
    },
  });
}

/** Checks a password before the code is used up; the server compares it with its owner's data. */
function passwordErrors(password: string): FieldError[] {
  const { code } = checkField(newPassword, password);
  return code ? [{ field: 'password', code }] : [];
}

/** Builds the body: the boxes of the marketing consent are one consent with its channels. */
function registrationBody({
  marketing_sms: sms,
  marketing_email: email,
  marketing_call: call,
  marketing_whatsapp: whatsapp,
  ...data
}: typeof TEXTS & typeof BOXES) {
  const channels = { sms, email, call, whatsapp };
  const acceptMarketing = Object.values(channels).some(Boolean);
  return { ...given(data), acceptPrivacy: data.acceptTerms, acceptMarketing, ...(acceptMarketing && { channels }) };
}

export type RegistrationStore = ReturnType<typeof createRegistration>;
