import { useState } from 'react';
import type { ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { PhoneField } from '#client-area/form/phone-field.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { limaInstant } from '#client-area/loan-parts/date-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { codeFailure } from '#client-area/sign-in/code-failure.tsx';
import { CodeStep } from '#client-area/sign-in/code-step.tsx';
import { useStore } from '#client-area/use-store.ts';
import { Note } from '#ui/note/note.tsx';
import { EditColumns, EditPage } from '../edit-page.tsx';
import { PendingChangeNote } from '../pending-change.tsx';
import { createProfile } from '../settings.store.ts';
import { createPhoneChange } from './edit-phone.store.ts';
import type { EditPhoneTextKey } from './texts.ts';

type Props = ScreenProps<EditPhoneTextKey>;
type Change = ReturnType<typeof createPhoneChange>;
type CodeProps = Props & {
  readonly change: Change;
  readonly step: ReturnType<Change['$step']['get']> & { readonly kind: 'code' };
};

/** Changing the phone: requires the password, and takes effect with the code sent to the new number. */
export function Screen(props: Props) {
  const { say } = props;
  const profile = useLoaded(createProfile);
  return (
    <EditPage title={say('edit_phone_title')}>
      <LoadedView store={profile} look="form" say={say}>
        {({ phone }) => <Steps {...props} phone={phone} reload={profile.load} />}
      </LoadedView>
    </EditPage>
  );
}

function Steps({
  phone,
  reload,
  ...props
}: Props & Pick<ProfileBody, 'phone'> & { readonly reload: () => Promise<void> }) {
  const { say } = props;
  const [change] = useState(createPhoneChange);
  const step = useStore(change.$step);
  return (
    <EditColumns now={phone && say('edit_phone_now', { phone: phone.masked })} lead={say('edit_phone_lead')} say={say}>
      <div role="status">
        {step.kind === 'done' && (
          <Note
            look="ok"
            title={say('edit_phone_done', { phone: step.masked, when: limaInstant(step.countsAt, props.locale) })}
          >
            <p>{say('edit_phone_done_text')}</p>
          </Note>
        )}
        {step.kind === 'number' && step.isOver && (
          <Note look="warn">
            <p>{say('edit_phone_over')}</p>
          </Note>
        )}
      </div>
      {step.kind === 'number' && (
        <>
          {phone?.pending && (
            <PendingChangeNote kind="PHONE" change={phone.pending} reload={reload} say={say} locale={props.locale} />
          )}
          <NumberStep {...props} change={change} />
        </>
      )}
      {step.kind === 'code' && <Code {...props} change={change} step={step} />}
    </EditColumns>
  );
}

function NumberStep({ change, ...props }: Props & { readonly change: Change }) {
  const { say } = props;
  const form = useForm(change.numberForm, props);
  return (
    <Form form={form} say={say} submit={say('edit_phone_go')} failureText={(failure) => codeFailure(failure, say)}>
      <PhoneField {...form.text('newPhone')} label={say('edit_phone_new')} />
      <p className="small mute">{say('edit_phone_note')}</p>
    </Form>
  );
}

function Code({ change, step, ...props }: CodeProps) {
  const { say } = props;
  const form = useForm(change.codeForm, props);
  const { challenge, againAtMs } = step;
  const { maskedPhone = '', expiresInSec } = challenge;
  return (
    <>
      <p>{say('code_lead', { phone: maskedPhone, minutes: Math.round(expiresInSec / 60) })}</p>
      <CodeStep
        form={form}
        say={say}
        againAtMs={againAtMs}
        onAgain={change.sendAgain}
        onStartAgain={change.startAgain}
        startAgain={say('code_change_number')}
      />
    </>
  );
}
