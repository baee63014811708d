import { type ComponentProps, useState } from 'react';
import type { ChallengeBody } from '#api/session-answer.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import type { SessionBegun } from '../begin-session.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { useStepFocus } from '../step-focus.ts';
import { useStore } from '../use-store.ts';
import { LaterCodeStep } from './later-code-step.tsx';
import { createSignIn, type SignInStep, type SignInStore } from './sign-in.store.ts';
import type { SignInFormTextKey } from './sign-in-forms-texts.ts';

interface Props extends Pick<ScreenProps<SignInFormTextKey>, 'say' | 'sayError'> {
  readonly title: string;
  readonly lead: string;
  readonly onSession: (session: SessionBegun) => void;
  /** `?by=code` opens the form that sends a code. */
  readonly byCode?: boolean;
}

/** Sign-in with a password or a code, and the code for a new device: heading and forms, wherever a client signs in. */
export function SignInForms({ title, lead, onSession, byCode = false, ...words }: Props) {
  const [store] = useState(() => createSignIn(onSession, byCode ? 'ask-for-code' : 'password'));
  const step = useStore(store.$step);
  const place = useStepFocus(step.kind);
  return (
    <div className="stack-l" ref={place}>
      {step.kind === 'password-after-code' ? (
        <LastView key={step.challenge.id} {...words} store={store} challenge={step.challenge} />
      ) : step.kind === 'code' ? (
        <CodeView key={step.challenge.id} {...words} store={store} step={step} />
      ) : (
        <>
          <div className="stack-s">
            <h1>{title}</h1>
            <p className="mute">{lead}</p>
          </div>
          {step.kind === 'password' ? <PasswordView {...words} store={store} /> : <AskView {...words} store={store} />}
        </>
      )}
    </div>
  );
}

type ViewProps = Pick<Props, 'say' | 'sayError'> & { readonly store: SignInStore };

function PasswordView({ store, ...words }: ViewProps) {
  const { say } = words;
  const form = useForm(store.passwordForm, words);
  return (
    <div className="stack">
      <Form form={form} say={say} submit={say('sign_in_go')}>
        <TextField
          {...form.text('identifier')}
          label={say('sign_in_identifier')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <KnownPassword {...form.text('password')} say={say} />
      </Form>
      <div className="or">
        <span>{say('sign_in_or')}</span>
      </div>
      <button type="button" className="btn line wide" onClick={store.chooseCode}>
        {say('sign_in_by_code')}
      </button>
    </div>
  );
}

function AskView({ store, ...words }: ViewProps) {
  const { say } = words;
  const form = useForm(store.identifierForm, words);
  return (
    <div className="stack">
      <Form form={form} say={say} submit={say('sign_in_send_code')}>
        <TextField
          {...form.text('identifier')}
          label={say('sign_in_identifier')}
          help={say('sign_in_by_code_help')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      <div className="or">
        <span>{say('sign_in_or')}</span>
      </div>
      <button type="button" className="btn line wide" onClick={store.choosePassword}>
        {say('sign_in_by_password')}
      </button>
    </div>
  );
}

type KnownPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'texts'> &
  Pick<Props, 'say'>;

/** The password the client already has, and the way for those who have forgotten it. */
function KnownPassword({ say, ...field }: KnownPasswordProps) {
  return (
    <div>
      <PasswordField
        {...field}
        label={say('sign_in_password')}
        autoComplete="current-password"
        texts={{ show: say('client_show_password'), hide: say('client_hide_password') }}
      />
      <a className="tapl small" href={screenHref('forgot-password')}>
        {say('sign_in_forgot')}
      </a>
    </div>
  );
}

/** A code alone opens nothing on a device that is not known. */
function LastView({ store, challenge, ...words }: ViewProps & { readonly challenge: ChallengeBody }) {
  const { say } = words;
  const form = useForm(() => store.lastForm(challenge), words);
  return (
    <>
      <div className="stack-s">
        <h1>{say('sign_in_last_title')}</h1>
        <p className="mute">{say('sign_in_last_lead')}</p>
      </div>
      <Form form={form} say={say} submit={say('sign_in_go')}>
        <KnownPassword {...form.text('password')} say={say} />
        <CheckField {...form.check('trustDevice')} label={say('code_trust')} />
      </Form>
    </>
  );
}

function CodeView({ store, step, ...words }: ViewProps & { readonly step: SignInStep & { readonly kind: 'code' } }) {
  const { say } = words;
  const { challenge, againAtMs, isNewDevice } = step;
  const form = useForm(() => store.codeForm(challenge), words);
  const minutes = Math.round(challenge.expiresInSec / 60);
  return (
    <>
      <div className="stack-s">
        <h1>{say('code_title')}</h1>
        {isNewDevice && <p>{say('code_new_device')}</p>}
        <p className="mute">
          {challenge.maskedPhone
            ? say('code_lead', { phone: challenge.maskedPhone, minutes })
            : say('code_lead_unknown')}
        </p>
      </div>
      <LaterCodeStep
        form={form}
        say={say}
        againAtMs={againAtMs}
        onAgain={store.sendAgain}
        onStartAgain={store.choosePassword}
        startAgain={say('code_start_again')}
        asksAboutDevice={isNewDevice}
      />
    </>
  );
}
