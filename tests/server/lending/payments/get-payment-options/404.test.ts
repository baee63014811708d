import { expect, test } from 'vitest';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const ask = ({ headers }: Pick<Debtor, 'headers'>, number: string) =>
  visibleAnswer(payments, getPaymentOptions, { params: { number }, headers });

test('another client’s loan is not there, byte for byte, whatever its status', async () => {
  const [debtor, owed, repaid] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
  await pay(payments.loans, repaid.loan.id, 509.44);
  const waiting = await anOriginatedLoan(payments.loans);
  const nobodys = await ask(debtor, 'P-2026-9999999');
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  for (const number of [owed.number, repaid.number, waiting.loan.number]) {
    expect(await ask(debtor, number)).toEqual(nobodys);
  }
  expect((await ask(owed, owed.number)).status).toBe(200);
});

test.each(['active', 'P-2026-1', 'p-2026-0000001', "' or 1=1 --"])('there is no loan %s', async (number) => {
  expect((await ask(await aDebtor(payments), number)).status).toBe(404);
});
