import { expect, test } from 'vitest';
import { browserOf } from '#tests/support/client.ts';
import { openClientScreen } from '#tests/support/client-screen.ts';
import { aDebtor, withPayments } from '#tests/support/payments.ts';
import { prove } from '#tests/support/screen-acts.ts';

const payments = withPayments();

test('after the code the payment of the extension is there, for the price that was shown', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-02-14');
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', {
    jar: browserOf(debtor),
  });
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 14,35'));
  await screen.press('input[name=method][value=MANUAL]');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await prove(payments, screen, debtor.phone);
  await screen.until(() => expect(screen.window.location.search).toMatch(/^\?p=/));
  const intents = await payments.db.kysely.selectFrom('payment_intent').selectAll().execute();
  expect(intents).toMatchObject([{ purpose: 'EXTENSION', method: 'MANUAL', amount: 1435 }]);
});
