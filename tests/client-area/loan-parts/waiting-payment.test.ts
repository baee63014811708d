import { expect, test } from 'vitest';
import { aDebtorOn, anExtensionToPay } from '#tests/support/arrangements/extensions.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

test('an extension to be paid by transfer waits until its price ends, not until the transfer is given up', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const payment = await anExtensionToPay(payments, debtor);
  expect(Date.parse(payment.expiresAt)).toBeGreaterThan(Date.parse('2026-02-16T00:00:00-05:00'));
  const screen = await openClientScreen(payments, 'profile-components-viabcp-method', {
    jar: browserOf(debtor),
    search: `?p=${payment.id}`,
  });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
  expect(screen.text()).toContain('UntilSaturday 14/02/2026, 23:59');
  expect(screen.text()).toContain('The price of your extension is valid until 14/02/2026 at 23:59');
});
