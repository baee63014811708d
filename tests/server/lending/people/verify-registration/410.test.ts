import { expect, test } from 'vitest';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const verify = async (id: string, code: string) => {
  const answer = await callEndpoint(lending, verifyRegistration, { params: { id }, body: { code } });
  return [answer.status, answer.kind === 'refused' ? answer.body.error.code : ''];
};
const OVER = [410, 'registration_over'];

test('after five wrong codes the right one is too late, also when they come all at once', async () => {
  const { id, phone } = await begin(lending);
  const code = await codeTo(lending, phone);
  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(id, anotherCode(code))));
  expect(answers.filter(([status]) => status === 400)).toHaveLength(5);
  expect(answers.filter(([status]) => status === 410)).toHaveLength(7);
  expect(await verify(id, code)).toEqual(OVER);
});

test('a code works once', { tags: 'asvs-6.4.1' }, async () => {
  const { id, phone } = await begin(lending);
  const code = await codeTo(lending, phone);
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(id, code)));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 410, 410, 410, 410]);
});

test('a registration that never was is over, like one that was proven or left', async () => {
  const { id } = await proven(lending);
  const left = await begin(lending);
  lending.clock.pass({ minutes: 30 });
  for (const one of [id, left.id, '01890000-0000-7000-8000-000000000000'])
    expect(await verify(one, '123456')).toEqual(OVER);
});
