import { describe, expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { anApplicant, aSigner, payOut, stateOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, loanServiceOf, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower, type Borrower, signIn } from '#tests/support/people/borrower.ts';

describe('200', () => {
  const lending = withClientLoans();

  const see = async ({ headers }: Pick<Borrower, 'headers'>, screen: string) =>
    acceptedBody(await callEndpoint(lending, markScreenSeen, { headers, body: { screen } }));

  test('the good news is shown until it was seen; then the profile comes first', async () => {
    const signer = await aSigner(lending);
    expect((await stateOf(lending, signer)).nextScreen.name).toBe('application-completed');
    const seen = await see(signer, 'application-completed');
    expect(seen.nextScreen.name).toBe('profile');
    // It can still be opened: only nobody is sent there any more.
    expect(seen.allowedScreens).toContain('application-completed');
    await payOut(lending);
    expect((await stateOf(lending, signer)).nextScreen.name).toBe('profile');
  });

  test('a rejection was seen: the calculator comes next', async () => {
    const financial = { monthlyIncome: 300, monthlyExpenses: 0 };
    const applicant = await anApplicant(lending, 'REJECTED', { financial });
    expect((await see(applicant, 'application-rejected')).nextScreen.name).toBe('calculator');
  });

  test('what was cancelled, too, also when a remembered browser tells it', async () => {
    const applicant = await anApplicant(lending, 'PERSONAL');
    const { headers, personId } = applicant;
    await callEndpoint(lending, cancelApplication, { headers, body: { reason: 'OTHER' } });
    const remembered = await signIn(lending, personId, 'basic');
    expect((await see(remembered, 'application-cancelled')).nextScreen.name).toBe('calculator');
  });

  test('a screen that is not the one shown is old news: nothing is noted', async () => {
    const signer = await aSigner(lending);
    const before = await writtenOf(lending, signer);
    for (const screen of ['application-rejected', 'application-topup-completed', 'profile']) {
      expect((await see(signer, screen)).nextScreen.name).toBe('application-completed');
    }
    expect(await writtenOf(lending, signer)).toEqual(before);
  });

  test('a screen of work to do does not go away by being looked at', async () => {
    const applicant = await anApplicant(lending, 'FINANCIAL');
    expect((await see(applicant, 'application-financial')).nextScreen.name).toBe('application-financial');
  });

  test('nobody sees it for another client', async () => {
    const [one, other] = [await aSigner(lending), await aSigner(lending)];
    await see(one, 'application-completed');
    expect((await stateOf(lending, other)).nextScreen.name).toBe('application-completed');
  });

  test('somebody without an application has nothing to see', async () => {
    expect((await see(await aBorrower(lending), 'application-completed')).nextScreen.name).toBe('calculator');
  });

  test('each top-up is news once', async () => {
    const client = await aToppableClient(lending);
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, requestTopUp, { headers, body: { principal: 100 } }));
    acceptedBody(await callEndpoint(lending, signTopUp, { headers, body: { acceptTerms: true } }));
    expect((await stateOf(lending, client)).nextScreen.name).toBe('application-topup-completed');
    expect((await see(client, 'application-topup-completed')).nextScreen.name).toBe('profile');
    expect((await see(client, 'application-topup-completed')).nextScreen.name).toBe('profile');
    await dispatchDisbursements(loanServiceOf(lending).context);
    expect((await stateOf(lending, client)).nextScreen.name).toBe('profile');
    acceptedBody(await callEndpoint(lending, requestTopUp, { headers, body: { principal: 100 } }));
    acceptedBody(await callEndpoint(lending, signTopUp, { headers, body: { acceptTerms: true } }));
    expect((await stateOf(lending, client)).nextScreen.name).toBe('application-topup-completed');
  });
});

describe('400', () => {
  const lending = withTestLending();

  test('only a screen of the client area can have been seen', async () => {
    const signer = await aSigner(lending);
    const { headers } = signer;
    const wrong: readonly (readonly [object, string[]])[] = [
      [{}, ['screen.required']],
      [{ screen: 'application/completed' }, ['screen.not_allowed']],
      [{ screen: 'home' }, ['screen.not_allowed']],
      [{ screen: 7 }, ['screen.not_allowed']],
      [{ screen: 'profile', seen: true }, ['seen.unknown']],
    ];
    for (const [body, codes] of wrong) {
      const answer = await callEndpoint(lending, markScreenSeen, { headers, body });
      expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    }
    expect((await stateOf(lending, signer)).nextScreen.name).toBe('application-completed');
  });
});
