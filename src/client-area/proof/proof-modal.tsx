import { useState } from 'react';
import type { Challenge } from '#api/auth.ts';
import { answerChallenge } from '#api/endpoints/answer-challenge.ts';
import { provePassword } from '#api/endpoints/prove-password.ts';
import { startStepUp } from '#api/endpoints/start-step-up.ts';
import type { Reauth } from '#api/errors.ts';
import { environment } from '#stores/environment.ts';
import { CodeField } from '#ui/field/code-field.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { useCountdown } from '../countdown.ts';
import { createForm } from '../form/form.store.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';

interface Props extends Pick<ScreenProps, 'say' | 'sayError'> {
  readonly reauth: Reauth;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Ids of two forms on one page must differ. */
const PREFIX = 'proof-';

/**
 * Asks for the proof a call is waiting for: the password, or a code by SMS. What was going on behind it stays as it is
 * and goes on afterwards (domain 2.1.1).
 */
export function ProofModal(props: Props) {
  const { reauth, say, onCancel } = props;
  const [challenge, setChallenge] = useState<Challenge>();
  const [method, setMethod] = useState(reauth.methods[0] ?? 'otp');
  const hasBoth = reauth.methods.length > 1;
  return (
    <Modal title={say('reauth_title')} onCancel={onCancel}>
      <p>{say(reauth.level === 'full' ? 'reauth_text_full' : 'reauth_text_purpose')}</p>
      {method === 'password' && <PasswordForm {...props} />}
      {method === 'otp' && !challenge && <SendForm {...props} onSent={setChallenge} />}
      {method === 'otp' && challenge && (
        <CodeForm key={challenge.id} {...props} challenge={challenge} onSent={setChallenge} />
      )}
      <div className="row">
        {hasBoth && (
          <button
            type="button"
            className="btn quiet sm"
            onClick={() => setMethod(method === 'password' ? 'otp' : 'password')}
          >
            {say(method === 'password' ? 'reauth_code_send' : 'reauth_use_password')}
          </button>
        )}
        <button type="button" className="btn quiet sm" onClick={onCancel}>
          {say('reauth_cancel')}
        </button>
      </div>
    </Modal>
  );
}

function PasswordForm(props: Props) {
  const { reauth, say, onDone } = props;
  const form = useForm(
    () =>
      createForm({
        endpoint: provePassword,
        initial: { password: '' },
        toBody: ({ password }) => ({ ...purposeOf(reauth), ...(password && { password }) }),
        onDone,
      }),
    props,
    PREFIX,
  );
  const texts = { show: say('client_show_password'), hide: say('client_hide_password') };
  return (
    <Form form={form} say={say} submit={say('reauth_go')}>
      <PasswordField
        {...form.text('password')}
        label={say('reauth_password')}
        autoComplete="current-password"
        texts={texts}
      />
    </Form>
  );
}

interface SendProps extends Props {
  readonly onSent: (challenge: Challenge) => void;
}

function SendForm(props: SendProps) {
  const form = useForm(
    () =>
      createForm({
        endpoint: startStepUp,
        initial: {},
        toBody: () => purposeOf(props.reauth),
        onDone: ({ challenge }) => props.onSent(challenge),
      }),
    props,
    PREFIX,
  );
  return (
    <Form form={form} say={props.say} submit={props.say('reauth_code_send')}>
      {null}
    </Form>
  );
}

function CodeForm(props: SendProps & { readonly challenge: Challenge }) {
  const { challenge, say, onDone, onSent, reauth } = props;
  const form = useForm(
    () =>
      createForm({
        endpoint: answerChallenge,
        initial: { code: '' },
        toInput: () => ({ params: { id: challenge.id } }),
        onDone,
      }),
    props,
    PREFIX,
  );
  const [againAtMs] = useState(() => environment().nowMs() + challenge.resendInSec * 1000);
  const seconds = useCountdown(againAtMs);
  return (
    <>
      <Form form={form} say={say} submit={say('reauth_go')}>
        <CodeField
          {...form.text('code')}
          label={say('reauth_code')}
          help={challenge.maskedPhone ? say('reauth_code_sent', { phone: challenge.maskedPhone }) : undefined}
        />
      </Form>
      {seconds > 0 ? (
        <p className="small mute">{say('reauth_code_again_in', { count: seconds })}</p>
      ) : (
        <SendForm {...props} reauth={reauth} onSent={onSent} />
      )}
    </>
  );
}

function purposeOf({ purpose }: Reauth): { readonly purpose?: string } {
  return purpose ? { purpose } : {};
}
