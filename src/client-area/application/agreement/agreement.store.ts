import { atom, type ReadableAtom } from 'nanostores';
import type { CallOutput } from '#api/call.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { forgetStep, keepStep, keptStep } from '#client-area/steps/kept-step.ts';
import { environment } from '#stores/environment.ts';
import { followOtherWindow, openNextScreen } from '../any-step/next-step.ts';

export type Agreement = CallOutput<typeof getAgreement>;

/**
 * `accept`: ticking the one box, whose words come with the documents because they are part of what is signed. `sign`: a
 * code was sent.
 */
export type SigningStep = { readonly kind: 'accept' } | CodeSent;

/** A code that signs these papers and no others. */
export interface CodeSent {
  readonly kind: 'sign';
  readonly agreementId: string;
  readonly challenge: ChallengeBody;
  /** The time from which another code may be requested, milliseconds since 1970. */
  readonly againAtMs: number;
}

export interface AgreementStore {
  readonly agreement: LoadedStore<Agreement>;
  readonly $step: ReadableAtom<SigningStep>;
  /** The documents were replaced during signing. */
  readonly $hasChanged: ReadableAtom<boolean>;
  readonly acceptForm: (agreement: Agreement) => FormStore<{ readonly acceptTerms: boolean }>;
  readonly signForm: (agreement: Agreement) => FormStore<{ readonly code: string }>;
  /** Sends another code. */
  readonly againForm: (agreement: Agreement) => FormStore<Readonly<Record<never, never>>>;
}

/**
 * Creates the store of the documents and their signature: the box, then the code. Nothing is owed before the code is
 * submitted.
 */
export function createAgreement(): AgreementStore {
  const agreement = createLoaded(getAgreement, {});
  const kept = keptStep<CodeSent>('signature');
  const $step = atom<SigningStep>(kept ?? { kind: 'accept' });
  const $hasChanged = atom(false);
  // After a reload the client is still at the code, but only for these papers: the code comes only after their box was
  // ticked.
  let acceptedFor = kept?.agreementId;

  const sent = (shown: Agreement, answer: CallOutput<typeof sendAgreementCode>) => $step.set(keepCode(shown, answer));

  const acceptForm = (shown: Agreement) =>
    createForm({
      endpoint: sendAgreementCode,
      initial: { acceptTerms: false },
      check: ({ acceptTerms }) => (acceptTerms ? [] : [{ field: 'acceptTerms', code: 'required' }]),
      onDone: (answer) => {
        acceptedFor = shown.agreementId;
        $hasChanged.set(false);
        sent(shown, answer);
      },
      onRefused: followOtherWindow,
    });

  const againForm = (shown: Agreement) =>
    createForm({
      endpoint: sendAgreementCode,
      initial: {},
      onDone: (answer) => sent(shown, answer),
      onRefused: followOtherWindow,
    });

  const signForm = (shown: Agreement) =>
    createForm({
      endpoint: signAgreement,
      initial: { code: '' },
      toBody: ({ code }) => ({
        ...signed(shown),
        ...(code && { code }),
        acceptTerms: shown.agreementId === acceptedFor,
      }),
      onDone: (state) => {
        forgetStep('signature');
        return openNextScreen(state);
      },
      onRefused: (answer) => {
        const { error } = answer;
        if (error?.code !== 'document_changed') return followOtherWindow(answer);
        // The box was ticked for other documents.
        forgetStep('signature');
        $step.set({ kind: 'accept' });
        $hasChanged.set(true);
        agreement.load();
        return true;
      },
    });

  return {
    agreement,
    $step,
    $hasChanged,
    acceptForm,
    signForm,
    againForm,
  };
}

function signed({ agreementId, documents }: Agreement) {
  return { agreementId, documents: documents.map(({ id, sha256 }) => ({ id, sha256 })) };
}

function keepCode({ agreementId }: Agreement, { challenge }: CallOutput<typeof sendAgreementCode>): CodeSent {
  const againAtMs = environment().nowMs() + (challenge.resendInSec ?? 0) * 1000;
  const step: CodeSent = { kind: 'sign', agreementId, challenge, againAtMs };
  keepStep('signature', step, challenge.expiresInSec * 1000);
  return step;
}
