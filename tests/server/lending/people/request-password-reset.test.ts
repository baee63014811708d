import { describe, expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, PASSWORD } from '#tests/support/people/client.ts';
import { decoysOf, rowsOf } from '#tests/support/people/enumeration.ts';
import { aVisitor, proven } from '#tests/support/people/registration.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

let address = 0;

describe('202', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  const ask = (identifier: string) =>
    callEndpoint(lending, requestPasswordReset, {
      body: { identifier },
      headers: { 'X-Forwarded-For': `203.0.113.${++address}` },
    });

  test('a link goes to the client’s e-mail, in their language', { tags: 'promise-a-forgotten-password' }, async () => {
    const client = await aClient(lending, { language: 'en' });
    const answer = await ask(client.documentNumber);
    expect([answer.status, answer.body]).toEqual([202, { expiresInSec: 1800 }]);
    const [letter] = await messagesTo(lending, client.email);
    expect(letter).toMatchObject({
      template: 'identity-password-reset',
      subject: 'Choose a new password',
      sealed: true,
    });
    expect(letter?.body).toMatch(/^Hello Rosa,\n/);
    expect(letter?.body).toMatch(/http:\/\/localhost:4321\/en\/reset-password\/#token=[\w-]{43}\n/);
  });

  test('somebody who is not known costs the same rows, and what is written for them leads nowhere and never leaves', async () => {
    const client = await aClient(lending);
    const known = await rowsOf(lending, () => ask(client.email));
    const unconfirmed = await aClient(lending);
    const row = lending.db.kysely.updateTable('person').where('id', '=', unconfirmed.personId);
    await row.set({ email_verified_at: null }).execute();
    for (const name of ['nadie@example.pe', unconfirmed.email]) {
      expect(await rowsOf(lending, () => ask(name))).toEqual(known);
    }
    expect(known).toEqual({ links: 1, messages: 1 });
    expect(await decoysOf(lending, 'identity-password-reset')).toMatchObject([
      { withheld_because: 'nobody', sent_at: null },
      { withheld_because: 'nobody', sent_at: null },
    ]);
  });

  test('somebody who is not known gets the same answer', async () => {
    const answer = await ask('nadie@example.pe');
    expect([answer.status, answer.body]).toEqual([202, { expiresInSec: 1800 }]);
    expect(await messagesTo(lending, 'nadie@example.pe')).toEqual([]);
  });

  test('a client whose confirmed e-mail somebody else registers with keeps it as a name, and gets the link', async () => {
    const client = await aClient(lending);
    const { id, token } = await proven(lending, aVisitor({ email: client.email }));
    const body = { registrationToken: token, password: PASSWORD };
    expect((await callEndpoint(lending, completeRegistration, { params: { id }, body })).status).toBe(201);
    expect((await ask(client.email)).status).toBe(202);
    const letters = (await messagesTo(lending, client.email)).filter(({ template }) => /reset/.test(template ?? ''));
    expect(letters.map(({ body }) => /^Hola, Rosa:\n/.test(body))).toEqual([true]);
  });
});

describe('400', () => {
  const lending = withTestLending();

  test('nothing typed names nobody', async () => {
    const answer = await callEndpoint(lending, requestPasswordReset, { body: { identifier: '' } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['identifier.required']]);
  });
});

describe('429', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  test('nobody’s mailbox is filled: three letters an hour for one name, whether anybody has it or not', async () => {
    const { documentNumber } = await aClient(lending);
    for (const identifier of [documentNumber, '70000012']) {
      const statuses = [];
      for (let n = 0; n < 4; n++) {
        const headers = { 'X-Forwarded-For': `203.0.113.${++address}` };
        statuses.push((await callEndpoint(lending, requestPasswordReset, { body: { identifier }, headers })).status);
      }
      expect(statuses).toEqual([202, 202, 202, 429]);
    }
  });

  test('however a client is named and spelled, their mailbox gets three letters an hour, and the answers do not tell that it had enough', async () => {
    const client = await aClient(lending);
    const nobody = { documentNumber: '70000013', phone: '+51970000013', email: 'nadie.mas@example.pe' };
    const ask = async (named: typeof nobody) => {
      const statuses = [];
      for (const spellings of Object.values(spellingsOf(named))) {
        for (const identifier of spellings.slice(0, 9)) {
          const headers = { 'X-Forwarded-For': `203.0.113.${++address}` };
          statuses.push((await callEndpoint(lending, requestPasswordReset, { body: { identifier }, headers })).status);
        }
      }
      return statuses;
    };
    const ofClient = await ask(client);
    expect(ofClient.filter((status) => status === 202)).toHaveLength(9);
    expect(ofClient).toEqual(await ask(nobody));
    expect(await messagesTo(lending, client.email)).toHaveLength(3);
  });
});
