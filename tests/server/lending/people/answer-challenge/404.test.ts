import { expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('an address that cannot be a challenge is not there', async () => {
  const answer = await callEndpoint(lending, answerChallenge, { params: { id: 'x' }, body: { code: '123456' } });
  expect(answer.status).toBe(404);
});
