import { expect, test } from 'vitest';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('nobody makes us write to more than three addresses an hour', async () => {
  const { headers } = await aBorrower(lending, { stepUp: ['change-email'] });
  const statuses = [];
  for (const newEmail of ['a@example.pe', 'b@example.pe', 'c@example.pe', 'd@example.pe']) {
    statuses.push((await callEndpoint(lending, changeEmail, { headers, body: { newEmail } })).status);
  }
  expect(statuses).toEqual([202, 202, 202, 429]);
});
