import { expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo } from '#tests/support/messages/messages.ts';
import { aBorrower, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function asked(newPhone: string) {
  const client = await aBorrower(lending, { stepUp: ['change-phone'] });
  const { headers } = client;
  const { challenge } = acceptedBody(await callEndpoint(lending, changePhone, { headers, body: { newPhone } }));
  return { client, challengeId: challenge.id, code: await codeTo(lending, `+51${newPhone}`) };
}
const confirm = (headers: Record<string, string>, body: { challengeId: string; code: string }) =>
  callEndpoint(lending, confirmPhone, { headers, body });

test('a code is good once', async () => {
  const { client, ...body } = await asked('912000661');
  expect((await confirm(client.headers, body)).status).toBe(200);
  expect((await confirm(client.headers, body)).status).toBe(410);
});

test('nobody else confirms it, and no other session of the same client', { tags: 'asvs-6.6.2' }, async () => {
  const { client, ...body } = await asked('912000662');
  const [other, elsewhere] = [await aBorrower(lending), await signIn(lending, client.personId)];
  expect((await confirm(other.headers, body)).status).toBe(410);
  expect((await confirm(sessionHeaders(elsewhere), body)).status).toBe(410);
  expect((await confirm(client.headers, body)).status).toBe(200);
});

test('whoever has the new telephone is not signed in by its code', { tags: 'asvs-7.6.2' }, async () => {
  const { challengeId, code } = await asked('912000663');
  const answer = await callEndpoint(lending, answerChallenge, { params: { id: challengeId }, body: { code } });
  expect(answer.status).toBe(410);
});
