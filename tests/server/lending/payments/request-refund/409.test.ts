import { expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

const ask = ({ number, headers }: Awaited<ReturnType<typeof aDebtor>>) =>
  callEndpoint(payments, requestRefund, { params: { number }, headers });
const refusal = { status: 409, body: { error: { code: 'nothing_to_refund' } } };

test('without credit there is nothing to send back; of a loan that is over every céntimo is (decision 0030)', async () => {
  const [five, little, none] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
  await pay(payments.loans, five.loan.id, 514.44);
  await pay(payments.loans, little.loan.id, 509.45);
  await pay(payments.loans, none.loan.id, 509.44);
  expect(await ask(none)).toMatchObject(refusal);
  expect(await ask(five)).toMatchObject({ status: 201, body: { amount: 5 } });
  expect(await ask(little)).toMatchObject({ status: 201, body: { amount: 0.01 } });
  expect(await ask(little)).toMatchObject({ status: 201, body: { amount: 0.01 } });
});
