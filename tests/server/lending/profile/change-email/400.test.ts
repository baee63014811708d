import { expect, test } from 'vitest';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  [{}, ['newEmail.required']],
  [{ newEmail: 'ana@' }, ['newEmail.invalid']],
  [{ newEmail: `${'a'.repeat(250)}@example.pe` }, ['newEmail.too_long']],
])('%j is no address', async (body, codes) => {
  const { headers } = await aBorrower(lending, { stepUp: ['change-email'] });
  const answer = await callEndpoint(lending, changeEmail, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
});
