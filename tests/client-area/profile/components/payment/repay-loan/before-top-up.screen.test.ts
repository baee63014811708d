import { expect, test } from 'vitest';
import { withTopUp } from '#loan/loan-life.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { TOP_UP_IN_FLIGHT } from '#tests/support/loan/loans.ts';
import { aDebtor, type Debtor, payCode, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

/** The bank takes a top-up back that no order stands for. */
async function stopTopUp({ loan }: Debtor): Promise<void> {
  await withLoan(payments.loans.context, { id: loan.id }, (locked) =>
    locked.save(withTopUp(locked.loan, undefined, locked.day), { kind: 'top-up-stopped', ref: loan.id }),
  );
}

test('while a top-up is on its way: what will be left, and never that the loan is paid off', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-25');
  await withLoan(payments.loans.context, { id: debtor.loan.id }, (locked) =>
    locked.save(withTopUp(locked.loan, TOP_UP_IN_FLIGHT), { kind: 'top-up-signed', ref: debtor.loan.id }),
  );
  const left =
    'Your top-up of S/ 200,00 is on its way: once it arrives you will have S/ 214,66 left to pay by 14/02/2026.';
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain(left));
  expect(screen.text()).toContain('You pay all you owe today; your top-up is still on its way');
  expect(screen.text()).not.toContain('paid off');
  await screen.press('input[value=PAGOEFECTIVO]');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('.pay-code')).toBeTruthy());
  await payCode(payments, (screen.find('.pay-code').textContent ?? '').replace(/\D/g, ''), {});
  await readWebhooks(payments.context);
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your payment has arrived'));
  expect(screen.text()).toContain('Your loan stays open because your top-up is on its way.');
  expect(screen.text()).toContain(left);
  expect(screen.text()).not.toContain('paid off');
  await screen.close();
  const home = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
  await home.until(() => expect(home.text()).toContain(left));
  expect(home.window.document.querySelector('.due-figures a')).toBeNull();
  await stopTopUp(debtor);
});
