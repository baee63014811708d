import { describe, expect, test } from 'vitest';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { keepAccount } from '#api/endpoints/profile/keep-account.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('204', () => {
  test('a change of mind keeps the account, however often it is said', {
    tags: 'promise-closing-an-account',
  }, async () => {
    const { headers } = await aBorrower(lending, { stepUp: ['close-account'] });
    await callEndpoint(lending, closeAccount, { headers });
    const keep = async () => (await callEndpoint(lending, keepAccount, { headers })).status;
    expect([await keep(), await keep()]).toEqual([204, 204]);
    const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
    expect(profile.closesOn).toBeNull();
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
    expect(items.map(({ kind }) => kind).sort()).toEqual(['CLOSING_ASKED', 'CLOSING_UNDONE']);
  });
});
