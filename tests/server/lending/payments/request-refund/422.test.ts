import { expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a key of one loan is not taken for another', async () => {
  const debtor = await aDebtor(payments);
  await pay(payments.loans, debtor.loan.id, 530);
  const headers = { ...debtor.headers, 'Idempotency-Key': 'one-request-of-one-client' };
  const ask = (number: string) => callEndpoint(payments, requestRefund, { params: { number }, headers });
  expect((await ask(debtor.number)).status).toBe(201);
  expect(await ask('P-2026-0999999')).toMatchObject({ status: 422, body: { error: { code: 'idempotency_mismatch' } } });
});
