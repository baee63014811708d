import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();
const NO_CODE = { challengeId: '019bc299-8680-7216-b705-1c72d896152a', code: '482913' };
const set = async (token: string, proof: object = NO_CODE) => {
  const body = { ...proof, token, password: 'el puente cruza cuatro ríos' };
  return (await callEndpoint(lending, resetPassword, { body })).status;
};

async function aLink() {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  return { client, token: await linkTo(lending, client.email, 'identity-password-reset') };
}

test('a link works once, also when it is used five times at once', {
  tags: ['asvs-6.5.1', 'promise-a-forgotten-password'],
}, async () => {
  const { client, token } = await aLink();
  const proof = await resetProof(lending, client, token);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => set(token, proof)));
  expect(statuses.sort()).toEqual([204, 410, 410, 410, 410]);
});

test('a link is good for half an hour', { tags: 'promise-a-forgotten-password' }, async () => {
  const { client, token } = await aLink();
  lending.clock.pass({ minutes: 28 });
  const proof = await resetProof(lending, client, token);
  lending.clock.pass({ minutes: 2 });
  expect(await set(token, proof)).toBe(410);
  expect((await callEndpoint(lending, sendResetCode, { body: { token } })).status).toBe(410);
});

test('a link for something else, and a word that is no link', async () => {
  const client = await aClient(lending);
  await enter(lending, client);
  expect(await set(await linkTo(lending, client.email, 'identity-new-device'))).toBe(410);
  for (const token of ['', 'x', 'a'.repeat(43)]) expect(await set(token)).toBe(410);
});
