import { expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { aClient, enter } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('a wrong code, none, and one that is too old', { tags: 'asvs-6.5.5' }, async () => {
  const client = await aClient(lending);
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

test('a wrong password says so', async () => {
  const client = await aClient(lending);
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
