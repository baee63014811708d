import { useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { EmailMeant } from '#client-area/form/email-meant.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { TextField } from '#ui/field/text-field.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { EditColumns, EditPage } from '../edit-page.tsx';
import { PendingChangeNote } from '../pending-change.tsx';
import { createEmailForm, createProfile } from './edit-email.store.ts';
import type { EditEmailTextKey } from './texts.ts';

type Props = ScreenProps<EditEmailTextKey>;

/** Changing the e-mail: requires a proof, and takes effect when the new mailbox has confirmed it. */
export function Screen(props: Props) {
  const { say } = props;
  const profile = useLoaded(createProfile);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <EditPage title={say('edit_email_title')}>
      <LoadedView store={profile} look="form" say={say}>
        {({ email }) => (
          <EditColumns
            now={email && say('edit_email_now', { email: email.value })}
            lead={say('edit_email_lead')}
            say={say}
          >
            {email?.pending && !sentTo && (
              <PendingChangeNote
                kind="EMAIL"
                change={email.pending}
                reload={profile.load}
                say={say}
                locale={props.locale}
              />
            )}
            <div role="status">
              {sentTo && (
                <Note look="ok" title={say('edit_email_sent', { email: sentTo })} sign={<AnyIcon name="mail" />}>
                  <p>{say('edit_email_sent_text')}</p>
                </Note>
              )}
            </div>
            {!sentTo && <Ask {...props} onSent={setSentTo} />}
          </EditColumns>
        )}
      </LoadedView>
    </EditPage>
  );
}

function Ask({ onSent, ...props }: Props & { readonly onSent: (email: string) => void }) {
  const { say } = props;
  const form = useForm(() => createEmailForm(onSent), props);
  return (
    <Form form={form} say={say} submit={say('edit_email_go')}>
      <TextField
        {...form.text('newEmail')}
        label={say('edit_email_new')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <EmailMeant {...form.text('newEmail')} say={say} />
      <p className="small mute">{say('edit_email_note')}</p>
    </Form>
  );
}
