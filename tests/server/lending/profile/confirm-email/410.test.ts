import { describe, expect, test } from 'vitest';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const confirm = (token: string) => callEndpoint(lending, confirmEmail, { body: { token } });

async function asked(newEmail = 'nueva@example.pe') {
  const client = await aBorrower(lending, { email: 'ana@example.pe', stepUp: ['change-email'] });
  await callEndpoint(lending, changeEmail, { headers: client.headers, body: { newEmail } });
  return { client, token: await linkTo(lending, newEmail, 'identity-email-confirm') };
}

describe('a link that does nothing any more', () => {
  test('is one that was used', async () => {
    const { token } = await asked();
    expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([204, 410]);
  });

  test('is one of yesterday', async () => {
    const { client, token } = await asked();
    lending.clock.pass({ minutes: 24 * 60 + 1 });
    expect((await confirm(token)).status).toBe(410);
    const person = await readPerson(lending.db.kysely, lending.vault, client.personId);
    expect(person?.email).toBe('ana@example.pe');
  });

  test('is one whose place another address has taken', async () => {
    const { client, token } = await asked();
    await callEndpoint(lending, changeEmail, { headers: client.headers, body: { newEmail: 'otra@example.pe' } });
    expect((await confirm(token)).status).toBe(410);
  });

  test('is one that nobody sent', async () => {
    expect((await confirm('A'.repeat(43))).status).toBe(410);
  });
});
