import { expect, test } from 'vitest';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a browser that is only remembered is asked for a proof when everything is asked for', async () => {
  const { headers } = await aBorrower(lending, { session: 'basic' });
  const answer = await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } });
  expect([answer.status, answer.body]).toEqual([
    428,
    {
      error: {
        code: 'reauth_required',
        message: 'Prove who you are, and call again.',
        reauth: { level: 'full', methods: ['password', 'otp'] },
      },
    },
  ]);
});
