import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { callEndpoint, keepKeyOfAnotherBody } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key remembered with another body activates nothing', async () => {
  const client = await aClientOn(loans, '2026-03-02');
  const key = await keepKeyOfAnotherBody(loans, client, 'POST /api/v1/loan/flex-pay/activate');
  const headers = { ...client.headers, 'Idempotency-Key': key };
  const answer = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
