import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves } from '#tests/support/browser/screen-acts.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const open = (client: Parameters<typeof browserOf>[0]) =>
  openClientScreen(loans, 'profile-components-payment-extend-loan', { jar: browserOf(client) });

test('on its due date every term shows its price, and the chosen one beside paying today', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-02-14'));
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 14,35'));
  await screen.press('#term-14');
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 26,22'));
  expect(screen.text()).toContain('Interest for the new days14,22');
  expect(screen.text()).toContain('If you paid everything todayS/ 573,03');
  expect(screen.text()).toContain('In total with this extensionS/ 599,25');
  await screen.press('#quote ~ div .explain');
  const dialog = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ');
  for (const line of ['Interest for the extension', '14,22', 'Extension fee8,00', '4,00'])
    expect(dialog).toContain(line);
});

/** Reads the dialog that was opened last. */
const said = () => [...document.querySelectorAll('dialog')].at(-1)?.textContent?.replaceAll('\u00a0', ' ') ?? '';

test('the price of every term, each line of it and what is left for the new date open how they are worked out', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-02-14'));
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 14,35'));
  const beside = [...document.querySelectorAll<HTMLElement>('.radio-line > .explain')];
  expect(beside.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual(
    ['S/ 14,35', 'S/ 26,22', 'S/ 49,54'].map((price) => `${price}: how it is worked out`),
  );
  expect(document.querySelector('label button')).toBeNull();
  await screen.press('.radio-line:nth-of-type(3) > .explain');
  expect(said()).toContain('Extension fee12,00');
  expect(screen.find<HTMLInputElement>('#term').checked).toBe(true);
  await screen.press('table.rows:not(.terms-of) .explain');
  expect(said()).toContain(
    'S/ 500,00 at a yearly rate of 110,00 % for 7 days, discounted because you pay it in advance',
  );
  expect(screen.text()).toContain('What you pay on 21/02/2026S/ 573,03');
  await screen.press('.kv > div:nth-child(3) .explain');
  expect(said()).toContain('S/ 500,00 at a yearly rate of 110,00 % for 30 days');
  await screen.press('.kv > div:nth-child(6) .explain');
  expect(said()).toContain('You pay S/ 14,35 today and S/ 573,03 on 21/02/2026');
});

test('another term asks for another yes', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-02-14'));
  await screen.until(() => screen.find('#acceptTerms'));
  await screen.press('#acceptTerms');
  await screen.press('#term-14');
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 26,22'));
  expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
});

test('a loan in instalments is told why it cannot, beside how an extension works', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-02-01', EX2_TERMS));
  await screen.until(() => expect(screen.text()).toContain('Only loans with a single payment can be extended'));
  expect(document.querySelectorAll('#extend-info-rules ~ .bullets li')).toHaveLength(4);
});
