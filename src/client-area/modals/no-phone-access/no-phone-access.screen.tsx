import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { normaliseDate } from '#api/field-rules/birth-date.ts';
import { Form } from '#client-area/form/form.tsx';
import { PhoneField } from '#client-area/form/phone-field.tsx';
import { pictureTexts } from '#client-area/form/picture-texts.ts';
import type { BoundField } from '#client-area/form/use-form.ts';
import { BackLink } from '#client-area/frame/back-link.tsx';
import { Contacts } from '#client-area/frame/contacts.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { tokenOf } from '#client-area/session/token-of.ts';
import { DocumentTypeField, useDocumentForm } from '#client-area/sign-up/document-type-field.tsx';
import { useStepFocus } from '#client-area/steps/step-focus.ts';
import { useStore } from '#client-area/use-store.ts';
import { DateField } from '#ui/field/date-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { FileUpload } from '#ui/file-upload/file-upload.tsx';
import { createRecovery, type RecoveryStore } from './no-phone-access.store.ts';
import { pictureOf } from './picture.ts';
import type { NoPhoneAccessTextKey } from './texts.ts';

/** Comes with the first letter of an address, so that the fields of visitors' pages stay in one small file. */
const EmailMeant = lazy(() =>
  import('#client-area/form/email-meant.tsx').then((module) => ({ default: module.EmailMeant })),
);

type Props = ScreenProps<NoPhoneAccessTextKey>;
type PartProps = Props & { readonly store: RecoveryStore };

/** The anchor that the forgotten password leads to without a mailbox. */
const MAILBOX_HASH = '#mailbox';

/** `/modals/no-phone-access`: another number for a client who does not get codes on the old one, or another mailbox. */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(() => createRecovery(tokenOf()));
  const step = useStore(store.$step);
  const place = useStepFocus(step);
  // The link's token must not stay in the address, where it could be seen or shared.
  useEffect(() => {
    if (window.location.hash === MAILBOX_HASH) store.$step.set('mailbox');
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [store]);
  return (
    <div className="wrap narrow form-page stack-l" ref={place}>
      <BackLink href={screenHref('sign-in')}>{say('forgot_back')}</BackLink>
      {step === 'asking' && <Asking {...props} store={store} />}
      {step === 'mailbox' && <AskMailbox {...props} store={store} />}
      {step === 'mailbox-asked' && <Ending title={say('no_mailbox_asked')}>{say('no_mailbox_asked_text')}</Ending>}
      {step === 'link-sent' && <Ending title={say('no_phone_sent')}>{say('no_phone_sent_text')}</Ending>}
      {step === 'picture' && <Picture {...props} store={store} />}
      {step === 'waiting' && <Ending title={say('no_phone_waiting')}>{say('no_phone_waiting_text')}</Ending>}
      {step === 'expired' && (
        <Ending title={say('reset_expired')}>
          {say('no_phone_expired_text')} <a href={screenHref('modals-no-phone-access')}>{say('reset_again')}</a>
        </Ending>
      )}
      {step === 'asking' && (
        <button type="button" className="btn line wide" onClick={() => store.$step.set('mailbox')}>
          {say('forgot_no_email')}
        </button>
      )}
      <p className="small">
        {say('no_phone_help')} <Contacts />
      </p>
    </div>
  );
}

const MAILBOX_STEPS = ['no_mailbox_step_person', 'no_mailbox_step_link', 'no_mailbox_step_password'] as const;
const STEPS = ['no_phone_step_link', 'no_phone_step_selfie', 'no_phone_step_person'] as const;

function Asking(props: PartProps) {
  const { say } = props;
  return (
    <>
      <div className="stack-s">
        <h1>{say('no_phone_title')}</h1>
        <p className="lead">{say('no_phone_lead')}</p>
      </div>
      <How steps={STEPS} say={say} />
      <AskForm {...props} />
    </>
  );
}

interface HowProps extends Pick<Props, 'say'> {
  readonly steps: readonly NoPhoneAccessTextKey[];
  readonly children?: ReactNode;
}

