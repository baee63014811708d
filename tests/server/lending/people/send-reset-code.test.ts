import { describe, expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('202', () => {
  test('the code goes to the telephone in use, and signs nobody in', async () => {
    const client = await aClient(lending);
    await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(lending, client.email, 'identity-password-reset');
    const { challenge } = acceptedBody(await callEndpoint(lending, sendResetCode, { body: { token } }));
    expect(challenge).toMatchObject({ method: 'otp', maskedPhone: `+51 9•• ••• ${client.phone.slice(-3)}` });
    const body = { code: await codeTo(lending, client.phone) };
    const answer = await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
  });
});

describe('400', () => {
  test('without a link there is nothing to send a code for', async () => {
    expect((await callEndpoint(lending, sendResetCode, { body: {} })).status).toBe(400);
  });
});

describe('410', () => {
  test.each(['', 'x', 'a'.repeat(43)])('%j is refused as a link, and no code is sent', async (token) => {
    const answer = await callEndpoint(lending, sendResetCode, { body: { token } });
    expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'link_over' } }]);
  });
});
