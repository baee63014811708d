import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves } from '#tests/support/browser/screen-acts.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const open = async (date: string) =>
  openClientScreen(loans, 'profile-components-payment-payment-plan-info', {
    jar: browserOf(await aClientWhoProves(loans, date)),
  });

test('a plan is explained with the figures in force, and who may have one is led to it', async () => {
  const screen = await open('2026-02-24');
  await screen.until(() => expect(screen.text()).toContain('You choose between 2 and 6 payments'));
  expect(screen.text()).toContain('Each payment is at least S/ 30,00.');
  // Beside how it is made, in a card of its own, what happens when a payment is missing.
  expect(screen.find('aside').textContent).toMatch(/If a payment is missing.*Make my plan/);
  await screen.pressText('Make my plan');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/cards/payment-plan/'));
});

test('who may not have one reads why, and in one card beside it how a plan works', async () => {
  const screen = await open('2026-01-25');
  await screen.until(() =>
    expect(screen.find('aside').textContent).toContain('A plan is for loans that are overdue, or about to be'),
  );
  expect(document.querySelectorAll('.card')).toHaveLength(2);
  const rules = screen.find('section[aria-labelledby=plan-info-rules]').textContent;
  expect(rules).toMatch(/You choose between 2 and 6 payments.*If a payment is missing/);
});
