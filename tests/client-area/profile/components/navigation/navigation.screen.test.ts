import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX1_TERMS, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();

async function placesOf(client: Parameters<typeof browserOf>[0]): Promise<string[]> {
  const jar = browserOf(client);
  const screen = await openClientScreen(lending, 'profile-components-navigation', { jar });
  await screen.until(() => screen.find('.cols > :first-child .acts'));
  return [...document.querySelectorAll('.acts a')].map((link) => link.getAttribute('href') ?? '');
}
const YOU = ['settings', 'notifications', 'documents', 'components/marketing'].map((slug) => `/en/profile/${slug}/`);

test('without a loan there is nothing to do about one: the calculator comes instead', async () => {
  const jar = browserOf(await aBorrower(lending));
  const screen = await openClientScreen(lending, 'profile-components-navigation', { jar });
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
});

test('a loan in instalments has its schedule, and no extension', async () => {
  const places = await placesOf(await aClientOn(lending, '2026-01-20', EX2_TERMS));
  expect(places.slice(-YOU.length)).toEqual(YOU);
  expect(places).toContain('/en/modals/payment-schedule/');
  expect(places).toContain('/en/profile/components/payment/repay-loan/');
  expect(places).not.toContain('/en/profile/components/payment/extend-loan/');
});

test.each([
  ['a single payment in order', '2026-01-20', EX1_TERMS],
  ['instalments in order', '2026-01-20', EX2_TERMS],
  ['a single payment that is late', '2026-02-24', EX1_TERMS],
  ['instalments that are late', '2026-03-10', EX2_TERMS],
])('of %s one page has all that can be done when its date cannot be kept', async (_, day, terms) => {
  expect(await placesOf(await aClientOn(lending, day, terms))).toContain('/en/profile/components/payment/extend-info/');
});
