import { describe, expect, test } from 'vitest';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { getMarketingPrompt } from '#api/endpoints/profile/get-marketing-prompt.ts';
import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower, anImpersonation, type Borrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const isDue = async ({ headers }: Pick<Borrower, 'headers'>) =>
  acceptedBody(await callEndpoint(loans, getMarketingPrompt, { headers })).isDue;

describe('200', () => {
  test('who never said anything is asked, with a loan that is paid in time or without one', async () => {
    expect(await isDue(await aBorrower(loans))).toBe(true);
    expect(await isDue(await aClient(loans))).toBe(true);
  });

  test('a decision that is on record, a yes or a no, is not asked for again', async () => {
    const client = await aBorrower(loans);
    await callEndpoint(loans, setMarketingConsent, { headers: client.headers, body: { acceptMarketing: false } });
    expect(await isDue(client)).toBe(false);
  });

  test('"not now" keeps the question away for 90 days, and may be said again', {
    tags: 'promise-advertising',
  }, async () => {
    const client = await aBorrower(loans);
    const notNow = () => callEndpoint(loans, putOffMarketingPrompt, { headers: client.headers });
    await notNow();
    expect(await isDue(client)).toBe(false);
    // Said on 15/01/2026.
    loans.clock.moveTo('2026-04-14');
    expect(await isDue(client)).toBe(false);
    loans.clock.moveTo('2026-04-15');
    expect(await isDue(client)).toBe(true);
    await notNow();
    expect(await isDue(client)).toBe(false);
  });

  test('who is late is not asked, also before the night has written it down; who has paid is', async () => {
    const client = await aClientOn(loans, '2026-02-16');
    expect(await isDue(client)).toBe(true);
    loans.clock.moveTo('2026-02-17');
    expect(await isDue(client)).toBe(false);
    await closeThrough(loans, '2026-02-20');
    expect(await isDue(client)).toBe(false);
    await pay(loans, client.loan.id, 600);
    expect(await isDue(client)).toBe(true);
  });

  test('nobody is asked while money is on its way to them, or in the middle of an application', async () => {
    const waiting = await aBorrower(loans);
    await anOriginatedLoan(loans, undefined, waiting.personId);
    expect(await isDue(waiting)).toBe(false);
    expect(await isDue(await anApplicant(loans, 'PERSONAL'))).toBe(false);
  });

  test('who is leaving is not asked', async () => {
    const client = await aBorrower(loans, { stepUp: ['close-account'] });
    await callEndpoint(loans, closeAccount, { headers: client.headers });
    expect(await isDue(client)).toBe(false);
  });

  test('staff in the place of a client are asked nothing', async () => {
    expect(await isDue(await anImpersonation(loans, 'READ_ONLY'))).toBe(false);
  });
});
