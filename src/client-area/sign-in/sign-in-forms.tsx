import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { ChallengeBody } from '#api/session-answer.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form } from '../form/form.tsx';
import { type BoundField, useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import type { SessionBegun } from '../session/begin-session.ts';
import { useStepFocus } from '../steps/step-focus.ts';
import { useStore } from '../use-store.ts';
import { LaterCodeStep, loadPasskeys } from './later-code-step.tsx';
import { createSignIn, type FirstStep, type SignInStep, type SignInStore } from './sign-in.store.ts';
import type { SignInFormTextKey } from './sign-in-forms-texts.ts';

interface Props extends Pick<ScreenProps<SignInFormTextKey>, 'say' | 'sayError'> {
  readonly title: string;
  readonly lead: string;
  readonly onSession: (session: SessionBegun) => void;
  /** The way in that opens first. */
  readonly start?: FirstStep;
}

/** Every way in on one page: password, code by SMS, a forgotten password, and the code for a new device. */
export function SignInForms({ title, lead, onSession, start = 'password', ...words }: Props) {
  const { say } = words;
  const [store] = useState(() => createSignIn(onSession, start));
  const step = useStore(store.$step);
  const [passkeyFailure, onFailure] = useState<ReactNode>();
  const place = useStepFocus(step.kind);
  // After the first paint, because it is for those who have a passkey.
  useEffect(() => {
    const offer = loadPasskeys().then((later) => later?.offerPasskeys({ onSession, onFailure, say }));
    return () => {
      offer.then((stop) => stop?.());
    };
  }, [onSession, say]);
  const isPassword = step.kind === 'password';
  const isAsked = step.kind === 'ask-for-code';
  const isForgot = step.kind === 'forgot';
  return (
    <div className="stack-l" ref={place}>
      {step.kind === 'password-after-code' && (
        <LastView key={step.challenge.id} {...words} store={store} challenge={step.challenge} />
      )}
      {step.kind === 'code' && <CodeView {...words} store={store} step={step} />}
      {(isPassword || isAsked) && (
        <>
          <Head title={title} lead={lead} />
          {passkeyFailure}
        </>
      )}
      {isPassword && <PasswordView {...words} store={store} />}
      {isAsked && <AskView {...words} store={store} />}
      {(isForgot || step.kind === 'link-sent') && (
        <>
          <Head
            title={say(isForgot ? 'forgot_title' : 'forgot_sent')}
            lead={say(isForgot ? 'forgot_lead' : 'forgot_sent_text')}
          />
          {isForgot && <ForgotView {...words} store={store} />}
          {/* For people without a confirmed mailbox; the question about a lost telephone follows the link. */}
          <p className="row">
            <a href={`${screenHref('modals-no-phone-access')}#mailbox`}>{say('forgot_no_email')}</a>
            <button type="button" className="btn quiet sm" onClick={() => store.choose('password')}>
              {say('forgot_back')}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

function Head({ title, lead }: Pick<Props, 'title' | 'lead'>) {
  return (
    <div className="stack-s">
      <h1>{title}</h1>
      <p className="mute">{lead}</p>
    </div>
  );
}

type ViewProps = Pick<Props, 'say' | 'sayError'> & { readonly store: SignInStore };

function PasswordView({ store, ...words }: ViewProps) {
  const { say } = words;
  const form = useForm(store.passwordForm, words);
  const { identifier } = form.state.values;
  return (
    <div className="stack">
      <Form form={form} say={say} submit={say('sign_in_go')}>
        <IdentifierField field={form.text('identifier')} say={say} />
        <KnownPassword {...form.text('password')} say={say} onForgot={() => store.choose('forgot', identifier)} />
      </Form>
      <button type="button" className="btn line wide" onClick={() => store.choose('ask-for-code', identifier)}>
        {say('sign_in_by_code')}
      </button>
    </div>
  );
}

function AskView({ store, ...words }: ViewProps) {
  const { say } = words;
  const form = useForm(store.identifierForm, words);
  const { identifier } = form.state.values;
  return (
    <div className="stack">
      <Form form={form} say={say} submit={say('sign_in_send_code')}>
        <IdentifierField field={form.text('identifier')} say={say} help={say('sign_in_by_code_help')} />
      </Form>
      <button type="button" className="btn line wide" onClick={() => store.choose('password', identifier)}>
        {say('sign_in_by_password')}
      </button>
    </div>
  );
}

/** The form that sends a link by e-mail. The answer is the same whether the account exists or not. */
function ForgotView({ store, ...words }: ViewProps) {
  const { say } = words;
  const form = useForm(store.forgotForm, words);
  return (
    <Form form={form} say={say} submit={say('forgot_go')}>
      <IdentifierField field={form.text('identifier')} say={say} />
    </Form>
  );
}

interface IdentifierProps extends Pick<Props, 'say'> {
  readonly field: BoundField<string>;
  readonly help?: string;
}

function IdentifierField({ field, help, say }: IdentifierProps) {
  return (
    <TextField
      {...field}
      label={say('sign_in_identifier')}
      help={help}
      autoComplete="username webauthn"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

type KnownPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'texts'> &
  Pick<Props, 'say'> & { readonly onForgot: () => void };

/** The password the client already has, and the way for those who have forgotten it. */
function KnownPassword({ say, onForgot, ...field }: KnownPasswordProps) {
  return (
    <div>
      <PasswordField
        {...field}
        label={say('sign_in_password')}
        autoComplete="current-password"
        texts={{ show: say('client_show_password'), hide: say('client_hide_password') }}
      />
      <button type="button" className="btn quiet sm" onClick={onForgot}>
        {say('sign_in_forgot')}
      </button>
    </div>
  );
}

/** The password after the code, because a code alone must not open an account on a device that is not known. */
function LastView({ store, challenge, ...words }: ViewProps & { readonly challenge: ChallengeBody }) {
  const { say } = words;
  const form = useForm(() => store.lastForm(challenge), words);
  return (
    <>
      <Head title={say('sign_in_last_title')} lead={say('sign_in_last_lead')} />
      <Form form={form} say={say} submit={say('sign_in_go')}>
        <KnownPassword {...form.text('password')} say={say} onForgot={() => store.choose('forgot')} />
        <CheckField {...form.check('trustDevice')} label={say('code_trust')} />
      </Form>
    </>
  );
}

function CodeView({ store, step, ...words }: ViewProps & { readonly step: SignInStep & { readonly kind: 'code' } }) {
  const { say } = words;
  const { challenge, againAtMs, isNewDevice } = step;
  const form = useForm(store.codeForm, words);
  const minutes = Math.round(challenge.expiresInSec / 60);
  return (
    <>
      <Head
        title={say('code_title')}
        lead={
          challenge.maskedPhone ? say('code_lead', { phone: challenge.maskedPhone, minutes }) : say('code_lead_unknown')
        }
      />
      {isNewDevice && <p>{say('code_new_device')}</p>}
      <LaterCodeStep
        form={form}
        say={say}
        againAtMs={againAtMs}
        onAgain={store.sendAgain}
        onStartAgain={() => store.choose('password')}
        startAgain={say('code_start_again')}
        asksAboutDevice={isNewDevice}
      />
    </>
  );
}
