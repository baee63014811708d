import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aClient, enter } from '#tests/support/people/client.ts';

const lending = withTestLending();
const set = async (token: string) =>
  (await callEndpoint(lending, resetPassword, { body: { token, password: 'el puente cruza cuatro ríos' } })).status;

async function aLink() {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  return { client, token: await linkTo(lending, client.email, 'identity-password-reset') };
}

test('a link works once, also when it is used five times at once', async () => {
  const { token } = await aLink();
  const statuses = await Promise.all(Array.from({ length: 5 }, () => set(token)));
  expect(statuses.sort()).toEqual([204, 410, 410, 410, 410]);
});

test('a link is good for half an hour', async () => {
  const { token } = await aLink();
  lending.clock.pass({ minutes: 30 });
  expect(await set(token)).toBe(410);
});

test('a link for something else, and a word that is no link', async () => {
  const client = await aClient(lending);
  await enter(lending, client);
  expect(await set(await linkTo(lending, client.email, 'identity-new-device'))).toBe(410);
  for (const token of ['', 'x', 'a'.repeat(43)]) expect(await set(token)).toBe(410);
});
