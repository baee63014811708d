import { expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const THREE = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
const open = (client: Parameters<typeof browserOf>[0], search = '') =>
  openClientScreen(loans, 'modals-payment-plan-schedule', { jar: browserOf(client), search });
const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);

test('a plan that is only looked at shows each payment and what is left after it', { tags: 'spec-2.14' }, async () => {
  const client = await aClientOn(loans, '2026-02-24');
  const screen = await open(client, '?numberOfPayments=3&firstPaymentDate=2026-03-06');
  await screen.until(() => expect(screen.text()).toContain('Nothing is agreed yet'));
  expect(cells()).toEqual([
    '106/03/2026195,10: how it is worked out390,21',
    '206/04/2026195,10: how it is worked out195,11',
    '306/05/2026195,11: how it is worked out0,00',
    'In totalS/\u00a0585,31',
  ]);
});

test('of a plan that runs, what was paid is marked', async () => {
  const client = await aClientOn(loans, '2026-02-24');
  acceptedBody(await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body: THREE }));
  await closeThrough(loans, '2026-03-06');
  await pay(loans, client.loan.id, 195.1, { use: { kind: 'arrangement' } });
  const screen = await open(client);
  await screen.until(() => expect(cells()[0]).toBe('1 ✓ paid06/03/2026195,10390,21'));
});

test('a plan that cannot be had says so, and leads to how a plan works', async () => {
  const client = await aClientOn(loans, '2026-01-20');
  const screen = await open(client, '?numberOfPayments=3&firstPaymentDate=2026-03-06');
  await screen.until(() => expect(screen.find('.empty').textContent).toContain('A plan is not possible right now'));
  await screen.pressText('How a payment plan works');
  const info = '/en/profile/components/payment/payment-plan-info/';
  await screen.until(() => expect(screen.window.location.pathname).toBe(info));
});

test('without a plan it says so and what a plan is for, and closes to the plan screen', async () => {
  const screen = await open(await aClientOn(loans, '2026-01-20'));
  await screen.until(() => expect(screen.find('.empty').textContent).toContain('You have no plan running'));
  expect(screen.find('.empty').textContent).toContain('When the date has passed');
  await screen.pressText('Back to the plan');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/cards/payment-plan/'));
});
