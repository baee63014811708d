import { useState } from 'react';
import type { ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { LOCALES } from '#i18n/locale.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { NoteAct } from './note-act.tsx';
import { PendingChangeNote } from './pending-change.tsx';
import { Setting, SettingLink } from './setting.tsx';
import { createDetailsForm, createEmailConfirmation } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

interface Props extends ScreenProps<SettingsTextKey> {
  readonly profile: ProfileBody;
  readonly reload: () => Promise<void>;
}

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** The client's data, masked, and what can be changed here. */
export function Contact({ profile, reload, ...props }: Props) {
  const { say, locale } = props;
  const { firstName, lastName1, lastName2, document, phone, altPhone, email, address, payday } = profile;
  const unknown = say('settings_unknown');
  const name = [firstName, lastName1, lastName2].filter(Boolean).join(' ') || unknown;
  const isUnconfirmed = email && !email.verified && !email.pending;
  const emailText =
    email && say(email.verified ? 'settings_email_confirmed' : 'settings_email_open', { email: email.value });
  const day = payday && say('settings_payday_of', { day: payday });
  const more = [day, altPhone, say(`settings_language_${profile.language}`)].filter(Boolean).join(' · ');
  return (
    <>
      <SettingLink name={say('settings_name')} value={name} />
      <SettingLink name={say('settings_document')} value={document ? `${document.type} ${document.masked}` : unknown} />
      <Setting
        id="contact-email"
        name={say('settings_email')}
        value={emailText ?? unknown}
        isOpen={Boolean(isUnconfirmed || email?.pending)}
      >
        {isUnconfirmed && <Unconfirmed {...props} email={email.value} />}
        {email?.pending && (
          <PendingChangeNote kind="EMAIL" change={email.pending} reload={reload} say={say} locale={locale} />
        )}
        <p>
          <a className="btn line sm" href={screenHref('profile-settings-edit-email')}>
            {say('settings_email_edit')}
          </a>
        </p>
      </Setting>
      <Setting
        id="contact-phone"
        name={say('settings_phone')}
        value={phone?.masked ?? unknown}
        isOpen={Boolean(phone?.pending)}
      >
        {phone?.pending && (
          <PendingChangeNote kind="PHONE" change={phone.pending} reload={reload} say={say} locale={locale} />
        )}
        <p>
          <a className="btn line sm" href={screenHref('profile-settings-edit-phone')}>
            {say('settings_phone_edit')}
          </a>
        </p>
      </Setting>
      <SettingLink
        name={say('settings_address')}
        value={address?.line ?? unknown}
        href={screenHref('profile-settings-edit-address')}
        label={say('settings_address_edit')}
      />
      <Setting id="contact" name={say('settings_more')} value={more}>
        <Details key={profile.version} {...props} profile={profile} reload={reload} />
      </Setting>
    </>
  );
}

/** The note about a mailbox that has not answered yet: until then nothing that opens the account is sent there. */
function Unconfirmed({ email, say }: Pick<Props, 'say'> & { readonly email: string }) {
  const [sending] = useState(() => createEmailConfirmation(() => notify(say('settings_email_sent', { email }))));
  return (
    <Note look="warn">
      <p>{say('settings_email_pending', { email })}</p>
      <NoteAct act={sending} label={say('settings_email_again')} say={say} />
    </Note>
  );
}

function Details({ profile, reload, ...props }: Props) {
  const { say } = props;
  const form = useForm(() => createDetailsForm(profile, saved), props);
  function saved() {
    notify(say('settings_saved'));
    reload();
  }
  return (
    <Form form={form} say={say} submit={say('settings_save')}>
      <SelectField
        {...form.text('payday')}
        label={say('settings_payday')}
        blank={say('form_choose')}
        options={DAYS.map((day) => ({ value: day, label: say('settings_payday_of', { day }) }))}
      />
      <TextField
        {...form.text('altPhone')}
        label={say('settings_alt_phone_new')}
        help={say('settings_alt_phone_help')}
        optional={say('form_optional')}
        type="tel"
        prefix="+51"
        width="m"
      />
      <SelectField
        {...form.text('language')}
        label={say('settings_language')}
        options={LOCALES.map((value) => ({ value, label: say(`settings_language_${value}`) }))}
      />
    </Form>
  );
}
