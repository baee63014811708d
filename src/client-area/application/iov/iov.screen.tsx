import { useState } from 'react';
import type { CallOutput } from '#api/call.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { IdentityPicture } from '#loan/application-decisions.ts';
import type { CheckKind } from '#loan/requirements.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { CancelApplication } from '../parts/cancel-application.tsx';
import { DocumentUpload } from '../parts/document-upload.tsx';
import { NoApplication } from '../parts/no-application.tsx';
import { OrderCard } from '../parts/order-card.tsx';
import { Section } from '../parts/section.tsx';
import { StepHead } from '../parts/step-head.tsx';
import { createIov, type IovStore, PICTURE_TYPES } from './iov.store.ts';
import type { IovTextKey } from './texts.ts';

type Props = ScreenProps<IovTextKey>;
type Application = CallOutput<typeof getApplication>;

const PICTURE_TEXTS = {
  dniFrontId: { label: 'iov_dni_front', help: 'iov_picture_help' },
  dniBackId: { label: 'iov_dni_back', help: 'iov_picture_help' },
  selfieId: { label: 'iov_selfie', help: 'iov_selfie_help' },
} as const satisfies Record<IdentityPicture, { readonly label: IovTextKey; readonly help: IovTextKey }>;

/** Step 3: what the device check reads, pictures where required, and submitting. */
export function Screen(props: Props) {
  const { say } = props;
  const application = useLoaded(() => createLoaded(getApplication, {}));
  return (
    <div className="wrap narrow form-page stack-l">
      <StepHead
        step={3}
        name={say('step_iov')}
        title={say('iov_title')}
        backHref={screenHref('application-financial')}
        back={say('step_to_financial')}
        say={say}
      />
      <LoadedView
        store={application}
        look="form"
        say={say}
        refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
      >
        {(value) => <Step {...props} application={value} />}
      </LoadedView>
    </div>
  );
}

function Step({ application, ...props }: Props & { readonly application: Application }) {
  const { say } = props;
  const [store] = useState(() => createIov(application, (picture) => say(PICTURE_TEXTS[picture].label)));
  const form = useForm(() => store.form, props);
  return (
    <>
      <OrderCard selection={application.selection} say={say} />
      <Form form={form} say={say} submit={say('iov_send')}>
        {store.pictures.length > 0 && <Pictures {...props} store={store} form={form} />}
        <Consulted say={say} asked={application.asked} />
        <Section title={say('iov_what')} text={say('iov_why')}>
          <ul className="points">
            <li>
              <Icon name="eye" />
              {say('iov_what_device')}
            </li>
            <li>
              <Icon name="eye" />
              {say('iov_what_network')}
            </li>
            <li className="no">
              <Icon name="close" />
              {say('iov_what_not')}
            </li>
          </ul>
          <p className="small mute">{say('iov_blocker')}</p>
          <CheckField {...form.check('deviceConsent')} label={say('iov_consent')} />
        </Section>
        <p className="small mute">{say('iov_not_binding')}</p>
      </Form>
      <CancelApplication {...props} label={say('giving_up_open')} />
    </>
  );
}

const CHECK_TEXTS = {
  identity: 'iov_check_identity',
  'account-holder': 'iov_check_account',
  bureau: 'iov_check_bureau',
} as const satisfies Record<CheckKind, IovTextKey>;

/** Who is asked about the client before the decision, and what; and whom nobody asks. */
function Consulted({ asked: { checks, provider }, say }: Pick<Props, 'say'> & Pick<Application, 'asked'>) {
  const hasBureau = checks.includes('bureau');
  return (
    <Section title={say('iov_checks')} {...(checks.length > 0 && { text: say('iov_checks_who', { provider }) })}>
      <ul className="points">
        {checks.map((kind) => (
          <li key={kind}>
            <Icon name="eye" />
            {say(CHECK_TEXTS[kind])}
          </li>
        ))}
        {!hasBureau && (
          <li className="no">
            <Icon name="close" />
            {say(checks.length > 0 ? 'iov_check_no_bureau' : 'iov_check_nobody')}
          </li>
        )}
      </ul>
    </Section>
  );
}

interface PicturesProps extends Props {
  readonly store: IovStore;
  readonly form: ReturnType<typeof useForm<ReturnType<IovStore['form']['$state']['get']>['values']>>;
}

function Pictures({ store, form, say, sayError }: PicturesProps) {
  return (
    <Section title={say('iov_pictures')} text={say('iov_pictures_text')}>
      {store.pictures.map(({ name, upload }) => {
        const { id, error, errorWord } = form.text(name);
        return (
          <DocumentUpload
            key={name}
            {...{ id, error, errorWord, say, sayError }}
            store={upload}
            type={PICTURE_TYPES[name]}
            label={say(PICTURE_TEXTS[name].label)}
            help={say(PICTURE_TEXTS[name].help)}
          />
        );
      })}
    </Section>
  );
}
