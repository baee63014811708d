import { expect, test } from 'vitest';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { askForRecovery, PICTURE } from '#tests/support/people/recovery.ts';

const lending = withTestLending();

test('the picture waits for a person, sealed', { tags: ['asvs-6.4.4', 'promise-a-lost-telephone'] }, async () => {
  const client = await aClient(lending);
  const token = await askForRecovery(lending, client);
  const answer = await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } });
  expect([answer.status, answer.body]).toEqual([202, { status: 'WAITING' }]);
  const [row] = await lending.db.kysely.selectFrom('phone_recovery').selectAll().execute();
  expect(row).toMatchObject({ status: 'WAITING', selfie_media_type: 'image/jpeg' });
  expect(row?.selfie_sealed).toMatch(/^1\.p\./);
});
