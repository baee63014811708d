import { useState } from 'react';
import { recoverPhone } from '#api/endpoints/recover-phone.ts';
import { createForm } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useSite } from '#client-area/site.ts';
import { useStepFocus } from '#client-area/step-focus.ts';
import { DateField } from '#ui/field/date-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import css from './no-phone-access.css?url';
import type { NoPhoneAccessTextKey } from './texts.ts';

export const styles = css;

type Props = ScreenProps<NoPhoneAccessTextKey>;

/** `/modals/no-phone-access`: another number for an account, for whoever can no longer receive its codes. */
export function Screen(props: Props) {
  const { say } = props;
  const [isSent, setSent] = useState(false);
  const place = useStepFocus(String(isSent));
  return (
    <div className="wrap narrow form-page stack-l" ref={place}>
      <a className="tapl small" href={screenHref('sign-in')}>
        <Icon name="arrow-left" />
        {say('forgot_back')}
      </a>
      {isSent ? (
        <div className="stack">
          <h1>{say('no_phone_sent')}</h1>
          <p>{say('no_phone_sent_text')}</p>
        </div>
      ) : (
        <Ask {...props} onSent={() => setSent(true)} />
      )}
      <People say={say} />
    </div>
  );
}

const STEPS = ['no_phone_step_link', 'no_phone_step_selfie', 'no_phone_step_person'] as const;

function Ask({ onSent, ...props }: Props & { readonly onSent: () => void }) {
  const { say } = props;
  const form = useForm(
    () =>
      createForm({
        endpoint: recoverPhone,
        initial: { documentNumber: '', email: '', birthDate: '', newPhone: '' },
        onDone: onSent,
      }),
    props,
  );
  return (
    <>
      <div className="stack-s">
        <h1>{say('no_phone_title')}</h1>
        <p className="lead">{say('no_phone_lead')}</p>
      </div>
      <section className="card flat stack-s">
        <h2 className="h3">{say('no_phone_steps')}</h2>
        <ol className="numbered">
          {STEPS.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ol>
      </section>
      <Form form={form} say={say} submit={say('no_phone_go')}>
        <TextField {...form.text('documentNumber')} label={say('no_phone_document')} autoComplete="off" width="m" />
        <TextField
          {...form.text('email')}
          label={say('no_phone_email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <DateField
          {...form.text('birthDate')}
          label={say('no_phone_birth_date')}
          labels={{ day: say('client_day'), month: say('client_month'), year: say('client_year') }}
          isBirthday
        />
        <TextField
          {...form.text('newPhone')}
          label={say('no_phone_new_phone')}
          type="tel"
          autoComplete="tel-national"
          prefix="+51"
          width="m"
        />
      </Form>
    </>
  );
}

function People({ say }: Pick<Props, 'say'>) {
  const { whatsapp, phone, email } = useSite();
  return (
    <p className="small">
      {say('no_phone_help')}{' '}
      {whatsapp && <a href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`}>WhatsApp {whatsapp}</a>}
      {whatsapp && phone && ', '}
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {(whatsapp || phone) && ', '}
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
