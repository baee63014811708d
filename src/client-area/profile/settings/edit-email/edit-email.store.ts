import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';

export const createProfile = () => createLoaded(getProfile, { query: { view: 'full' } });

type Values = Readonly<Record<'newEmail', string>>;

/** Asks for a code (428) and goes on by itself; then the new mailbox has to say yes. */
export function createEmailForm(onSent: (newEmail: string) => void): FormStore<Values> {
  return createForm({
    endpoint: changeEmail,
    initial: { newEmail: '' } as Values,
    toBody: given,
    onDone: (_, { newEmail }) => onSent(newEmail.trim()),
  });
}
