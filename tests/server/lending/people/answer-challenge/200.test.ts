import { describe, expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { changePerson, readPerson } from '#server/lending/people/store/person-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { aClient, type CookieJar, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('signing in on a new device', () => {
  test('tells the client by e-mail, with a link for “it was not me”', async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client);
    expect(jar.get('auth')).toBeDefined();
    expect(jar.get('__Host-device')).toBeUndefined();
    const [letter] = await messagesTo(lending, client.email);
    expect(letter).toMatchObject({
      channel: 'email',
      template: 'identity-new-device',
      subject: 'Entraron a tu cuenta desde un equipo nuevo',
    });
    expect(letter?.body).toContain('El 15/01/2026 a las 12:00');
    expect(letter?.body).toMatch(/http:\/\/localhost:4321\/api\/v1\/auth\/not-me\/[\w-]{43}\?lang=es/);
  });

  test('a device that is to be trusted is remembered for a year, out of reach of scripts, and not told of again', {
    tags: 'asvs-3.3.1',
  }, async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client, { trustDevice: true });
    expect(jar.lines.filter((line) => line.startsWith('__Host-device='))).toEqual([
      `__Host-device=${jar.get('__Host-device')}; Path=/; Max-Age=31536000; SameSite=Strict; Secure; HttpOnly`,
    ]);
    expect(jar.get('__Host-device')).toMatch(/^[\w-]{43}$/);
    expect(jar.lines.filter((line) => !/; Secure(?:;|$)/.test(line))).toEqual([]);
    await enter(lending, client, { trustDevice: true, jar });
    expect(await messagesTo(lending, client.email)).toHaveLength(1);
  });

  test('every sign-in gives a session of its own', { tags: 'asvs-7.2.2' }, async () => {
    const client = await aClient(lending);
    const one = await enter(lending, client);
    lending.clock.pass({ minutes: 1 });
    const other = await enter(lending, client);
    expect(one.get('auth')).not.toBe(other.get('auth'));
    for (const jar of [one, other])
      expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(200);
  });
});

describe('proving oneself again', () => {
  async function stepUp(jar: CookieJar, body: object, proof: object) {
    const started = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: jar.headers }));
    const answer = await callEndpoint(lending, answerChallenge, {
      params: { id: started.challenge.id },
      body: proof,
      headers: jar.headers,
    });
    return { started, answer };
  }

  test('after a quarter of an hour away, with the password: the same browser goes on, with a new pair', {
    tags: 'asvs-7.2.4',
  }, async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client);
    const before = jar.get('auth');
    lending.clock.pass({ minutes: 20 });
    const view = { view: 'full' };
    expect((await callEndpoint(lending, getProfile, { headers: jar.headers, query: view })).status).toBe(428);
    const { answer } = await stepUp(jar, { purpose: 'full', method: 'password' }, { password: PASSWORD });
    expect(acceptedBody(answer)).toEqual({ purpose: 'full', expiresInSec: 300 });
    jar.take(answer.headers);
    expect(jar.get('auth')).not.toBe(before);
    expect((await callEndpoint(lending, getProfile, { headers: jar.headers, query: view })).status).toBe(200);
  });

  test('with a code, for one purpose, and also fully signed in again', async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client);
    lending.clock.pass({ minutes: 20 });
    const started = acceptedBody(
      await callEndpoint(lending, startStepUp, { body: { purpose: 'close-account' }, headers: jar.headers }),
    );
    const body = { code: await codeTo(lending, client.phone) };
    const params = { id: started.challenge.id };
    const answer = await callEndpoint(lending, answerChallenge, { params, body, headers: jar.headers });
    expect(acceptedBody(answer)).toEqual({ purpose: 'close-account', expiresInSec: 300 });
    jar.take(answer.headers);
    expect(acceptedBody(await callEndpoint(lending, getSession, { headers: jar.headers })).assurance).toBe('full');
    const grants = await lending.db.kysely
      .selectFrom('session_grant')
      .selectAll()
      .where('challenge_id', '=', params.id)
      .execute();
    expect(grants).toMatchObject([{ purpose: 'close-account', until: new Date(lending.clock.now() + 300_000) }]);
  });
});

describe('a telephone that was never proved, as one that staff approved', () => {
  const isProved = async ({ personId }: Borrower) =>
    (await readPerson(lending.db.kysely, lending.vault, personId))?.phoneVerifiedAt?.getTime();
  const answer = async ({ phone }: Borrower, id: string, headers: Record<string, string> = {}) => {
    const body = { code: await codeTo(lending, phone) };
    expect((await callEndpoint(lending, answerChallenge, { params: { id }, body, headers })).status).toBe(200);
  };
  const startSignIn = async ({ phone }: Borrower) =>
    acceptedBody(await callEndpoint(lending, sendSignInCode, { body: { identifier: phone } })).challenge.id;
  const WAYS: Readonly<Record<string, (client: Borrower) => Promise<void>>> = {
    'a sign-in by code': async (client) => answer(client, await startSignIn(client)),
    'a new browser': async (client) => {
      await enter(lending, client);
    },
    'a step-up': async (client) => {
      const { headers } = client;
      const started = await callEndpoint(lending, startStepUp, {
        body: { purpose: 'data-request' },
        headers: { ...headers },
      });
      await answer(client, acceptedBody(started).challenge.id, { ...headers });
    },
    'a forgotten password': async (client) => {
      await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
      const proof = await resetProof(lending, client, await linkTo(lending, client.email, 'identity-password-reset'));
      const body = { ...proof, password: 'el puente cruza cuatro ríos' };
      expect((await callEndpoint(lending, resetPassword, { body })).status).toBe(204);
    },
  };

  test.each(Object.keys(WAYS))('is proved by the right code of %s', async (way) => {
    const client = await aClient(lending, { phoneVerifiedAt: null });
    expect(await isProved(client)).toBeUndefined();
    await WAYS[way]?.(client);
    expect(await isProved(client)).toBe(lending.clock.now());
  });

  test('is not proved by a code that went to the telephone before it', async () => {
    const client = await aClient(lending);
    const id = await startSignIn(client);
    const change = { phone: '+51912777001', phoneVerifiedAt: null };
    const now = lending.clock.now();
    await lending.db.kysely
      .transaction()
      .execute((trx) => changePerson(trx, lending.vault, client.personId, change, { now }));
    await answer(client, id);
    expect(await isProved(client)).toBeUndefined();
  });
});
