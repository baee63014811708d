import { useEffect, useState } from 'react';
import type { Reauth } from '#api/errors.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { CodeField } from '#ui/field/code-field.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Form, generalText } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import { codeFailure } from '../sign-in/code-failure.tsx';
import { useCountdown } from '../steps/countdown.ts';
import { useStore } from '../use-store.ts';
import { createProof, type ProofStep, type ProofStore } from './proof.store.ts';

interface Props extends Pick<ScreenProps, 'say' | 'sayError'> {
  readonly reauth: Reauth;
  /** The body of the waiting request. */
  readonly act?: unknown;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Prefix of the ids, because the screen's own form may have a password field too. */
const PREFIX = 'proof-';

/**
 * Asks for the proof that a request needs: the password, or a code by SMS. The screen behind it keeps its state and
 * continues afterwards (domain 2.1.1).
 */
export function ProofModal({ reauth, act, onDone, onCancel, ...words }: Props) {
  const { say } = words;
  const [store] = useState(() => createProof(reauth, onDone, act));
  const step = useStore(store.$step);
  const sendCode = () => store.start('otp');
  // A second press while a code is being sent would send another code and invalidate the first.
  const isOpen = step.kind !== 'starting';
  // A step-up that takes the password and a code asks for one after the other.
  const isChoice = reauth.level === 'full' || reauth.methods.length === 1;
  return (
    <Modal title={say('reauth_title')} onCancel={onCancel}>
      <p>{say(reauth.level === 'full' ? 'reauth_text_full' : 'reauth_text_purpose')}</p>
      {step.kind === 'starting' && <Skeleton label={say('client_loading')} />}
      {step.kind === 'failed' && (
        <Note look="bad">
          <p>{codeFailure(step.failure, say) ?? generalText(step.failure, say)}</p>
        </Note>
      )}
      {step.kind === 'password' && <PasswordView {...words} store={store} challenge={step.challenge} />}
      {step.kind === 'code' && (
        <CodeView key={step.challenge.id} {...words} store={store} step={step} onAgain={sendCode} />
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
}

function PasswordView({ store, challenge, ...words }: ViewProps & { readonly challenge: ChallengeBody }) {
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

/** Moves the focus to the new field, because the pressed button disappears. */
function useFocusOn(field: 'password' | 'code'): void {
  useEffect(() => document.getElementById(`${PREFIX}${field}`)?.focus(), [field]);
}

interface CodeProps extends ViewProps {
  readonly step: ProofStep & { readonly kind: 'code' };
  readonly onAgain: () => void;
}

function CodeView({ store, step, onAgain, ...words }: CodeProps) {
  const { say } = words;
  useFocusOn('code');
  const { challenge, againAtMs } = step;
  const { maskedPhone, maskedEmail } = challenge;
  const sentTo = maskedPhone ?? maskedEmail;
  const form = useForm(() => store.form(challenge, 'code'), words, PREFIX);
  const seconds = useCountdown(againAtMs);
  return (
    <>
      <Form form={form} say={say} submit={say('reauth_go')} failureText={(failure) => codeFailure(failure, say)}>
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
