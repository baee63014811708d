import { describe, expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import {
  acceptedBody,
  callEndpoint,
  fieldCodes,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

describe('200', () => {
  const loans = withClientLoans();

  const OTHER = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;

  const DAY_MS = 24 * 3_600_000;

  type Who = { readonly headers: Record<string, string> };

  const change = async ({ headers }: Who, body = {}) =>
    acceptedBody(await callEndpoint(loans, changeBankAccount, { headers, body: { ...OTHER, ...body } })).pendingAccount;

  const accountOf = async ({ headers }: Who) => (await profileOf({ headers })).bankAccount;

  const profileOf = async ({ headers }: Who) =>
    acceptedBody(await callEndpoint(loans, getProfile, { headers, query: { view: 'full' } }));

  test('the new account is in the profile beside the one that counts, waits for a day, and the client is told twice', {
    tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
  }, async () => {
    const client = await aBorrower(loans, { stepUp: ['change-bank-account'] });
    expect(await accountOf(client)).toBeNull();
    const countsAt = new Date(loans.clock.now() + DAY_MS).toISOString();
    const waiting = { masked: '••••7818', confirmed: true, countsAt, cancellable: true };
    expect(await change(client, { cci: '011 814 000212345678 18' })).toEqual(waiting);
    expect(await profileOf(client)).toMatchObject({ bankAccount: null, pendingAccount: waiting });
    const [letter] = await messagesTo(loans, client.email);
    const [sms] = await messagesTo(loans, client.phone);
    expect([letter?.template, sms?.template]).toEqual([
      'identity-bank-account-changing',
      'identity-bank-account-changing',
    ]);
    expect(letter?.body).toContain('termina en ••••7818');
    expect(`${letter?.body}${sms?.body}`).not.toContain('01181400021234567818');
    const { items } = acceptedBody(await callEndpoint(loans, getAccessLog, { headers: client.headers }));
    expect(items.map(({ kind }) => kind)).toContain('BANK_ACCOUNT_CHANGED');
    loans.clock.pass({ hours: 25 });
    await applyContactChanges(identityContext(loans));
    const bankAccount = { bankId: 'bbva', masked: '••••7818', verified: false };
    expect(await profileOf(client)).toMatchObject({ bankAccount, pendingAccount: null });
  });

  test('the same account twice is one change, and its day does not begin again', async () => {
    const client = await aBorrower(loans, { stepUp: ['change-bank-account'] });
    const first = await change(client);
    loans.clock.pass({ minutes: 2 });
    expect(await change(client)).toEqual(first);
    expect(await messagesTo(loans, client.email)).toHaveLength(1);
  });

  test('a top-up that is signed afterwards goes to the new account, and not before its day is over', async () => {
    const client = await aToppableClient(loans);
    expect(await accountOf(client)).toMatchObject({ masked: '••••7852', verified: true });
    await change(client);
    expect(await profileOf(client)).toMatchObject({
      bankAccount: { masked: '••••7852', verified: true },
      pendingAccount: { masked: '••••7818' },
    });
    await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    const { headers } = client;
    acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
    const before = loans.bank.paidOut.size;
    expect(await dispatchDisbursements(loans.context)).toBe(0);
    loans.clock.pass({ hours: 23 });
    expect(await dispatchDisbursements(loans.context)).toBe(0);
    loans.clock.pass({ hours: 2 });
    await applyContactChanges(identityContext(loans));
    expect(await dispatchDisbursements(loans.context)).toBe(1);
    expect(loans.bank.paidOut.size).toBe(before + 1);
    expect([...loans.bank.paidOut.values()].at(-1)).toMatchObject({ cci: OTHER.cci, amountCents: 20_000 });
    expect(await accountOf(client)).toEqual({ bankId: 'bbva', masked: '••••7818', verified: true });
  });

  test('the account in use again takes a waiting change back, and says that nothing changes', async () => {
    const client = await aToppableClient(loans);
    await change(client);
    const own = { bankId: 'bcp', cci: '00219100001234567852' };
    const { headers } = client;
    const answer = acceptedBody(await callEndpoint(loans, changeBankAccount, { headers, body: { ...OTHER, ...own } }));
    expect(answer).toMatchObject({ bankAccount: { masked: '••••7852' }, pendingAccount: null });
  });

  test('without a fresh proof for it nothing changes', async () => {
    const client = await aBorrower(loans, { stepUp: ['change-phone'] });
    const { status } = await callEndpoint(loans, changeBankAccount, { headers: client.headers, body: OTHER });
    expect(status).toBe(428);
    expect(await accountOf(client)).toBeNull();
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each([
    ['an unknown bank', { bankId: 'lunar' }, ['bankId.unknown']],
    ['an account of another bank', { bankId: 'bcp' }, ['cci.mismatch']],
    ['a digit too few', { cci: '0118140002123456781' }, ['cci.invalid']],
    ['a kind of account that is none', { type: 'PIGGY' }, ['type.unknown']],
  ])('%s is refused, and nobody is told of a change', async (_, wrong, codes) => {
    const client = await aBorrower(lending, { stepUp: ['change-bank-account'] });
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818', ...wrong };
    const answer = await callEndpoint(lending, changeBankAccount, { headers: client.headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    const rows = await lending.db.kysely.selectFrom('bank_account').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('digits that do not add up are taken: a fifth of the published accounts do not', async () => {
    const client = await aBorrower(lending, { stepUp: ['change-bank-account'] });
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567810' };
    const { status } = await callEndpoint(lending, changeBankAccount, { headers: client.headers, body });
    expect(status).toBe(200);
  });
});
