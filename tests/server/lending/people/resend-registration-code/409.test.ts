import { expect, test } from 'vitest';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

test('a minute has to pass between two codes', async () => {
  const { id, phone } = await begin(lending);
  lending.clock.pass({ seconds: 59 });
  const answer = await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel: 'SMS' } });
  expect([answer.status, answer.kind === 'refused' && answer.body.error.code]).toEqual([409, 'too_early']);
  expect(await messagesTo(lending, phone)).toHaveLength(1);
});
