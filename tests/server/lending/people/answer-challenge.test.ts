import { test as base, describe, expect } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { changePerson, readPerson } from '#server/lending/people/store/person-store.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { aClient, type CookieJar, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const test = base.extend('client', () => aClient(lending));

describe('200', () => {
  describe('signing in on a new device', () => {
    test('tells the client by e-mail, with a link for “it was not me”', async ({ client }) => {
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

    test('a device the client trusts is remembered for a year, out of reach of scripts, and its next sign-in sends no notice', {
      tags: 'asvs-3.3.1',
    }, async ({ client }) => {
      const jar = await enter(lending, client, { trustDevice: true });
      expect(jar.lines.filter((line) => line.startsWith('__Host-device='))).toEqual([
        `__Host-device=${jar.get('__Host-device')}; Path=/; Max-Age=31536000; SameSite=Strict; Secure; HttpOnly`,
      ]);
      expect(jar.get('__Host-device')).toMatch(/^[\w-]{43}$/);
      expect(jar.lines.filter((line) => !/; Secure(?:;|$)/.test(line))).toEqual([]);
      await enter(lending, client, { trustDevice: true, jar });
      expect(await messagesTo(lending, client.email)).toHaveLength(1);
    });

    test('every sign-in gives a session of its own', { tags: 'asvs-7.2.2' }, async ({ client }) => {
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

    test('after a quarter of an hour away the same browser goes on with the password, and gets a new pair of tokens', {
      tags: 'asvs-7.2.4',
    }, async ({ client }) => {
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

    test('with a code, for one purpose, and also fully signed in again', async ({ client }) => {
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

    test('is not proved by a code that went to the telephone before it', async ({ client }) => {
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
});

describe('400', () => {
  test('a wrong code, none, and one that is too old', { tags: 'asvs-6.5.5' }, async ({ client }) => {
    const { challenge } = acceptedBody(
      await callEndpoint(lending, sendSignInCode, { body: { identifier: client.email } }),
    );
    const answer = (body: object) => callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body });
    const code = await codeTo(lending, client.phone);
    expect(fieldCodes(await answer({ code: anotherCode(code) }))).toEqual(['code.invalid']);
    expect(fieldCodes(await answer({}))).toEqual(['code.invalid']);
    expect(fieldCodes(await answer({ password: code }))).toEqual(['code.invalid']);
    lending.clock.pass({ minutes: 5 });
    expect(fieldCodes(await answer({ code }))).toEqual(['code.expired']);
  });

  test('a wrong password says so', async ({ client }) => {
    const { headers } = await enter(lending, client);
    const body = { purpose: 'full', method: 'password' };
    const { challenge } = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers }));
    const params = { id: challenge.id };
    const answer = await callEndpoint(lending, answerChallenge, { params, body: { password: 'no es' }, headers });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['password.mismatch']]);
  });

  test('without a session an answer takes the least time of every answer that must not tell who is known', async () => {
    const quiet = createTestLending(lending.db, { minAnswerMs: 200, clock: lending.clock });
    const from = performance.now();
    const params = { id: '01900000-0000-7000-8000-000000000000' };
    await callEndpoint(quiet, answerChallenge, { params, body: { code: '000000' } });
    expect(performance.now() - from).toBeGreaterThanOrEqual(195);
  });
});

describe('404', () => {
  test('an address that cannot be a challenge is not there', async () => {
    const answer = await callEndpoint(lending, answerChallenge, { params: { id: 'x' }, body: { code: '123456' } });
    expect(answer.status).toBe(404);
  });
});

describe('410', () => {
  const answer = async (id: string, body: object, headers: Record<string, string> = {}) =>
    (await callEndpoint(lending, answerChallenge, { params: { id }, body, headers })).status;

  async function aSignInCode() {
    const client = await aClient(lending);
    const asked = await callEndpoint(lending, sendSignInCode, { body: { identifier: client.documentNumber } });
    return { id: acceptedBody(asked).challenge.id, code: await codeTo(lending, client.phone) };
  }

  test('after five wrong codes, guessed one after another or all at once, the right one is too late', {
    tags: ['asvs-6.6.3', 'asvs-6.1.1'],
  }, async () => {
    const { id, code } = await aSignInCode();
    const statuses = await Promise.all(Array.from({ length: 15 }, () => answer(id, { code: anotherCode(code) })));
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(await answer(id, { code })).toBe(410);
  });

  test('a code signs in once, also when it is sent five times at once', { tags: 'asvs-6.5.1' }, async () => {
    const { id, code } = await aSignInCode();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => answer(id, { code })));
    expect(statuses.sort()).toEqual([200, 410, 410, 410, 410]);
  });

  test('the challenge of a session cannot be answered in another session, nor without one', {
    tags: 'asvs-6.6.2',
  }, async () => {
    const [mine, theirs] = [await aClient(lending), await aClient(lending)];
    const [jar, other] = [await enter(lending, mine), await enter(lending, theirs)];
    const body = { purpose: 'data-request' };
    lending.clock.pass({ minutes: 1 });
    const { challenge } = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: jar.headers }));
    const proof = { code: await codeTo(lending, mine.phone) };
    for (const headers of [{}, other.headers, { Authorization: jar.headers['Authorization'] ?? '' }]) {
      expect(await answer(challenge.id, proof, headers)).toBe(410);
    }
    expect(await answer(challenge.id, proof, jar.headers)).toBe(200);
  });

  test('the code of a registration signs nobody in', { tags: ['asvs-6.6.2', 'asvs-7.6.2'] }, async () => {
    const { id, phone } = await begin(lending);
    expect(await answer(id, { code: await codeTo(lending, phone) })).toBe(410);
  });

  test('who closed the account meanwhile is not let in', async ({ client }) => {
    const asked = await callEndpoint(lending, sendSignInCode, { body: { identifier: client.documentNumber } });
    const { id } = acceptedBody(asked).challenge;
    await lending.db.kysely.updateTable('person').set({ status: 'CLOSED' }).where('id', '=', client.personId).execute();
    expect(await answer(id, { code: await codeTo(lending, client.phone) })).toBe(410);
  });

  test('unknown, or left for half an hour', async () => {
    const { id, code } = await aSignInCode();
    lending.clock.pass({ minutes: 30 });
    expect(await answer(id, { code })).toBe(410);
    expect(await answer('01890000-0000-7000-8000-000000000000', { code })).toBe(410);
  });

  test('guessing the password inside a session is slowed down, challenge after challenge', {
    tags: 'asvs-6.1.1',
  }, async ({ client }) => {
    const jar = await enter(lending, client);
    const guess = async (password: string) => {
      const body = { purpose: 'full', method: 'password' };
      const asked = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: jar.headers }));
      return answer(asked.challenge.id, { password }, jar.headers);
    };
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push(await guess(`adivino ${n}`));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    lending.clock.pass({ seconds: 30 });
    expect(await guess(PASSWORD)).toBe(200);
    expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(200);
  });

  test('ten wrong codes in an hour are all an account has, over however many challenges; somebody unknown is answered the same', {
    tags: 'asvs-6.3.1',
  }, async ({ client }) => {
    const guessed = async (identifier: string) => {
      const statuses = [];
      let id = '';
      for (const tries of [5, 5, 1]) {
        lending.clock.pass({ minutes: 1 });
        id = acceptedBody(await callEndpoint(lending, sendSignInCode, { body: { identifier } })).challenge.id;
        const wrong = identifier === client.email ? anotherCode(await codeTo(lending, client.phone)) : '000000';
        for (let k = 0; k < tries; k++) statuses.push(await answer(id, { code: wrong }));
      }
      return { id, statuses };
    };
    const known = await guessed(client.email);
    expect(known.statuses).toEqual((await guessed('nadie.adivina@example.pe')).statuses);
    // The third challenge is open and its code is right: it would be the twelfth guess.
    const again = { code: await codeTo(lending, client.phone) };
    expect(await answer(known.id, again)).toBe(400);
    // Guesses at one kind of code keep nobody out who knows the password.
    lending.clock.pass({ minutes: 1 });
    await enter(lending, client);
  });

  test('who guesses the codes of an open session is told after ten until when no code is of use', {
    tags: 'promise-codes',
  }, async ({ client }) => {
    const jar = await enter(lending, client);
    const statuses = [];
    for (const purpose of ['full', 'data-request', 'close-account']) {
      const asked = await callEndpoint(lending, startStepUp, { body: { purpose }, headers: jar.headers });
      const { challenge } = acceptedBody(asked);
      const code = await codeTo(lending, client.phone);
      for (let k = 0; k < 5; k++) statuses.push(await answer(challenge.id, { code: anotherCode(code) }, jar.headers));
      if (purpose === 'close-account') statuses.push(await answer(challenge.id, { code }, jar.headers));
    }
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(6).fill(429)]);
  });
});
