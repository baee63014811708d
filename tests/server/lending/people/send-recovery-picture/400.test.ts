import { expect, test } from 'vitest';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { askForRecovery, PICTURE } from '#tests/support/people/recovery.ts';

const lending = withTestLending();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

test('what is no picture, and one that is too large, are refused; the link is still good', {
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
