import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('204', () => {
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
});

describe('400', () => {
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
});

describe('410', () => {
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

  test('a link for something else, and a word that is not a link', async () => {
    const client = await aClient(lending);
    await enter(lending, client);
    expect(await set(await linkTo(lending, client.email, 'identity-new-device'))).toBe(410);
    for (const token of ['', 'x', 'a'.repeat(43)]) expect(await set(token)).toBe(410);
  });
});
