import { expect, test } from 'vitest';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('without a link there is nothing to send a code for', async () => {
  expect((await callEndpoint(lending, sendResetCode, { body: {} })).status).toBe(400);
});
