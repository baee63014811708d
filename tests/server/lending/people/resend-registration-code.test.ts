import { describe, expect, test } from 'vitest';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { begin, proven } from '#tests/support/people/registration.ts';

describe('202', () => {
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
});

describe('400', () => {
  const lending = withTestLending();

  test.each(['EMAIL', 'PIGEON', 'VOICE', 'WHATSAPP'])('%s is not offered where nobody delivers it', async (channel) => {
    const { id } = await begin(lending);
    lending.clock.pass({ seconds: 60 });
    const answer = await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['channel.not_allowed']]);
  });
});

describe('404', () => {
  const lending = withTestLending();

  const resend = async (id: string) =>
    (await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel: 'SMS' } })).status;

  test('a registration that never was, was proven, or was left half an hour ago takes no other code', async () => {
    const [done, left] = [await proven(lending), await begin(lending)];
    lending.clock.pass({ minutes: 30 });
    for (const id of ['x', '01890000-0000-7000-8000-000000000000', done.id, left.id])
      expect(await resend(id)).toBe(404);
  });
});

describe('409', () => {
  const lending = withTestLending();

  test('a minute has to pass between two codes', async () => {
    const { id, phone } = await begin(lending);
    lending.clock.pass({ seconds: 59 });
    const answer = await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel: 'SMS' } });
    expect([answer.status, answer.kind === 'refused' && answer.body.error.code]).toEqual([409, 'too_early']);
    expect(await messagesTo(lending, phone)).toHaveLength(1);
  });
});
