import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';

export const createProfile = () => createLoaded(getProfile, { query: { view: 'full' } });

type Values = Readonly<Record<'newEmail', string>>;

/**
 * Creates the form of a new e-mail. It requires a code (428) and continues after it; then the new mailbox must confirm.
 */
export function createEmailForm(onSent: (newEmail: string) => void): FormStore<Values> {
  return createForm({
    endpoint: changeEmail,
    initial: { newEmail: '' } as Values,
    toBody: given,
    onDone: (_, { newEmail }) => onSent(emailAddress.normalise(newEmail)),
  });
}
