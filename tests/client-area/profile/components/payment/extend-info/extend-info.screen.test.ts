import { expect, test } from 'vitest';
import { browserOf } from '#tests/support/client.ts';
import { withClientLoans } from '#tests/support/client-loans.ts';
import { openClientScreen } from '#tests/support/client-screen.ts';
import { aClientWhoProves } from '#tests/support/screen-acts.ts';

const loans = withClientLoans();
const open = async (date: string) =>
  openClientScreen(loans, 'profile-components-payment-extend-info', {
    jar: browserOf(await aClientWhoProves(loans, date)),
  });

test('every term has its price and its total, and paying today is named as the cheapest', async () => {
  const screen = await open('2026-02-14');
  await screen.until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3));
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[1]).toBe('14 days more28/02/202626,22599,25');
  expect(screen.text()).toContain('If you paid everything today: S/ 573,03');
});

test('too late for an extension, a plan is offered', async () => {
  const screen = await open('2026-03-10');
  await screen.until(() => expect(screen.text()).toContain('See a payment plan'));
});
