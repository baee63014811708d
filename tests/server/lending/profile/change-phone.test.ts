import { describe, expect, test } from 'vitest';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('202', () => {
  const change = ({ headers }: Borrower, newPhone: string) =>
    callEndpoint(lending, changePhone, { headers, body: { newPhone } });

  test('a code goes to the new telephone, and nothing has changed yet', {
    tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
  }, async () => {
    const client = await aBorrower(lending, { stepUp: ['change-phone'] });
    const answer = await change(client, '912 000 333');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ challenge: { channel: 'SMS', maskedPhone: '+51 9•• ••• 333' } });
    expect(await messagesTo(lending, '+51912000333')).toHaveLength(1);
    const { db, vault } = lending;
    expect((await readPerson(db.kysely, vault, client.personId))?.phone).toBe(client.phone);
  });

  test('a telephone that somebody else has is answered in the same way', async () => {
    const other = await aBorrower(lending);
    const client = await aBorrower(lending, { stepUp: ['change-phone'] });
    expect((await change(client, other.phone)).status).toBe(202);
  });

  test('without the password and a code just given for it nothing is sent', { tags: 'asvs-7.5.1' }, async () => {
    const client = await aBorrower(lending, { stepUp: ['change-email'] });
    const answer = await change(client, '912000334');
    expect(answer.status).toBe(428);
    expect(answer.body).toMatchObject({ error: { reauth: { purpose: 'change-phone', methods: ['password', 'otp'] } } });
    expect(await messagesTo(lending, '+51912000334')).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    ['', 'newPhone.required'],
    ['12345678', 'newPhone.invalid'],
    ['014445566', 'newPhone.invalid'],
  ])('%j is not a mobile', async (newPhone, code) => {
    const { headers } = await aBorrower(lending, { stepUp: ['change-phone'] });
    const answer = await callEndpoint(lending, changePhone, { headers, body: { newPhone } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('429', () => {
  test('a telephone gets one code a minute', async () => {
    const { headers } = await aBorrower(lending, { stepUp: ['change-phone'] });
    const ask = () => callEndpoint(lending, changePhone, { headers, body: { newPhone: '912000335' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 429]);
    lending.clock.pass({ seconds: 61 });
    expect((await ask()).status).toBe(202);
  });
});
