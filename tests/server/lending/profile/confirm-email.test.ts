import { describe, expect, test } from 'vitest';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import {
  acceptedBody,
  callEndpoint,
  fieldCodes,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('204', () => {
  test('the new mailbox says yes: it is the client’s a day later, both are told, and it is on record', {
    tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
  }, async () => {
    const client = await aBorrower(lending, { email: 'ana@example.pe', stepUp: ['change-email'] });
    const { headers, personId } = client;
    await callEndpoint(lending, changeEmail, { headers, body: { newEmail: 'ana.q@example.pe' } });
    const token = await linkTo(lending, 'ana.q@example.pe', 'identity-email-confirm');
    lending.clock.pass({ hours: 2 });
    // Wherever the mailbox is opened: without a session.
    expect((await callEndpoint(lending, confirmEmail, { body: { token } })).status).toBe(204);
    const emailAfter = async (hours: number) => {
      lending.clock.pass({ hours });
      await applyContactChanges(identityContext(lending));
      return readPerson(lending.db.kysely, lending.vault, personId);
    };
    expect((await emailAfter(23))?.email).toBe('ana@example.pe');
    const person = await emailAfter(1);
    expect([person?.email, person?.emailVerifiedAt]).toEqual(['ana.q@example.pe', new Date(lending.clock.now())]);
    for (const address of ['ana@example.pe', 'ana.q@example.pe']) {
      const templates = (await messagesTo(lending, address)).map(({ template }) => template);
      expect(templates).toContain('identity-email-changed');
    }
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
    expect(items.map(({ kind }) => kind)).toContain('EMAIL_CHANGED');
  });
});

describe('400', () => {
  test('without a token there is nothing to confirm', async () => {
    const answer = await callEndpoint(lending, confirmEmail, { body: { token: '' } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['token.required']]);
  });
});

describe('410', () => {
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

    test('is one that was not sent', async () => {
      expect((await confirm('A'.repeat(43))).status).toBe(410);
    });
  });
});
