import { expect, test } from 'vitest';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('what is signed is on its way and cannot be declined', async () => {
  const { headers } = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  const answer = await callEndpoint(loans, declineTopUp, { headers });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'top_up_signed' } }]);
});
