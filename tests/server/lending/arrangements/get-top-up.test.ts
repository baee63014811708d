import { describe, expect, test } from 'vitest';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const show = async (headers: Record<string, string>) =>
  acceptedBody(await callEndpoint(loans, getTopUp, { headers })).topUp;

describe('200', () => {
  test('nobody has one who has not asked for it', async () => {
    expect(await show((await aBorrower(loans)).headers)).toBeNull();
    expect(await show((await aToppableClient(loans)).headers)).toBeNull();
  });

  test('while it waits it costs what it costs today: a day later a day of interest less', async () => {
    const { headers } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    expect(await show(headers)).toMatchObject({ status: 'ORIGINATED', offer: { topUpTotal: 214.66 } });
    loans.clock.moveTo('2026-01-26');
    loans.clock.pass({ hours: -1 });
    const tomorrow = await show(headers);
    expect(tomorrow?.offer.topUpTotal).toBeLessThan(214.66);
  });

  test('what was signed stays what was signed', async () => {
    const { headers } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
    loans.clock.moveTo('2026-01-27');
    expect(await show(headers)).toMatchObject({ status: 'DISBURSING', offer: { topUpTotal: 214.66 } });
  });

  test('one that waited too long is over, also before anybody has tidied up', async () => {
    const { headers } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    loans.clock.pass({ hours: 24 });
    expect(await show(headers)).toBeNull();
  });
});
