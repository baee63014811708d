import { describe, expect, test } from 'vitest';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { askForRecovery, PICTURE } from '#tests/support/people/recovery.ts';

const lending = withTestLending();

describe('202', () => {
  test('the picture waits for a person, sealed', { tags: ['asvs-6.4.4', 'promise-a-lost-telephone'] }, async () => {
    const client = await aClient(lending);
    const token = await askForRecovery(lending, client);
    const answer = await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } });
    expect([answer.status, answer.body]).toEqual([202, { status: 'WAITING' }]);
    const [row] = await lending.db.kysely.selectFrom('phone_recovery').selectAll().execute();
    expect(row).toMatchObject({ status: 'WAITING', selfie_media_type: 'image/jpeg' });
    expect(row?.selfie_sealed).toMatch(/^1\.p\./);
  });
});

describe('400', () => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

  test('what is not a picture, and a picture that is too large, are refused; the link is still good', {
    tags: 'asvs-5.1.1',
  }, async () => {
    const token = await askForRecovery(lending, await aClient(lending));
    const send = (picture: string) => callEndpoint(lending, sendRecoveryPicture, { body: { token, picture } });
    expect(fieldCodes(await send('%%%'))).toEqual(['picture.invalid']);
    expect(fieldCodes(await send(base64(Buffer.from('%PDF-1.4 no picture'))))).toEqual(['picture.unsupported_type']);
    const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2_500_000)]);
    expect(fieldCodes(await send(base64(large)))).toEqual(['picture.too_large']);
    expect((await send(PICTURE)).status).toBe(202);
  });
});

describe('410', () => {
  const send = async (token: string) =>
    (await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } })).status;

  test('the link works once, and for a day', { tags: 'promise-a-lost-telephone' }, async () => {
    const first = await askForRecovery(lending, await aClient(lending));
    expect([await send(first), await send(first)]).toEqual([202, 410]);
    const second = await askForRecovery(lending, await aClient(lending));
    lending.clock.pass({ hours: 24 });
    expect([await send(second), await send('x')]).toEqual([410, 410]);
  });
});
