import { expect, test } from 'vitest';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('an account with nothing open closes in fourteen days; asked again, on the same day', {
  tags: 'promise-closing-an-account',
}, async () => {
  const { headers, email } = await aBorrower(lending, { stepUp: ['close-account'] });
  const close = async () => acceptedBody(await callEndpoint(lending, closeAccount, { headers }));
  expect(await close()).toEqual({ closesOn: '2026-01-29' });
  lending.clock.moveTo('2026-01-20');
  expect(await close()).toEqual({ closesOn: '2026-01-29' });
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
  expect(profile.closesOn).toBe('2026-01-29');
  const letters = (await messagesTo(lending, email)).filter(({ template }) => template === 'identity-account-closing');
  expect(letters.map(({ subject }) => subject)).toEqual(['Cerraremos tu cuenta el 29/01/2026']);
});
