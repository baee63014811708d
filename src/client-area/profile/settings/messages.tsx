import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $acceptMarketing } from '#stores/accept-marketing.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { Setting } from './setting.tsx';
import { createMessagesForm, createPreferences, type Preferences } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

type Props = ScreenProps<SettingsTextKey>;

/** Channels for messages about the loan; consent to offers is separate, per channel. */
export function Messages(props: Props) {
  const { say } = props;
  const preferences = useLoaded(createPreferences);
  const state = useStore(preferences.$state);
  const acceptsMarketing = useStore($acceptMarketing);
  return (
    <>
      <Setting
        id="messages"
        name={say('settings_messages')}
        value={state.kind === 'ready' && channelsText(state.value, say)}
      >
        <p className="mute">{say('settings_messages_text')}</p>
        <p>
          <a className="tapl" href={screenHref('profile-notifications')}>
            {say('settings_messages_inbox')}
          </a>
        </p>
        <LoadedView store={preferences} look="lines" say={say}>
          {(value) => <Channels {...props} preferences={value} />}
        </LoadedView>
      </Setting>
      <Setting
        id="marketing"
        name={say('settings_marketing')}
        value={
          acceptsMarketing !== undefined && say(acceptsMarketing ? 'settings_marketing_on' : 'settings_marketing_off')
        }
      >
        <p className="mute">{say('settings_marketing_text')}</p>
        <p>
          <a className="tapl" href={screenHref('profile-components-marketing')}>
            {say('settings_marketing_link')}
          </a>
        </p>
      </Setting>
    </>
  );
}

/** Names the ways in which a client is told of the loan. */
function channelsText({ channels: { email, sms } }: Preferences, say: Props['say']): string {
  const ways = [email && say('settings_channel_email'), sms && say('settings_channel_sms')];
  return ways.filter(Boolean).join(' · ');
}

function Channels({ preferences, ...props }: Props & { readonly preferences: Preferences }) {
  const { say } = props;
  const form = useForm(() => createMessagesForm(preferences, () => notify(say('settings_saved'))), props, 'messages-');
  return (
    <Form form={form} say={say} submit={say('settings_save')}>
      <CheckField {...form.check('email')} label={say('settings_channel_email')} />
      <CheckField {...form.check('sms')} label={say('settings_channel_sms')} />
      <CheckField {...form.check('smsDetails')} label={say('settings_sms_details')} />
    </Form>
  );
}
