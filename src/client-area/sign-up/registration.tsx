import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { MARKETING_BOX_KEYS, registrationWords } from '#i18n/consent-words.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form } from '../form/form.tsx';
import { PhoneField } from '../form/phone-field.tsx';
import { useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import type { SessionBegun } from '../session/begin-session.ts';
import { codeFailure } from '../sign-in/code-failure.tsx';
import { LaterCodeStep } from '../sign-in/later-code-step.tsx';
import { focusHeading } from '../steps/step-focus.ts';
import { useStore } from '../use-store.ts';
import { DocumentTypeField, useDocumentForm } from './document-type-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { createRegistration, type RegistrationStep, type RegistrationStore } from './registration.store.ts';
import type { RegistrationTextKey } from './registration-texts.ts';

interface Props extends Pick<ScreenProps<RegistrationTextKey>, 'say' | 'sayError' | 'locale'> {
  readonly title: string;
  readonly lead: string;
  /** Rendered beside the forms, or below them. */
  readonly children?: ReactNode;
  readonly onSession: (session: SessionBegun) => void | Promise<void>;
}

/**
 * Registration, on one page: document and telephone, and once they are sent, the code and a password in their place.
 */
export function Registration({ title, lead, children, onSession, locale, ...words }: Props) {
  const { say } = words;
  const [store] = useState(() => createRegistration(onSession, registrationWords(say)));
  const step = useStore(store.$step);
  const place = useHeadingOfData(step.kind);
  return (
    <div className="entry" ref={place}>
      <div className="asks stack-l">
        <div className="stack-s">
          <h1>{step.kind === 'data' ? title : say('sign_up_code_title')}</h1>
          {step.kind === 'data' && <p className="mute">{lead}</p>}
        </div>
        {step.kind === 'data' && <DataStep {...words} locale={locale} store={store} />}
        {step.kind === 'code' && <PhoneStep {...words} store={store} step={step} />}
        {step.kind === 'password' && <PasswordStep {...words} store={store} step={step} />}
      </div>
      {children}
    </div>
  );
}

/** Moves the focus to the heading when the client returns to the data; the step of the code takes the focus itself. */
function useHeadingOfData(kind: RegistrationStep['kind']): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(kind);
  useEffect(() => {
    if (kind === 'data' && before.current !== kind) focusHeading(place.current);
    before.current = kind;
  }, [kind]);
  return place;
}

interface StepProps extends Pick<Props, 'say' | 'sayError'> {
  readonly store: RegistrationStore;
}

function DataStep({ store, locale, ...words }: StepProps & { readonly locale: Locale }) {
  const { say } = words;
  const form = useDocumentForm(store.dataForm, words);
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
      <PhoneField {...form.text('phone')} label={say('sign_up_phone')} help={say('sign_up_phone_help')} />
      <TextField
        {...form.text('email')}
        label={say('sign_up_email')}
        help={say('sign_up_email_help')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <CheckField {...form.check('acceptTerms')} label={<Consent say={say} locale={locale} />} />
      <details className="ask">
        <summary className="tapl">{say('sign_up_offers')}</summary>
        <fieldset className="stack-s">
          <legend className="sr">{say('marketing_agree')}</legend>
          <p className="small mute">{say('sign_up_marketing_help')}</p>
          {MARKETING_BOX_KEYS.map((key) => (
            <CheckField key={key} {...form.check(key)} label={say(key)} />
          ))}
        </fieldset>
      </details>
    </Form>
  );
}

/** The consent: one sentence for both; the links open in a new tab, so that the form is not lost. */
function Consent({ say, locale }: Pick<Props, 'say' | 'locale'>) {
  const link = (words: 'sign_up_terms_link' | 'sign_up_privacy_link', slug: string) => (
    <a href={localePath(locale, slug)} target="_blank" rel="noopener">
      {say(words)}
      <span className="sr"> {say('sign_up_new_tab')}</span>
    </a>
  );
  return (
    <>
      {say('sign_up_terms')} {link('sign_up_terms_link', 'terminos')} {say('sign_up_privacy')}{' '}
      {link('sign_up_privacy_link', 'privacidad')}
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
  const minutes = Math.round(registration.expiresInSec / 60);
  return (
    <LaterCodeStep
      form={form}
      say={say}
      help={say('code_lead', { phone: store.phone(), minutes })}
      takesFocus
      againAtMs={againAtMs}
      onAgain={(channel) => store.sendAgain(registration, channel)}
      onStartAgain={store.correctData}
      startAgain={say('code_change_number')}
      submit={say('sign_up_password_go')}
      email={store.email()}
      hasCall
    >
      <NewPasswordField field={form.text('password')} say={say} />
    </LaterCodeStep>
  );
}

interface PasswordStepProps extends StepProps {
  readonly step: RegistrationStep & { readonly kind: 'password' };
}

function PasswordStep({ store, step, ...words }: PasswordStepProps) {
  const { say } = words;
  const form = useForm(() => step.form, words);
  return (
    <>
      <Form form={form} say={say} submit={say('sign_up_password_go')}>
        <NewPasswordField field={form.text('password')} say={say} />
      </Form>
      <button type="button" className="btn quiet sm" onClick={store.correctData}>
        {say('code_start_again')}
      </button>
    </>
  );
}
