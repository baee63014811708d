import { expect, test } from 'vitest';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aVisitor } from '#tests/support/people/registration.ts';

const lending = withTestLending();

test.each<[Record<string, unknown>, string[]]>([
  [{ acceptTerms: false }, ['acceptTerms.required']],
  [{ acceptPrivacy: undefined }, ['acceptPrivacy.required']],
  [{ acceptMarketing: 'yes' }, ['acceptMarketing.invalid']],
  [{ acceptMarketing: true, channels: { sms: false } }, ['channels.mismatch']],
  [{ channels: { sms: true } }, ['channels.mismatch']],
  [{ phone: '01 555 1234' }, ['phone.invalid']],
  [{ email: 'ana@', documentNumber: '123' }, ['email.invalid', 'documentNumber.invalid']],
  [{ textVersion: 'v1' }, ['textVersion.invalid']],
  [{ role: 'admin' }, ['role.unknown']],
])('%j is refused, and nothing is sent', async (changes, codes) => {
  const visitor = aVisitor(changes);
  const answer = await callEndpoint(lending, startRegistration, { body: visitor });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
  expect(await messagesTo(lending, `+51${visitor.phone}`)).toEqual([]);
});
