import { expect, test } from 'vitest';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { askForRecovery, PICTURE } from '#tests/support/people/recovery.ts';

const lending = withTestLending();
const send = async (token: string) =>
  (await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } })).status;

test('the link works once, and for a day', { tags: 'promise-a-lost-telephone' }, async () => {
  const first = await askForRecovery(lending, await aClient(lending));
  expect([await send(first), await send(first)]).toEqual([202, 410]);
  const second = await askForRecovery(lending, await aClient(lending));
  lending.clock.pass({ hours: 24 });
  expect([await send(second), await send('x')]).toEqual([410, 410]);
});
