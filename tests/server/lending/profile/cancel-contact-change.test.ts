import { describe, expect, test } from 'vitest';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('204', () => {
  test('a client takes a change back, and nothing waits for it any more', async () => {
    const { headers } = await aBorrower(lending, { stepUp: ['change-bank-account'] });
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
    await callEndpoint(lending, changeBankAccount, { headers, body });
    const read = async () =>
      acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
    expect((await read()).pendingAccount).toMatchObject({ masked: '••••7818', cancellable: true });
    for (let n = 0; n < 2; n++) {
      const answer = await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'BANK_ACCOUNT' } });
      expect(answer.status).toBe(204);
    }
    expect(await read()).toMatchObject({ bankAccount: null, pendingAccount: null });
  });
});

describe('400', () => {
  test('only what can wait can be taken back', async () => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'PASSWORD' } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['kind.not_allowed']]);
  });
});
