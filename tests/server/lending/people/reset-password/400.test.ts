import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, linkTo } from '#tests/support/messages/messages.ts';
import { aClient, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('a password that is not taken does not use the link up', async () => {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const proof = await resetProof(lending, client, token);
  const set = (password: string) => callEndpoint(lending, resetPassword, { body: { ...proof, password } });
  expect(fieldCodes(await set('corta'))).toEqual(['password.too_short']);
  expect(fieldCodes(await set('iloveyou123'))).toEqual(['password.not_allowed']);
  expect(fieldCodes(await set(`soy el ${client.documentNumber}`))).toEqual(['password.not_allowed']);
  expect((await set('el puente cruza cuatro ríos')).status).toBe(204);
});

test('a wrong code does not use the link up, and five of them use up the code', { tags: 'asvs-6.4.3' }, async () => {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const proof = await resetProof(lending, client, token);
  const set = (code: string) =>
    callEndpoint(lending, resetPassword, { body: { ...proof, code, password: 'el puente cruza cuatro ríos' } });
  for (let n = 0; n < 5; n++) expect(fieldCodes(await set(anotherCode(proof.code)))).toEqual(['code.invalid']);
  const over = await set(proof.code);
  expect([over.status, over.body]).toMatchObject([410, { error: { code: 'challenge_over' } }]);
  lending.clock.pass({ minutes: 2 });
  const again = await resetProof(lending, client, token);
  const body = { ...again, password: 'el puente cruza cuatro ríos' };
  expect((await callEndpoint(lending, resetPassword, { body })).status).toBe(204);
});