/** The steps that follow, one after the other. */
function How({ steps, children, say }: HowProps) {
  return (
    <section className="card flat stack-s">
      <h2 className="h3">{say('no_phone_steps')}</h2>
      <ol className="numbered">
        {steps.map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
      </ol>
      {children}
    </section>
  );
}

function AskForm({ store, ...props }: PartProps) {
  const { say } = props;
  const form = useDocumentForm(store.form, props);
  return (
    <Form form={form} say={say} submit={say('no_phone_go')}>
      <WhoFields text={form.text} say={say} email={say('no_phone_email')} />
      <PhoneField {...form.text('newPhone')} label={say('no_phone_new_phone')} />
    </Form>
  );
}

/**
 * The form for people without a confirmed mailbox: a person compares the picture, then the mailbox answers a link
 * (domain 2.1.3).
 */
function AskMailbox({ store, ...props }: PartProps) {
  const { say, sayError } = props;
  const form = useDocumentForm(store.mailboxForm, props);
  const [file, setFile] = useState<{ readonly name: string; readonly isUnreadable?: boolean }>();
  const { value, onChange, ...picture } = form.text('picture');
  const take = async ({ name }: File, read: Promise<string>) => {
    const taken = await read.catch(() => '');
    setFile(taken ? { name } : { name, isUnreadable: true });
    onChange(taken);
  };
  return (
    <>
      <h1>{say('no_mailbox_title')}</h1>
      <How steps={MAILBOX_STEPS} say={say}>
        <p className="small mute">{say('no_mailbox_no_phone')}</p>
      </How>
      <Form form={form} say={say} submit={say('no_mailbox_go')}>
        <WhoFields text={form.text} say={say} email={say('no_mailbox_email')} />
        <FileUpload
          {...picture}
          label={say('no_phone_picture_title')}
          help={say('no_phone_picture_lead')}
          error={file?.isUnreadable ? sayError('picture', 'unsupported_type') : picture.error}
          accept="image/*"
          state={value && file ? { kind: 'sent', name: file.name, size: '' } : { kind: 'empty' }}
          onFile={(chosen) => void take(chosen, pictureOf(chosen))}
          {...pictureTexts(say, 'face')}
        />
      </Form>
    </>
  );
}

interface WhoProps extends Pick<Props, 'say'> {
  readonly text: (field: 'documentType' | 'documentNumber' | 'email' | 'birthDate') => BoundField<string>;
  /** The label of the mailbox: of the account, or the one that the client can open. */
  readonly email: string;
}

function WhoFields({ text, say, email }: WhoProps) {
  return (
    <>
      <DocumentTypeField field={text('documentType')} say={say} />
      <TextField {...text('documentNumber')} label={say('no_phone_document')} autoComplete="off" width="m" />
      <DateField
        readDate={normaliseDate}
        {...text('birthDate')}
        label={say('no_phone_birth_date')}
        labels={{ day: say('client_day'), month: say('client_month'), year: say('client_year') }}
        isBirthday
      />
      <TextField {...text('email')} label={email} type="email" autoComplete="email" autoCapitalize="none" />
      {text('email').value && (
        <Suspense>
          <EmailMeant {...text('email')} say={say} />
        </Suspense>
      )}
    </>
  );
}

/** The step opened from the e-mail's link: a picture of the client with their document. */
function Picture({ store, say, sayError }: PartProps) {
  const { isSending, error } = useStore(store.$picture);
  return (
    <>
      <div className="stack-s">
        <h1>{say('no_phone_picture_title')}</h1>
        <p className="lead">{say('no_phone_picture_lead')}</p>
      </div>
      <FileUpload
        id="picture"
        name="picture"
        label={say('no_phone_picture')}
        help={say('no_phone_picture_help')}
        error={error && (error === 'failed' ? say('errors.form.failed') : sayError('picture', error))}
        errorWord={say('client_error')}
        accept="image/*"
        state={isSending ? { kind: 'sending', name: say('no_phone_picture') } : { kind: 'empty' }}
        onFile={store.sendPicture}
        {...pictureTexts(say, 'face')}
      />
    </>
  );
}

function Ending({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}
