import { expect, test } from 'vitest';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each<[object, string]>([
  [{ purpose: 'everything' }, 'purpose.not_allowed'],
  [{ purpose: 'full', method: 'smile' }, 'method.not_allowed'],
  // A thief of an open session who knows the password has no telephone; one who has the telephone no password.
  [{ purpose: 'close-account', method: 'password' }, 'method.not_allowed'],
  // Password first: no code is sent to somebody who does not know it.
  [{ purpose: 'change-phone', method: 'otp' }, 'method.not_allowed'],
  [{ purpose: 'change-email', method: 'otp' }, 'method.not_allowed'],
  [{ purpose: 'change-bank-account', method: 'otp' }, 'method.not_allowed'],
])('%j is not taken', async (body, code) => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, startStepUp, { body, headers: { ...headers } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
