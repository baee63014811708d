import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('nothing typed names nobody', async () => {
  const answer = await callEndpoint(lending, requestPasswordReset, { body: { identifier: '' } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['identifier.required']]);
});
