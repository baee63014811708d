import { describe, expect, test } from 'vitest';
import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { withoutMailbox } from '#tests/support/people/recovery.ts';

const lending = withTestLending();
const ask = (body: object) => callEndpoint(lending, requestMailboxRecovery, { body });
const recoveriesOf = ({ personId }: { readonly personId: string }) =>
  lending.db.kysely.selectFrom('phone_recovery').selectAll().where('person_id', '=', personId).execute();

describe('202', () => {
  test('whoever knows document and birthday waits for a person, with mailbox and picture sealed; nothing is sent', {
    tags: ['asvs-6.4.4'],
  }, async () => {
    const client = await aClient(lending, { emailVerifiedAt: null });
    const answer = await ask(withoutMailbox(client));
    expect([answer.status, answer.body]).toEqual([202, { status: 'WAITING' }]);
    const [row] = await recoveriesOf(client);
    expect(row).toMatchObject({ status: 'WAITING', selfie_media_type: 'image/jpeg' });
    expect([row?.new_email_sealed, row?.selfie_sealed]).toEqual([
      expect.stringMatching(/^1\.p\./),
      expect.stringMatching(/^1\.p\./),
    ]);
    for (const to of ['otra@example.pe', client.email, client.phone]) expect(await messagesTo(lending, to)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['another birthday', { birthDate: '1990-05-02' }],
    ['another document', { documentNumber: '70000013' }],
  ])('%s gets the same answer, and nobody looks at it', async (_, changes) => {
    const client = await aClient(lending);
    const answer = await ask(withoutMailbox(client, changes));
    expect([answer.status, answer.body]).toEqual([202, { status: 'WAITING' }]);
    expect(await recoveriesOf(client)).toEqual([]);
  });
});

describe('400', () => {
  test('every field that is wrong is named, and what is no picture', async () => {
    const wrong = { email: 'ana', birthDate: 'ayer', documentNumber: '1', picture: undefined };
    const answer = await ask(withoutMailbox(await aClient(lending), wrong));
    expect([answer.status, fieldCodes(answer)]).toEqual([
      400,
      ['birthDate.invalid', 'email.invalid', 'picture.required', 'documentNumber.invalid'],
    ]);
    const picture = Buffer.from('%PDF-1.4 no picture').toString('base64');
    expect(fieldCodes(await ask(withoutMailbox({ documentNumber: '70000013' }, { picture })))).toEqual([
      'picture.unsupported_type',
    ]);
  });
});

describe('429', () => {
  test('a birthday cannot be guessed: three tries an hour for one document', async () => {
    const client = await aClient(lending);
    const statuses = [];
    for (const day of ['01', '02', '03', '04']) {
      statuses.push((await ask(withoutMailbox(client, { birthDate: `1990-01-${day}` }))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});
