import { expect, test } from 'vitest';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('without a token there is nothing to confirm', async () => {
  const answer = await callEndpoint(lending, confirmEmail, { body: { token: '' } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['token.required']]);
});
