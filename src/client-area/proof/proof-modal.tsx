import { useEffect, useState } from 'react';
import type { Reauth } from '#api/errors.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { environment } from '#stores/environment.ts';
import { CodeField } from '#ui/field/code-field.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useCountdown } from '../countdown.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import { createProof, type ProofStore } from './proof.store.ts';

interface Props extends Pick<ScreenProps, 'say' | 'sayError'> {
  readonly reauth: Reauth;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Prefix of the ids: the screen's own form may have a password field too. */
const PREFIX = 'proof-';

/**
 * Asks for the proof that a request needs: the password, or a code by SMS. The screen behind it keeps its state and
 * continues afterwards (domain 2.1.1).
 */
export function ProofModal({ reauth, onDone, onCancel, ...words }: Props) {
  const { say } = words;
  const [store] = useState(() => createProof(reauth, onDone));
  const step = useStore(store.$step);
  const sendCode = () => store.start('otp');
  // A second press while a code is being sent would send another code and invalidate the first.
  const isOpen = step.kind !== 'starting';
  // A step-up with the password and a code has them one after the other.
  const isChoice = reauth.level === 'full' || reauth.methods.length === 1;
  return (
    <Modal title={say('reauth_title')} onCancel={onCancel}>
      <p>{say(reauth.level === 'full' ? 'reauth_text_full' : 'reauth_text_purpose')}</p>
      {step.kind === 'starting' && <Skeleton label={say('client_loading')} />}
      {step.kind === 'failed' && (
        <Note look="bad">
          <p>{say('errors.form.failed')}</p>
        </Note>
      )}
      {step.kind === 'password' && <PasswordView {...words} store={store} challenge={step.challenge} />}
      {step.kind === 'code' && (
        <CodeView key={step.challenge.id} {...words} store={store} challenge={step.challenge} onAgain={sendCode} />
      )}
      <div className="row">
        {isOpen && isChoice && step.kind !== 'code' && reauth.methods.includes('otp') && (
          <button type="button" className="btn line" onClick={sendCode}>
            {say('reauth_code_send')}
          </button>
        )}
        {isOpen && isChoice && step.kind !== 'password' && reauth.methods.includes('password') && (
          <button type="button" className="btn quiet" onClick={() => store.start('password')}>
            {say('reauth_use_password')}
          </button>
        )}
        <button type="button" className="btn quiet" onClick={onCancel}>
          {say('reauth_cancel')}
        </button>
      </div>
    </Modal>
  );
}

interface ViewProps extends Pick<ScreenProps, 'say' | 'sayError'> {
  readonly store: ProofStore;
  readonly challenge: ChallengeBody;
}

function PasswordView({ store, challenge, ...words }: ViewProps) {
  const { say } = words;
  useFocusOn('password');
  const form = useForm(() => store.form(challenge, 'password'), words, PREFIX);
  return (
    <Form form={form} say={say} submit={say('reauth_go')}>
      <PasswordField
        {...form.text('password')}
        label={say('reauth_password')}
        autoComplete="current-password"
        texts={{ show: say('client_show_password'), hide: say('client_hide_password') }}
      />
    </Form>
  );
}

/** The pressed button disappears, so the focus moves to the new field. */
function useFocusOn(field: 'password' | 'code'): void {
  useEffect(() => document.getElementById(`${PREFIX}${field}`)?.focus(), [field]);
}

function CodeView({ store, challenge, onAgain, ...words }: ViewProps & { readonly onAgain: () => void }) {
  const { say } = words;
  useFocusOn('code');
  const { maskedPhone, maskedEmail, resendInSec = 0 } = challenge;
  const sentTo = maskedPhone ?? maskedEmail;
  const form = useForm(() => store.form(challenge, 'code'), words, PREFIX);
  const [againAtMs] = useState(() => environment().nowMs() + resendInSec * 1000);
  const seconds = useCountdown(againAtMs);
  return (
    <>
      <Form form={form} say={say} submit={say('reauth_go')}>
        <CodeField
          {...form.text('code')}
          label={say(maskedEmail ? 'reauth_code_mail' : 'reauth_code')}
          help={sentTo && say('reauth_code_sent', { phone: sentTo })}
        />
      </Form>
      {seconds > 0 ? (
        <p className="small mute">{say('reauth_code_again_in', { count: seconds })}</p>
      ) : (
        <button type="button" className="btn quiet sm" onClick={onAgain}>
          {say('reauth_code_again')}
        </button>
      )}
    </>
  );
}
