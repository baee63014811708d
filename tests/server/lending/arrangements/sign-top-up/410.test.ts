import { expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  ['24 hours', () => loans.clock.pass({ hours: 24 })],
  ['two business dates, as the sandbox moves them', () => loans.clock.moveTo('2026-01-27')],
])('after %s it is too late to sign, and the way is free for another', async (_, wait) => {
  const { headers } = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  wait();
  const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'top_up_expired' } }]);
  expect(acceptedBody(await callEndpoint(loans, getActiveLoan, { headers }))).toMatchObject({
    topUpAvailable: true,
    loan: { topUpStatus: null },
  });
});
