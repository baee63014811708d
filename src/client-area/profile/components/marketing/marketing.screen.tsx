import type { CallOutput } from '#api/call.ts';
import type { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { limaInstant } from '#client-area/loan-parts/date-text.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { marketingWords } from '#i18n/consent-words.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { createMarketingForm, createPreferences } from './marketing.store.ts';
import type { MarketingTextKey } from './texts.ts';

type Props = ScreenProps<MarketingTextKey>;
type Consent = CallOutput<typeof getNotificationPreferences>['marketing'];

const CHANNELS = ['sms', 'email', 'call', 'whatsapp'] as const;

/** Consent to offers, per channel; boxes start ticked only for channels the client has agreed to. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(createPreferences);
  return (
    <div className="wrap form-page stack-l">
      <div className="stack-s">
        <h1>{say('marketing_title')}</h1>
        <p className="lead">{say('marketing_lead')}</p>
      </div>
      <LoadedView store={store} look="form" say={say}>
        {({ marketing }) => <Choice {...props} key={marketing.changedAt} consent={marketing} reload={store.load} />}
      </LoadedView>
    </div>
  );
}

function Choice({ consent, reload, ...props }: Props & { readonly consent: Consent; readonly reload: () => void }) {
  const { say, locale } = props;
  const form = useForm(() => {
    return createMarketingForm(consent.channels, marketingWords(say), () => {
      notify(say('marketing_saved'));
      reload();
    });
  }, props);
  return (
    <div className="cols main even">
      <div>
        <div className="card grow">
          <Form form={form} say={say} submit={say('marketing_save')}>
            <fieldset className="stack-s">
              <legend className="legend-l">{say('marketing_agree')}</legend>
              {CHANNELS.map((name) => (
                <CheckField key={name} {...form.check(name)} label={say(`marketing_${name}`)} />
              ))}
            </fieldset>
          </Form>
        </div>
      </div>
      <aside>
        <TitledSection id="marketing-today" look="card flat stack grow" title={say('edit_today')}>
          <p>
            {consent.changedAt
              ? say('marketing_since', { when: limaInstant(consent.changedAt, locale) })
              : say('marketing_never')}
          </p>
          <p className="floor">
            <a className="tapl" href={screenHref('profile-settings')}>
              {say('edit_email_back')}
            </a>
          </p>
        </TitledSection>
      </aside>
    </div>
  );
}
