import { expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD } from '#tests/support/people/client.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

const answer = async (id: string, body: object, headers: Record<string, string> = {}) =>
  (await callEndpoint(lending, answerChallenge, { params: { id }, body, headers })).status;

async function aSignInCode() {
  const client = await aClient(lending);
  const asked = await callEndpoint(lending, sendSignInCode, { body: { identifier: client.documentNumber } });
  return { id: acceptedBody(asked).challenge.id, code: await codeTo(lending, client.phone) };
}

test('five wrong codes, guessed one after another or all at once, and the right one is too late', {
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

test('the challenge of a session is no other session’s, and nobody’s without one', { tags: 'asvs-6.6.2' }, async () => {
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

test('who closed the account meanwhile is not let in', async () => {
  const client = await aClient(lending);
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
}, async () => {
  const client = await aClient(lending);
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
}, async () => {
  const client = await aClient(lending);
  const guessed = async (identifier: string) => {
    const statuses = [];
    let id = '';
    for (let n = 0; n < 3; n++) {
      lending.clock.pass({ minutes: 1 });
      id = acceptedBody(await callEndpoint(lending, sendSignInCode, { body: { identifier } })).challenge.id;
      const wrong = identifier === client.email ? anotherCode(await codeTo(lending, client.phone)) : '000000';
      for (let k = 0; k < (n < 2 ? 5 : 1); k++) statuses.push(await answer(id, { code: wrong }));
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
}, async () => {
  const client = await aClient(lending);
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
