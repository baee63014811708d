import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();
const NEW = 'el puente cruza cuatro ríos';

test('a new password counts at once: every session ends, every browser proves itself, the client is told', {
  tags: ['asvs-6.4.3', 'asvs-7.4.3', 'asvs-6.1.3', 'promise-a-forgotten-password'],
}, async () => {
  const client = await aClient(lending);
  const jar = await enter(lending, client, { trustDevice: true });
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const proof = await resetProof(lending, client, token);
  expect((await callEndpoint(lending, resetPassword, { body: { ...proof, password: NEW } })).status).toBe(204);

  expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(401);
  const tryIt = (password: string) =>
    callEndpoint(lending, signIn, { body: { identifier: client.email, password }, headers: jar.headers });
  expect((await tryIt(PASSWORD)).status).toBe(400);
  lending.clock.pass({ minutes: 1 });
  expect(acceptedBody(await tryIt(NEW))).toHaveProperty('challenge');
  const templates = (await messagesTo(lending, client.email)).map(({ template }) => template);
  expect(templates).toContain('identity-password-changed');
  const texts = (await messagesTo(lending, client.phone)).map(({ template }) => template);
  expect(texts).toContain('identity-password-changed');
});
