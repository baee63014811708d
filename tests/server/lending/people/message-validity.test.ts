import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { sendEmailConfirmation } from '#api/endpoints/profile/send-email-confirmation.ts';
import { MESSAGE_VALID_MS } from '#server/lending/people/messages/message-validity.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { askForRecovery } from '#tests/support/people/recovery.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const lifeOf = (row: { readonly created_at: Date; readonly until: Date | null } | undefined) =>
  (row?.until?.getTime() ?? 0) - (row?.created_at.getTime() ?? 0);

test('a message holds as long as its code or its link opens something', async () => {
  const { kysely } = lending.db;
  const opens: Record<string, number> = {};
  await begin(lending);
  opens['identity-code'] = lifeOf(
    await kysely
      .selectFrom('challenge')
      .select(['created_at', 'code_expires_at as until'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  const client = await aBorrower(lending, { stepUp: ['change-email'] });
  const { headers, personId } = client;
  /** The link that a call makes, by the template of the letter that takes it to a mailbox. */
  const note = async (kind: 'PASSWORD_RESET' | 'PHONE_RECOVERY' | 'EMAIL_CONFIRM', make: () => Promise<unknown>) => {
    const before = new Set((await kysely.selectFrom('outbox').select('id').execute()).map(({ id }) => id));
    await make();
    const link = await kysely
      .selectFrom('link_token')
      .select(['created_at', 'expires_at as until'])
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const letters = await kysely.selectFrom('outbox').select(['id', 'template', 'channel']).execute();
    const [letter] = letters.filter(({ id, template }) => !before.has(id) && template in MESSAGE_VALID_MS);
    opens[letter?.template ?? 'no letter'] = lifeOf(link);
  };
  await note('PASSWORD_RESET', () =>
    callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } }),
  );
  await note('PHONE_RECOVERY', () => askForRecovery(lending, client));
  await note('EMAIL_CONFIRM', () =>
    callEndpoint(lending, changeEmail, { headers, body: { newEmail: 'n@example.pe' } }),
  );
  await kysely.updateTable('person').set({ email_verified_at: null }).where('id', '=', personId).execute();
  await note('EMAIL_CONFIRM', () => callEndpoint(lending, sendEmailConfirmation, { headers }));
  expect(opens).toEqual(MESSAGE_VALID_MS);
});
