import { expect, test } from 'vitest';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a code goes to the client’s telephone', { tags: 'promise-codes' }, async () => {
  const { headers, phone } = await aBorrower(lending, { session: 'basic' });
  const answer = await callEndpoint(lending, startStepUp, {
    body: { purpose: 'data-request' },
    headers: { ...headers },
  });
  expect(acceptedBody(answer).challenge).toMatchObject({
    method: 'otp',
    maskedPhone: `+51 9•• ••• ${phone.slice(-3)}`,
  });
  expect(await messagesTo(lending, phone)).toHaveLength(1);
});

test.each(['full', 'change-phone', 'change-email', 'change-bank-account'])(
  'for %s the password is taken, and no code is sent',
  async (purpose) => {
    const { headers, phone } = await aBorrower(lending);
    const body = { purpose, method: 'password' };
    const { challenge } = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: { ...headers } }));
    expect(challenge).toEqual({ id: challenge.id, method: 'password', expiresInSec: 1800 });
    expect(await messagesTo(lending, phone)).toEqual([]);
  },
);
