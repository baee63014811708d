import { expect, test } from 'vitest';
import { readWebhooks } from '#server/lending/jobs/read-webhooks.ts';
import { browserOf } from '#tests/support/client.ts';
import { openClientScreen } from '#tests/support/client-screen.ts';
import { aDebtor, payCode, withPayments } from '#tests/support/payments.ts';

const payments = withPayments();

test('from my loans to a paid loan: what is owed, where it goes, a code, and the truth afterwards', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-27');
  const screen = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
  await screen.until(() => expect(screen.text()).toContain('S/ 573,03'));
  expect(screen.text()).toContain('S/ 534,59');
  expect(screen.text()).toContain('You save S/ 38,44');
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.text()).toContain('You pay today'));
  expect(screen.window.location.pathname).toBe('/en/profile/components/payment/repay-loan/');
  for (const part of [
    'Interest12,52',
    'IGV (tax)5,27',
    'Principal500,00',
    'You pay todayS/ 534,59',
    'Left to payS/ 0,00',
  ]) {
    expect(screen.text()).toContain(part);
  }
  await screen.press('input[value=BCP_AGENTE]');
  await screen.pressText('Pay S/\u00a0534,59');
  await screen.until(() => expect(screen.find('.pay-code')).toBeTruthy());
  const code = (screen.find('.pay-code').textContent ?? '').replace(/\D/g, '');
  await payCode(payments, code, {});
  await readWebhooks(payments.context);
  await screen.pressText('Look now');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
  expect(screen.window.location.pathname).toBe('/en/profile/components/payment/success/');
  expect(screen.text()).toContain('ReceivedS/ 534,59');
  expect(screen.text()).toContain('Paid on27/01/2026');
});
