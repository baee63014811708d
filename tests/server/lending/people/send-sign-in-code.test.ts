import { describe, expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD } from '#tests/support/people/client.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

let address = 0;

describe('202', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  const ask = (identifier: string) =>
    callEndpoint(lending, sendSignInCode, {
      body: { identifier },
      headers: { 'X-Forwarded-For': `203.0.113.${++address}` },
    });

  test('a client signs in with a code instead of the password in a browser they trust', {
    tags: 'asvs-6.1.3',
  }, async () => {
    const client = await aClient(lending);
    const known = await enter(lending, client, { trustDevice: true });
    lending.clock.pass({ minutes: 2 });
    const { challenge } = acceptedBody(await ask(client.email));
    const body = { code: await codeTo(lending, client.phone) };
    const headers = { Cookie: `__Host-device=${known.get('__Host-device')}` };
    const answer = await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body, headers });
    expect(acceptedBody(answer)).toHaveProperty('nextScreen');
  });

  test('in a browser that is not known the code opens nothing: the password has to follow it', {
    tags: 'asvs-6.3.3',
  }, async () => {
    const client = await aClient(lending);
    const { challenge } = acceptedBody(await ask(client.phone));
    const code = await codeTo(lending, client.phone);
    const first = await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body: { code } });
    expect(first.headers.getSetCookie()).toEqual([]);
    const { challenge: next } = acceptedBody(first) as { readonly challenge: { readonly id: string } };
    expect(next).toEqual({ id: expect.any(String), method: 'password', expiresInSec: 1800 });
    const params = { id: next.id };
    const wrong = await callEndpoint(lending, answerChallenge, { params, body: { password: 'una clave cualquiera' } });
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([400, []]);
    // The same code once more is not a second proof.
    expect((await callEndpoint(lending, answerChallenge, { params, body: { code } })).status).toBe(400);
    lending.clock.pass({ minutes: 1 });
    const right = await callEndpoint(lending, answerChallenge, { params, body: { password: PASSWORD } });
    expect(acceptedBody(right)).toHaveProperty('nextScreen');
  });

  test('the answer tells nothing: not who is known, not their telephone, not that it has had enough codes', async () => {
    const client = await aClient(lending);
    const answers = [await ask(client.documentNumber), await ask('70000009'), await ask('nadie@example.pe')];
    // By another of the client's names, within the same minute: nothing is sent, and nothing is said of it.
    answers.push(await ask(client.email));
    for (const answer of answers) {
      const { challenge } = acceptedBody(answer);
      expect({ ...challenge, id: '' }).toEqual({
        id: '',
        method: 'otp',
        channel: 'SMS',
        expiresInSec: 300,
        resendInSec: 60,
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await messagesTo(lending, client.phone)).toHaveLength(1);
  });

  test('no code meets the challenge of somebody who is not known, and it wears out like any other', async () => {
    const { challenge } = acceptedBody(await ask('70000010'));
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const body = { code: String(100_000 + n) };
      statuses.push((await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 410]);
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each<[string, string]>([
    [' ', 'identifier.required'],
    ['x'.repeat(300), 'identifier.too_long'],
  ])('%j names nobody', async (identifier, code) => {
    const answer = await callEndpoint(lending, sendSignInCode, { body: { identifier } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('429', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  const ask = async (identifier: string) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${++address}` };
    return (await callEndpoint(lending, sendSignInCode, { body: { identifier }, headers })).status;
  };

  test('a name gets a code a minute and five an hour, whether anybody has it or not', async () => {
    const { documentNumber } = await aClient(lending);
    for (const identifier of [documentNumber, '70000011']) {
      const statuses = [await ask(identifier), await ask(identifier)];
      for (let n = 0; n < 5; n++) {
        lending.clock.pass({ minutes: 2 });
        statuses.push(await ask(identifier));
      }
      expect(statuses).toEqual([202, 429, 202, 202, 202, 202, 429]);
    }
  });

  test.each(['document', 'phone', 'email'] as const)(
    'forty spellings of one %s get one code a minute',
    async (kind) => {
      const nobody = { documentNumber: '70000014', phone: '+51970000014', email: 'nadie.menos@example.pe' };
      for (const named of [await aClient(lending), nobody]) {
        const statuses = [];
        for (const spelling of spellingsOf(named)[kind].slice(0, 40)) statuses.push(await ask(spelling));
        expect(statuses).toEqual([202, ...Array(39).fill(429)]);
      }
    },
  );

  test('two copies of the service count codes together', { tags: 'asvs-2.4.1' }, async () => {
    const other = createTestLending(lending.db, { trustedProxies: 1, clock: lending.clock });
    const body = { identifier: '70000015' };
    const statuses = [];
    for (const copy of [lending, other]) statuses.push((await callEndpoint(copy, sendSignInCode, { body })).status);
    expect(statuses).toEqual([202, 429]);
  });
});
