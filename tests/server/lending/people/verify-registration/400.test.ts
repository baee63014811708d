import { expect, test } from 'vitest';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const verify = (id: string, code: unknown) =>
  callEndpoint(lending, verifyRegistration, { params: { id }, body: { code } });

test('a wrong code, a code of somebody else and a word that is no code are invalid', async () => {
  const [mine, theirs] = [await begin(lending), await begin(lending)];
  const [code, other] = [await codeTo(lending, mine.phone), await codeTo(lending, theirs.phone)];
  for (const typed of [anotherCode(code), 'abcdef', '12345', ...(other === code ? [] : [other])]) {
    expect(fieldCodes(await verify(mine.id, typed))).toEqual(['code.invalid']);
  }
  expect(fieldCodes(await verify(mine.id, ''))).toEqual(['code.required']);
});

test('after five minutes a code has expired, right or wrong', { tags: ['asvs-6.4.1', 'asvs-6.5.5'] }, async () => {
  const { id, phone } = await begin(lending);
  const code = await codeTo(lending, phone);
  lending.clock.pass({ minutes: 5 });
  for (const typed of [code, anotherCode(code)]) expect(fieldCodes(await verify(id, typed))).toEqual(['code.expired']);
});
