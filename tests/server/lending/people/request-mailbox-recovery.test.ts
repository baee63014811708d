import { describe, expect, test } from 'vitest';
import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { withoutMailbox } from '#tests/support/people/recovery.ts';

const lending = withTestLending();
const ask = (body: object) => callEndpoint(lending, requestMailboxRecovery, { body });
const recoveriesOf = ({ personId }: { readonly personId: string }) =>
  lending.db.kysely.selectFrom('phone_recovery').selectAll().where('person_id', '=', personId).execute();

describe('202', () => {
  test('whoever knows document and birthday waits for a person, with mailbox and picture sealed', {
    tags: ['asvs-6.4.4'],
  }, async () => {
    const client = await aClient(lending, { emailVerifiedAt: null });
    const answer = await ask(withoutMailbox(client));
    expect([answer.status, answer.body]).toEqual([202, { status: 'WAITING' }]);
    const [row] = await recoveriesOf(client);
    expect(row).toMatchObject({ status: 'WAITING', selfie_media_type: 'image/jpeg' });
    for (const sealed of [row?.new_email_sealed, row?.selfie_sealed]) expect(sealed).toMatch(/^1\.p\./);
  });
});

describe('429', () => {
  test('another birthday gets the same answer and nobody looks at it, three times an hour', async () => {
    const client = await aClient(lending);
    const tries = ['02', '03', '04', '05'].map((day) => withoutMailbox(client, { birthDate: `1990-05-${day}` }));
    const answers = [];
    for (const body of tries) answers.push((await ask(body)).status);
    expect([answers, await recoveriesOf(client)]).toEqual([[202, 202, 202, 429], []]);
  });
});

describe('400', () => {
  test('every field that is wrong is named, and what is not a picture', async () => {
    const wrong = { email: 'ana', birthDate: 'ayer', picture: undefined };
    const codes = ['birthDate.invalid', 'email.invalid', 'picture.required', 'documentNumber.invalid'];
    expect(fieldCodes(await ask(withoutMailbox({ documentNumber: '1' }, wrong)))).toEqual(codes);
    const picture = Buffer.from('%PDF-1.4 no picture').toString('base64');
    const answer = await ask(withoutMailbox({ documentNumber: '70000013' }, { picture }));
    expect(fieldCodes(answer)).toEqual(['picture.unsupported_type']);
  });
});
