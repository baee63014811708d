import { expect, test } from 'vitest';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each<[string, string]>([
  [' ', 'identifier.required'],
  ['x'.repeat(300), 'identifier.too_long'],
])('%j names nobody', async (identifier, code) => {
  const answer = await callEndpoint(lending, sendSignInCode, { body: { identifier } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
