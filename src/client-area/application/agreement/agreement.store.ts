import { atom, type ReadableAtom } from 'nanostores';
import type { CallOutput } from '#api/call.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { environment } from '#stores/environment.ts';
import { followOtherWindow, openNextScreen } from '../parts/next-step.ts';

export type Agreement = CallOutput<typeof getAgreement>;

/**
 * The consents, each with its own box; their texts come with the documents, because they are part of what is signed.
 */
export const ACCEPTANCES = ['contract', 'hojaResumen', 'dataProcessing'] as const;
export type Acceptances = Readonly<Record<(typeof ACCEPTANCES)[number], boolean>>;

/** `accept`: ticking the boxes. `sign`: a code was sent. */
export type SigningStep =
  | { readonly kind: 'accept' }
  /** When another code may be requested, milliseconds since 1970. */
  | { readonly kind: 'sign'; readonly challenge: ChallengeBody; readonly againAtMs: number };

export interface AgreementStore {
  readonly agreement: LoadedStore<Agreement>;
  readonly $step: ReadableAtom<SigningStep>;
  /** The documents were replaced during signing. */
  readonly $hasChanged: ReadableAtom<boolean>;
  readonly acceptForm: () => FormStore<Acceptances>;
  readonly signForm: (agreement: Agreement) => FormStore<{ readonly code: string }>;
  /** Sends another code. */
  readonly againForm: () => FormStore<Readonly<Record<never, never>>>;
  readonly backToBoxes: () => void;
}

const NOTHING: Acceptances = { contract: false, hojaResumen: false, dataProcessing: false };

/** The documents and their signature: the boxes, then the code. Nothing is owed before the code is submitted. */
export function createAgreement(): AgreementStore {
  const agreement = createLoaded(getAgreement, {});
  const $step = atom<SigningStep>({ kind: 'accept' });
  const $hasChanged = atom(false);
  let accepted = NOTHING;

  const sent = ({ challenge }: CallOutput<typeof sendAgreementCode>) =>
    $step.set({
      kind: 'sign',
      challenge,
      againAtMs: environment().nowMs() + (challenge.resendInSec ?? 0) * 1000,
    });

  const acceptForm = () =>
    createForm({
      endpoint: sendAgreementCode,
      initial: accepted,
      check: (values) => ACCEPTANCES.flatMap((field) => (values[field] ? [] : [{ field, code: 'required' as const }])),
      onDone: (answer, values) => {
        accepted = values;
        $hasChanged.set(false);
        sent(answer);
      },
      onRefused: followOtherWindow,
    });

  const againForm = () =>
    createForm({ endpoint: sendAgreementCode, initial: {}, onDone: sent, onRefused: followOtherWindow });

  const signForm = ({ agreementId, documents }: Agreement) =>
    createForm({
      endpoint: signAgreement,
      initial: { code: '' },
      toBody: ({ code }) => ({
        agreementId,
        ...(code && { code }),
        documents: documents.map(({ id, sha256 }) => ({ id, sha256 })),
        acceptances: accepted,
      }),
      onDone: openNextScreen,
      onRefused: (answer) => {
        const { error } = answer;
        if (error?.code !== 'document_changed') return followOtherWindow(answer);
        // The boxes were ticked for other documents: they are cleared.
        accepted = NOTHING;
        $hasChanged.set(true);
        $step.set({ kind: 'accept' });
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
    backToBoxes: () => $step.set({ kind: 'accept' }),
  };
}
