import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { consentDigest } from '#client-area/form/consent-digest.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { $acceptMarketing } from '#stores/accept-marketing.ts';

type Channels = Readonly<Record<'sms' | 'email' | 'call' | 'whatsapp', boolean>>;

export const createPreferences = () => createLoaded(getNotificationPreferences, {});

/**
 * Creates the form of the consents.
 * @param channels the client's current choices
 * @param words the texts on the screen, because a consent refers to what was shown
 */
export function createMarketingForm(
  channels: Channels,
  words: readonly string[],
  onSaved: () => void,
): FormStore<Channels> {
  let textVersion: string | undefined;
  consentDigest(words).then((digest) => {
    textVersion = digest;
  });
  return createForm({
    endpoint: setMarketingConsent,
    initial: channels,
    toBody: (values) => {
      const acceptMarketing = Object.values(values).some(Boolean);
      return acceptMarketing ? { acceptMarketing, channels: values, textVersion } : { acceptMarketing };
    },
    onDone: ({ value }) => {
      $acceptMarketing.set(value);
      onSaved();
    },
  });
}
