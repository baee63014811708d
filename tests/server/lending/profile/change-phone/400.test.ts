import { expect, test } from 'vitest';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  ['', 'newPhone.required'],
  ['12345678', 'newPhone.invalid'],
  ['014445566', 'newPhone.invalid'],
])('%j is no mobile', async (newPhone, code) => {
  const { headers } = await aBorrower(lending, { stepUp: ['change-phone'] });
  const answer = await callEndpoint(lending, changePhone, { headers, body: { newPhone } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
