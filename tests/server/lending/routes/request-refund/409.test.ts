import { expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/request-refund.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';
import { pay } from '#tests/support/loan-service.ts';
import { aDebtor, withPayments } from '#tests/support/payments.ts';

const payments = withPayments();

const ask = ({ number, headers }: Awaited<ReturnType<typeof aDebtor>>) =>
  callEndpoint(payments, requestRefund, { params: { number }, headers });
const refusal = { status: 409, body: { error: { code: 'nothing_to_refund' } } };

test('up to S/ 5 stays as credit; a céntimo more goes back (domain 2.11.5)', async () => {
  const [five, more, none] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
  await pay(payments.loans, five.loan.id, 514.44);
  await pay(payments.loans, more.loan.id, 514.45);
  expect(await ask(five)).toMatchObject(refusal);
  expect(await ask(none)).toMatchObject(refusal);
  expect(await ask(more)).toMatchObject({ status: 201, body: { amount: 5.01 } });
});
