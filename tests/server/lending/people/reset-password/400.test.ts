import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('a password that is not taken does not use the link up', async () => {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const set = (password: string) => callEndpoint(lending, resetPassword, { body: { token, password } });
  expect(fieldCodes(await set('corta'))).toEqual(['password.too_short']);
  expect(fieldCodes(await set('iloveyou123'))).toEqual(['password.not_allowed']);
  expect(fieldCodes(await set(`soy el ${client.documentNumber}`))).toEqual(['password.not_allowed']);
  expect((await set('el puente cruza cuatro ríos')).status).toBe(204);
});
