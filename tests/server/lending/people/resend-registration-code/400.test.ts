import { expect, test } from 'vitest';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

test.each(['EMAIL', 'PIGEON', 'VOICE', 'WHATSAPP'])('%s is not offered where nobody delivers it', async (channel) => {
  const { id } = await begin(lending);
  lending.clock.pass({ seconds: 60 });
  const answer = await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['channel.not_allowed']]);
});
