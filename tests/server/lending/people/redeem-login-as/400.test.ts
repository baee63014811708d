import { expect, test } from 'vitest';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('without a token there is nothing to redeem', async () => {
  const answer = await callEndpoint(lending, redeemLoginAs, { body: {} });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['token.required']]);
});
