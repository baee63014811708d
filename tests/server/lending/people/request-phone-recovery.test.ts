import { describe, expect, test } from 'vitest';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { decoysOf, rowsOf } from '#tests/support/people/enumeration.ts';
import { lost } from '#tests/support/people/recovery.ts';

const lending = withTestLending();

describe('202', () => {
  test('whoever knows document, e-mail and birthday gets a link by e-mail, and nothing has changed yet', {
    tags: ['asvs-6.4.2', 'promise-a-lost-telephone'],
  }, async () => {
    const client = await aClient(lending);
    const answer = await callEndpoint(lending, requestPhoneRecovery, { body: lost(client) });
    expect([answer.status, answer.body]).toEqual([202, { expiresInSec: 86_400 }]);
    const [letter] = await messagesTo(lending, client.email);
    expect(letter?.body).toMatch(/http:\/\/localhost:4321\/modals\/no-phone-access\/#token=[\w-]{43}\n/);
    expect(JSON.stringify(await lending.db.kysely.selectFrom('phone_recovery').selectAll().execute())).not.toContain(
      '912000111',
    );
  });

  test('without the kind of document a DNI is found by its eight digits, and a CE by any other number', async () => {
    const dni = await aClient(lending);
    const ce = await aClient(lending, { documentType: 'CE', documentNumber: '001234567' });
    for (const client of [dni, ce]) {
      const body = { ...lost(client), documentType: undefined };
      expect((await callEndpoint(lending, requestPhoneRecovery, { body })).status).toBe(202);
      expect(await messagesTo(lending, client.email)).toHaveLength(1);
    }
  });

  test('somebody whose data do not fit costs as many rows, and what is written for them never leaves', async () => {
    const client = await aClient(lending);
    const ask = (body: object) => callEndpoint(lending, requestPhoneRecovery, { body });
    const known = await rowsOf(lending, () => ask(lost(client)));
    const other = await rowsOf(lending, () => ask(lost(client, { documentNumber: '70000013' })));
    expect(known).toEqual({ links: 1, messages: 1 });
    // A second link stands for the recovery, which is of somebody.
    expect(other).toEqual({ links: 2, messages: 1 });
    expect(await decoysOf(lending, 'identity-phone-recovery')).toMatchObject([
      { withheld_because: 'nobody', sent_at: null },
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['another e-mail', { email: 'otra@example.pe' }],
    ['another birthday', { birthDate: '1990-05-02' }],
    ['another document', { documentNumber: '70000013' }],
  ])('%s gets the same answer and no letter', async (_, changes) => {
    const client = await aClient(lending);
    const answer = await callEndpoint(lending, requestPhoneRecovery, { body: lost(client, changes) });
    expect([answer.status, answer.body]).toEqual([202, { expiresInSec: 86_400 }]);
    expect(await messagesTo(lending, client.email)).toEqual([]);
  });
});

describe('400', () => {
  test('every field that is wrong is named', async () => {
    const wrong = { newPhone: '123', birthDate: 'ayer', documentNumber: '1' };
    const answer = await callEndpoint(lending, requestPhoneRecovery, { body: lost(await aClient(lending), wrong) });
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer)).toEqual(['birthDate.invalid', 'newPhone.invalid', 'documentNumber.invalid']);
  });
});

describe('429', () => {
  test('a birthday cannot be guessed: three tries an hour for one document', async () => {
    const client = await aClient(lending);
    const statuses = [];
    for (const day of ['01', '02', '03', '04']) {
      const body = lost(client, { birthDate: `1990-01-${day}` });
      statuses.push((await callEndpoint(lending, requestPhoneRecovery, { body })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});
