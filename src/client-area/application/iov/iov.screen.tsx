import { useState } from 'react';
import type { CallOutput } from '#api/call.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoaded, LOADING } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import type { IdentityPicture } from '#loan/application-decisions.ts';
import { BeforeSending } from '../form-steps/before-sending.tsx';
import { StepColumns } from '../form-steps/step-columns.tsx';
import { DocumentUpload } from './document-upload.tsx';
import { createIov, type IovStore, PICTURE_TYPES } from './iov.store.ts';
import type { IovTextKey } from './texts.ts';

type Props = ScreenProps<IovTextKey>;
type Application = CallOutput<typeof getApplication>;

/** Help that holds for every picture stands at the first one, because three of them leave little room on a phone. */
const PICTURE_TEXTS = {
  dniFrontId: { label: 'iov_dni_front', help: ['iov_picture_help', 'iov_pictures_text'] },
  dniBackId: { label: 'iov_dni_back', help: [] },
  selfieId: { label: 'iov_selfie', help: ['iov_selfie_help'] },
} as const satisfies Record<IdentityPicture, { readonly label: IovTextKey; readonly help: readonly IovTextKey[] }>;

/** The last step: pictures where required, the providers that are asked, and what the device check reads. */
export function Screen(props: Props) {
  const { say } = props;
  const application = useLoaded(() => createLoaded(getApplication, {}));
  const known = useStore(application.$state, { ssr: () => LOADING });
  const asksPictures = known.kind === 'ready' && known.value.identityPictures.length > 0;
  return (
    <StepColumns
      {...props}
      head={{
        step: 'iov',
        title: say(asksPictures ? 'iov_title_pictures' : 'iov_title'),
        backHref: screenHref('application-financial'),
        back: say('step_to_financial'),
      }}
      store={application}
      applicationOf={(value) => value}
    >
      {(value) => <Step {...props} application={value} />}
    </StepColumns>
  );
}

function Step({ application, ...props }: Props & { readonly application: Application }) {
  const { say } = props;
  const [store] = useState(() => createIov(application, (picture) => say(PICTURE_TEXTS[picture].label)));
  const form = useForm(() => store.form, props);
  return (
    <Form form={form} say={say} submit={say('iov_send')}>
      {store.pictures.length > 0 && <Pictures {...props} store={store} form={form} />}
      <BeforeSending say={say} asked={application.asked} isBrief={store.pictures.length > 0} />
      <div className="stack-s">
        <p className="small">{say('iov_agree')}</p>
        <p className="small">{say('iov_automated')}</p>
      </div>
    </Form>
  );
}

interface PicturesProps extends Props {
  readonly store: IovStore;
  readonly form: ReturnType<typeof useForm<ReturnType<IovStore['form']['$state']['get']>['values']>>;
}

function Pictures({ store, form, say, sayError }: PicturesProps) {
  return (
    <>
      {store.pictures.map(({ name, upload }) => {
        const { id, error, errorWord } = form.text(name);
        return (
          <DocumentUpload
            key={name}
            {...{ id, error, errorWord, say, sayError }}
            store={upload}
            type={PICTURE_TYPES[name]}
            label={say(PICTURE_TEXTS[name].label)}
            help={PICTURE_TEXTS[name].help.map((key) => say(key)).join(' ') || undefined}
          />
        );
      })}
    </>
  );
}
