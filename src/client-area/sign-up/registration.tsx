import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { MARKETING_BOX_KEYS, registrationWords } from '#i18n/consent-words.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Steps } from '#ui/steps/steps.tsx';
import type { SessionBegun } from '../begin-session.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import { CodeStep, codeFailure } from '../sign-in/code-step.tsx';
import { useStepFocus } from '../step-focus.ts';
import { DocumentTypeField } from './document-type-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { createRegistration, type RegistrationStep, type RegistrationStore } from './registration.store.ts';
import type { RegistrationTextKey } from './registration-texts.ts';

interface Props extends Pick<ScreenProps<RegistrationTextKey>, 'say' | 'sayError' | 'locale'> {
  readonly title: string;
  readonly lead: string;
  /** Rendered between the heading and the first form. */
  readonly children?: ReactNode;
  readonly onSession: (session: SessionBegun) => void | Promise<void>;
}

const STEPS = ['data', 'code', 'password'] as const;
const STEP_NAMES = {
  data: 'sign_up_step_data',
  code: 'sign_up_step_phone',
  password: 'sign_up_step_password',
} as const;

/** Registration in three steps: personal data, code, password. */
export function Registration({ title, lead, children, onSession, locale, ...words }: Props) {
  const { say } = words;
  const [store] = useState(() => createRegistration(onSession, registrationWords(say)));
  const step = useStore(store.$step);
  const number = STEPS.indexOf(step.kind) + 1;
  const label = say('client_step', { step: number, total: STEPS.length });
  const place = useStepFocus(step.kind);
  return (
    <div className="stack-l" ref={place}>
      <Steps step={number} of={STEPS.length} label={label} name={say(STEP_NAMES[step.kind])} />
      {step.kind === 'data' && (
        <>
          <div className="stack-s">
            <h1>{title}</h1>
            <p className="mute">{lead}</p>
          </div>
          {children}
          <DataStep {...words} locale={locale} store={store} />
        </>
      )}
      {step.kind === 'code' && <PhoneStep {...words} store={store} step={step} />}
      {step.kind === 'password' && <PasswordStep {...words} store={store} step={step} />}
    </div>
  );
}

interface StepProps extends Pick<Props, 'say' | 'sayError'> {
  readonly store: RegistrationStore;
}

function DataStep({ store, locale, ...words }: StepProps & { readonly locale: Locale }) {
  const { say } = words;
  const form = useForm(store.dataForm, words);
  const type = form.state.values.documentType === 'CE' ? 'CE' : 'DNI';
  return (
    <Form form={form} say={say} submit={say('sign_up_go')} failureText={(failure) => codeFailure(failure, say)}>
      <DocumentTypeField field={form.text('documentType')} say={say} />
      <TextField
        {...form.text('documentNumber')}
        label={say(`sign_up_number_${type}`)}
        help={say(`sign_up_number_help_${type}`)}
        inputMode={type === 'DNI' ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        width="m"
      />
      <TextField
        {...form.text('phone')}
        label={say('sign_up_phone')}
        help={say('sign_up_phone_help')}
        type="tel"
        autoComplete="tel-national"
        prefix="+51"
        width="m"
      />
      <TextField
        {...form.text('email')}
        label={say('sign_up_email')}
        help={say('sign_up_email_help')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <div className="card flat">
        <fieldset className="stack-s">
          <legend className="strong">{say('marketing_agree')}</legend>
          <p className="small mute">{say('sign_up_marketing_help')}</p>
          {MARKETING_BOX_KEYS.map((key) => (
            <CheckField key={key} {...form.check(key)} label={say(key)} />
          ))}
        </fieldset>
      </div>
      <div>
        <CheckField
          {...form.check('acceptTerms')}
          label={<Consent say={say} words="sign_up_terms" href={localePath(locale, 'terminos')} />}
        />
        <CheckField
          {...form.check('acceptPrivacy')}
          label={<Consent say={say} words="sign_up_privacy" href={localePath(locale, 'privacidad')} />}
        />
      </div>
    </Form>
  );
}

interface ConsentProps extends Pick<Props, 'say'> {
  readonly words: 'sign_up_terms' | 'sign_up_privacy';
  readonly href: string;
}

/** Opens in a new tab, so that the form is not lost. */
function Consent({ say, words, href }: ConsentProps) {
  return (
    <>
      {say(words)}{' '}
      <a href={href} target="_blank" rel="noopener">
        {say(`${words}_link`)} <span className="sr">{say('sign_up_new_tab')}</span>
      </a>
    </>
  );
}

function PhoneStep({
  store,
  step,
  ...words
}: StepProps & { readonly step: RegistrationStep & { readonly kind: 'code' } }) {
  const { say } = words;
  const { registration, againAtMs } = step;
  const form = useForm(() => store.codeForm(registration), words);
  const { maskedPhone, expiresInSec } = registration;
  return (
    <>
      <div className="stack-s">
        <h1>{say('sign_up_code_title')}</h1>
        <p className="mute">{say('code_lead', { phone: maskedPhone, minutes: Math.round(expiresInSec / 60) })}</p>
      </div>
      <CodeStep
        form={form}
        say={say}
        againAtMs={againAtMs}
        onAgain={(channel) => store.sendAgain(registration, channel)}
        onStartAgain={store.correctData}
        startAgain={say('code_change_number')}
        hasCall
      />
    </>
  );
}

interface PasswordStepProps extends StepProps {
  readonly step: RegistrationStep & { readonly kind: 'password' };
}

function PasswordStep({ store, step, ...words }: PasswordStepProps) {
  const { say } = words;
  const form = useForm(() => store.passwordForm(step), words);
  return (
    <>
      <div className="stack-s">
        <h1>{say('sign_up_password_title')}</h1>
        <p className="mute">{say('sign_up_password_lead')}</p>
      </div>
      <Form form={form} say={say} submit={say('sign_up_password_go')}>
        <NewPasswordField field={form.text('password')} say={say} />
      </Form>
      <button type="button" className="btn quiet sm" onClick={store.correctData}>
        {say('code_start_again')}
      </button>
    </>
  );
}
