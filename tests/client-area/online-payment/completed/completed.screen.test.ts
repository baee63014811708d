import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aDebtor, loseAnswer, payByCard, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();
const SCREEN = 'online-payment-completed';

test('without a session nothing is asked and nothing is told', async () => {
  const { id } = await payByCard(payments, await aDebtor(payments), { purpose: 'PAYOFF' });
  const screen = await openClientScreen(payments, SCREEN, { search: `?p=${id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Thank you, and welcome back'));
  expect(screen.environment.requests.filter((request) => request.includes('/payments'))).toEqual([]);
  expect(screen.find('a.btn').getAttribute('href')).toContain(
    encodeURIComponent(`/en/online-payment/completed/?p=${id}`),
  );
});

test('an instalment paid by card: what came, from which card, and what each sol of it paid', {
  tags: 'spec-2.15',
}, async () => {
  const debtor = await aDebtor(payments, EX2_TERMS);
  const { id } = await payByCard(payments, debtor, { purpose: 'INSTALLMENT' });
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your payment has arrived'));
  expect(screen.text()).toContain('S/ 635,63');
  expect(screen.text()).toContain('Visa ••8136');
});

test('while the bank is silent it says that it is being confirmed, and then what became of it', async () => {
  const debtor = await aDebtor(payments);
  const lost = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
  payments.world.isDown = true;
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${lost.id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('We are confirming your payment'));
  expect(screen.text()).toContain('Do not pay again');
  expect(document.querySelector('progress')).toBeNull();
  payments.world.isDown = false;
  payments.clock.pass({ minutes: 2 });
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
});

test('less than was asked for: what came is what counts, and it is said', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' }, 'approve-less');
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${id}` });
  await screen.until(() => expect(screen.text()).toContain('S/ 508,44 arrived. That is what counts'));
});

test('whoever closed the form goes on with the same payment', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('This payment is not paid yet'));
  expect(screen.find('a.btn').getAttribute('href')).toBe(`/en/profile/components/niubiz-method/?p=${id}`);
});

test('how it ended is said: the heading of the outcome takes the focus of the one before', async () => {
  const debtor = await aDebtor(payments);
  const lost = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
  payments.world.isDown = true;
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${lost.id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('We are confirming your payment'));
  expect(document.activeElement).toBe(screen.find('h1'));
  payments.world.isDown = false;
  payments.clock.pass({ minutes: 2 });
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
  await screen.until(() => expect(document.activeElement).toBe(screen.find('h1')));
});
