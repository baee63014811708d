import { useState } from 'react';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { Setting } from './setting.tsx';
import { createClosingForm, createKeepAccount } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

interface Props extends ScreenProps<SettingsTextKey> {
  /** The day the account will be closed; undefined without a request. */
  readonly closesOn: string | undefined;
  readonly reload: () => Promise<void>;
}

/** Closing the account: what is deleted and what the law requires to be kept; and withdrawing the request. */
export function Closing({ closesOn, reload, ...props }: Props) {
  const { say } = props;
  if (closesOn) return <Going {...props} closesOn={closesOn} reload={reload} />;
  return (
    <Setting id="closing" name={say('settings_close')} value={say('settings_close_open')}>
      <p>{say('settings_close_text')}</p>
      <p>{say('settings_close_gone')}</p>
      <p>{say('settings_close_kept')}</p>
      <Close {...props} reload={reload} />
    </Setting>
  );
}

const OBSTACLES: ReadonlyMap<string, SettingsTextKey> = new Map(
  Object.entries<SettingsTextKey>({
    open_loan: 'settings_close_open_loan',
    open_application: 'settings_close_open_application',
    open_complaint: 'settings_close_open_complaint',
    credit_balance: 'settings_close_credit_balance',
  }),
);

function Close({ reload, ...props }: Omit<Props, 'closesOn'>) {
  const { say } = props;
  const form = useForm(() => createClosingForm(reload), props, 'closing-');
  const failureText = ({ code }: FormFailure) => {
    const key = OBSTACLES.get(code);
    return key && say(key);
  };
  return (
    <Form form={form} say={say} submit={say('settings_close_go')} failureText={failureText}>
      <CheckField {...form.check('understood')} label={say('settings_close_understood')} />
    </Form>
  );
}

function Going({ closesOn, reload, say }: Props & { readonly closesOn: string }) {
  const [keeping] = useState(() =>
    createKeepAccount(() => {
      notify(say('settings_kept'));
      reload();
    }),
  );
  const state = useStore(keeping.$state);
  return (
    <Note look="warn" title={say('settings_closing', { date: formatDate(closesOn) })}>
      <p>{say('settings_closing_text')}</p>
      <button type="button" className="btn" aria-disabled={state === 'busy' || undefined} onClick={keeping.run}>
        {say(state === 'busy' ? 'form_busy' : 'settings_keep')}
      </button>
      <p className="small" role="alert">
        {state === 'failed' && say('settings_keep_failed')}
      </p>
    </Note>
  );
}
