import { expect, test } from 'vitest';
import { waiveRemainders } from '#server/lending/loans/waive-remainders.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

test('of two céntimos, which no method takes, is said that they need not be paid, and so it ends', async () => {
  const debtor = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-02-14');
  await pay(payments.loans, debtor.loan.id, 573.01);
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain('You have S/ 0,02 left: you need not pay it'));
  expect(screen.text()).toContain('It is too little to collect, and it does not count as late.');
  expect(document.querySelector('form')).toBeNull();
  await screen.close();
  await closeThrough(payments.loans, '2026-02-17');
  await waiveRemainders(payments.loans.context);
  const after = await openClientScreen(payments, 'profile-components-payment-repay-loan', { jar: browserOf(debtor) });
  await after.until(() => expect(after.text()).toContain('There is nothing to pay'));
});
