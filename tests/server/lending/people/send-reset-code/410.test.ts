import { expect, test } from 'vitest';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each(['', 'x', 'a'.repeat(43)])('%j is no link, and no code is sent', async (token) => {
  const answer = await callEndpoint(lending, sendResetCode, { body: { token } });
  expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'link_over' } }]);
});
