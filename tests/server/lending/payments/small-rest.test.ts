import { expect, test } from 'vitest';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { aDebtorOn } from '#tests/support/arrangements/extensions.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { fieldCodes } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a rest that is late, and below the smallest payment of the lender, can still be sent by the bank', async () => {
  const value = { ...(SEED_POLICIES.payment as object), minCents: 500 };
  await changeParameter(payments.db, { kind: 'policy', key: 'payment', from: '2026-02-01', value });
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await pay(payments.loans, debtor.loan.id, 570);
  const byCard = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  expect(fieldCodes(byCard)).toEqual(['method.out_of_range']);
  const byBank = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  expect([byBank.status, byBank.body]).toMatchObject([201, { amount: 3.03 }]);
});
