import { atom } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { createForm } from '#client-area/form/form.store.ts';
import { request } from '#stores/protected-call.ts';
import { pictureOf } from './picture.ts';

/**
 * `asking` and `link-sent` come before the e-mail, the other three after its link; without a mailbox the picture comes
 * first.
 */
export type RecoveryStep = 'asking' | 'link-sent' | 'picture' | 'waiting' | 'expired' | 'mailbox' | 'mailbox-asked';

/** The fault of the picture; undefined without any. */
export type PictureError = FieldCode | 'failed' | undefined;

/** Creates the recovery of an account whose phone is lost; one store per visit. */
export function createRecovery(token: string | undefined) {
  const $step = atom<RecoveryStep>(token ? 'picture' : 'asking');
  const $picture = atom<{ readonly isSending: boolean; readonly error?: PictureError }>({ isSending: false });

  const form = () =>
    createForm({
      endpoint: requestPhoneRecovery,
      initial: { documentType: 'DNI', documentNumber: '', email: '', birthDate: '', newPhone: '' },
      onDone: () => $step.set('link-sent'),
    });

  const mailboxForm = () =>
    createForm({
      endpoint: requestMailboxRecovery,
      initial: { documentType: 'DNI', documentNumber: '', birthDate: '', email: '', picture: '' },
      onDone: () => $step.set('mailbox-asked'),
    });

  const sendPicture = async (file: Blob) => {
    if ($picture.get().isSending || !token) return;
    $picture.set({ isSending: true });
    const picture = await pictureOf(file).catch(() => undefined);
    if (picture === undefined) return $picture.set({ isSending: false, error: 'unsupported_type' });
    const answer = await request(sendRecoveryPicture, { body: { token, picture } }, { saysFailure: true });
    $picture.set({ isSending: false });
    if (answer.kind === 'ok') $step.set('waiting');
    else if (answer.kind === 'refused' && answer.status === 410) $step.set('expired');
    else $picture.set({ isSending: false, error: refusedCode(answer) ?? 'failed' });
  };
  return { $step, $picture, form, mailboxForm, sendPicture };
}

function refusedCode(answer: CallResult<unknown>): FieldCode | undefined {
  return answer.kind === 'refused' ? answer.error?.fieldErrors?.[0]?.code : undefined;
}

export type RecoveryStore = ReturnType<typeof createRecovery>;
