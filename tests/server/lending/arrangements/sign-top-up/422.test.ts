import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { callEndpoint, keepKeyOfAnotherBody } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key remembered with another body signs nothing', async () => {
  const client = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
  const key = await keepKeyOfAnotherBody(loans, client, 'POST /api/v1/loan/top-up/sign');
  const headers = { ...client.headers, 'Idempotency-Key': key };
  const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
