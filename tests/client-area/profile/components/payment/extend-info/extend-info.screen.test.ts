import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves } from '#tests/support/browser/screen-acts.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const open = async (date: string) =>
  openClientScreen(loans, 'profile-components-payment-extend-info', {
    jar: browserOf(await aClientWhoProves(loans, date)),
  });

test('every term has its price and its total, and paying today is named as the cheapest', async () => {
  const screen = await open('2026-02-14');
  await screen.until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3));
  const cells = [...document.querySelectorAll('tbody tr:nth-child(2) > *')].map((cell) => cell.textContent);
  const more = ': how it is worked out';
  expect(cells).toEqual(['14 more days', '28/02/2026', `26,22${more}`, `599,25${more}`]);
  expect(screen.text()).toContain('If you paid everything today: S/ 573,03');
  await screen.press('tbody tr:nth-child(2) td:last-child .explain');
  const dialog = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ');
  expect(dialog).toContain('Price of the extension, paid today26,22');
  expect(dialog).toContain('What is left for the new date573,03');
});

test('too late for an extension, a plan is offered, and the rules still stand there', async () => {
  const screen = await open('2026-03-10');
  await screen.until(() => expect(screen.text()).toContain('See what you can do'));
  expect(document.querySelectorAll('#extend-info-rules ~ .bullets li')).toHaveLength(4);
});
