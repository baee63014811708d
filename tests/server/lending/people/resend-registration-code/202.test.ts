import { expect, test } from 'vitest';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending({ sandbox: true });

test.each([
  ['SMS', 'sms'],
  ['VOICE', 'voice'],
  ['WHATSAPP', 'whatsapp'],
] as const)('another code goes by %s, and the one before counts no more', async (channel, left) => {
  const { id, phone } = await begin(lending);
  const first = await codeTo(lending, phone);
  lending.clock.pass({ seconds: 60 });
  const answer = await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel } });
  expect(acceptedBody(answer)).toEqual({ resendInSec: 60, expiresInSec: 300 });
  const messages = await messagesTo(lending, phone);
  expect(messages.map((message) => message.channel)).toEqual(['sms', left]);
  if (channel === 'VOICE') return;
  const verify = (code: string) => callEndpoint(lending, verifyRegistration, { params: { id }, body: { code } });
  const second = await codeTo(lending, phone);
  if (second !== first) expect(fieldCodes(await verify(first))).toEqual(['code.invalid']);
  expect((await verify(second)).status).toBe(200);
});

test('a spoken code is spelled out', async () => {
  const { id, phone } = await begin(lending);
  lending.clock.pass({ seconds: 60 });
  await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel: 'VOICE' } });
  expect((await messagesTo(lending, phone)).at(-1)?.body).toMatch(
    /^Tu código de Mañay para crear tu cuenta es: (\d, ){5}\d\. Repetimos: (\d, ){5}\d\.$/,
  );
});
