import { expect, test } from 'vitest';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a view nobody knows is refused', async () => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, getProfile, { headers, query: { view: 'secret' } });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(['view.not_allowed']);
});
