import { expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key that was used for one plan is no key for another', async () => {
  const { headers } = await aClientOn(loans, '2026-02-24');
  const send = (numberOfPayments: number) =>
    callEndpoint(loans, confirmPaymentPlan, {
      headers: { ...headers, 'Idempotency-Key': 'one-key-two-plans' },
      body: { numberOfPayments, firstPaymentDate: '2026-03-06' },
    });
  expect((await send(3)).status).toBe(200);
  const answer = await send(4);
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
