import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import {
  aDebtor,
  type Debtor,
  loseAnswer,
  sendVoucherForm,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

async function openMyLoans(debtor: Debtor) {
  const screen = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
  await screen.until(() => expect(screen.text()).toContain('If you pay it all off today'));
  return screen;
}

test('while the bank is silent about a card, My loans says so and offers no other payment', {
  tags: 'promise-payments-that-wait-or-are-being-confirmed',
}, async () => {
  const debtor = await aDebtor(payments);
  const lost = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
  payments.world.isDown = true;
  const screen = await openMyLoans(debtor);
  expect(screen.text()).toContain('We are confirming your payment of S/ 509,44');
  expect(screen.find(`a[href="/en/online-payment/completed/?p=${lost.id}"]`)).toBeTruthy();
  expect(document.querySelector('a.big')).toBeNull();
  payments.world.isDown = false;
});

test('a transfer whose voucher was sent is looked for, with the promise of four business hours', {
  tags: 'promise-payments-that-wait-or-are-being-confirmed',
}, async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const fields = { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-01-15', amount: '509.44' };
  expect((await sendVoucherForm(payments, debtor, id, fields, [])).status).toBe(200);
  const screen = await openMyLoans(debtor);
  expect(screen.text()).toContain('We are looking for your transfer of S/ 509,44');
  expect(screen.text()).toContain('4 business hours at most');
  await screen.press('.due-figures .btn');
  await screen.until(() => expect(screen.text()).toContain('Do not send it again'));
  expect(screen.text()).not.toContain('Continue it or start another');
  // A form that would pay the same once more is only there for whoever asks for it.
  const fold = screen.find('details:has(form)') as HTMLDetailsElement;
  expect([fold.open, fold.querySelector('summary')?.textContent]).toEqual([false, 'Pay something else']);
});

test('a payment that is still to be made is nothing that is on its way', async () => {
  const debtor = await aDebtor(payments);
  await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const screen = await openMyLoans(debtor);
  expect(screen.text()).not.toContain('We are looking for your transfer');
  expect(screen.find('.due-figures .btn').textContent).toBe('Pay');
});
