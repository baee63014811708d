import { expect, test } from 'vitest';
import { aDebtorOn, anExtensionToPay, transfer } from '#tests/support/arrangements/extensions.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

/** Extends EX1 by 14 days on its due date, and what comes for it comes on a later day. */
async function paidOn(date: string, soles: number) {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const payment = await anExtensionToPay(payments, debtor);
  await closeThrough(payments.loans, date);
  await transfer(payments, payment, soles, date);
  const screen = await openClientScreen(payments, 'profile-components-payment-success', {
    jar: browserOf(debtor),
    search: `?p=${payment.id}`,
  });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your payment has arrived'));
  return screen;
}

test('an extension paid at its price says where the date has moved', async () => {
  expect((await paidOn('2026-02-14', 26.22)).text()).toContain('Your date has moved to 28/02/2026');
});

test('one paid ten days later at the price of that day moved the date from that day on', async () => {
  expect((await paidOn('2026-02-24', 40.68)).text()).toContain('Your date has moved to 10/03/2026');
});

test('one that was too little says that the date has not moved, and what was missing', async () => {
  const screen = await paidOn('2026-02-24', 26.22);
  expect(screen.text()).toContain('Your date has not moved: you were S/ 14,46 short');
  expect(screen.text()).not.toContain('Your date has moved');
});
