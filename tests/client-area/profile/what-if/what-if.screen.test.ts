import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();
/** Note about paying late, which stands in its row. */
const LATE = 'A late loan adds fewer points to your level';

test('of a loan that is late already the days are counted from today, and it says how late that will be', async () => {
  const client = await aClientOn(lending, '2026-02-24');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('.ways'));
  expect(screen.text()).toContain('Pay in 10 days (20 days late)');
  expect(screen.text()).toContain('Days from today');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Done: the figures above are the new ones.'));
});

test('six numbers of days can be tried, fifteen among them: as many as are in one row', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('.ways'));
  const days = [...document.querySelectorAll('.terms.months label')];
  expect(days.map(({ textContent }) => textContent)).toEqual(['1', '5', '10', '15', '20', '30']);
  await screen.press('.terms.months label:nth-child(4) input');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Pay 15 days late'));
});

test('the total, the difference and what is paid today open how they are worked out', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('.ways'));
  const said = () => [...document.querySelectorAll('dialog')].at(-1)?.textContent?.replaceAll('\u00a0', ' ') ?? '';
  const cheapest = '.ways tbody tr:first-child';
  await screen.press(`${cheapest} td:nth-child(3) .explain`);
  // What 573,03 has more than 534,59: interest 31,89 − 12,52, fees 7,20 and 6,00, and the IGV of them.
  expect(said()).toContain('How S/ 38,44 is worked out');
  for (const line of ['Interest19,37', 'Technology fee7,20', 'Administration fee6,00', 'IGV5,87']) {
    expect(said()).toContain(line);
  }
  await screen.press(`${cheapest} td:nth-child(4) .explain`);
  expect(said()).toContain('How S/ 534,59 is worked out');
  const nothingNow = [...document.querySelectorAll('.ways tbody tr')].find((row) =>
    row.textContent?.includes('10 days'),
  );
  expect(nothingNow?.querySelector('td:nth-child(4)')?.textContent?.replaceAll('\u00a0', ' ')).toBe('S/ 0,00');
});

test('an amount that is not taken any more is said at its field, and the table stays', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('.ways'));
  await screen.type('[name=prepay]', '400,00');
  await pay(lending, client.loan.id, 300);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('[name=prepay]').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.find('.ways')).toBeTruthy();
});

test('an amount that was typed while another one was being refused is not said to be wrong', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('input[name=prepay]'));
  await pay(lending, client.loan.id, 400);
  const { replaceEnvironment, environment } = await import('#stores/environment.ts');
  const before = environment();
  const [refused, slow] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  replaceEnvironment({
    ...before,
    fetch: async (address, init) => {
      const answer = await before.fetch(address, init);
      refused.resolve(answer.status);
      await slow.promise;
      return answer;
    },
  });
  await screen.type('input[name=prepay]', '300');
  await screen.press('form button[type=submit]');
  expect(await refused.promise).toBe(400);
  await screen.type('input[name=prepay]', '100');
  slow.resolve();
  await screen.until(() => expect(screen.find('form button[type=submit]').textContent).toBe('Compare'));
  expect(document.querySelector('[aria-invalid=true]')).toBeNull();
});

test('with everything paid it says what stands here when there is one, and leads to what a loan costs', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  await pay(lending, client.loan.id, 600);
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('There is nothing to compare right now'));
  expect(screen.text()).toContain('When you have a loan to repay');
  expect(screen.find('aside a[href$="/profile/documents/"]').textContent).toContain('Documents');
  await screen.pressText('See what a loan costs');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
});

test('every way to go on stands side by side, in soles, with what it brings; other figures are compared anew', async () => {
  const client = await aClientOn(lending, '2026-01-27');
  const screen = await openClientScreen(lending, 'profile-what-if', { jar: browserOf(client) });
  await screen.until(() => screen.find('.ways'));
  expect(screen.text()).toContain('Paying everything today saves S/ 38,44 compared to waiting.');
  const rows = [...document.querySelectorAll('.ways tbody tr')].map(({ textContent }) => textContent ?? '');
  for (const row of rows) expect(row.includes(LATE)).toBe(row.includes('days late'));
  expect(rows.join('')).toContain(LATE);
  expect(screen.find('.ways').textContent?.replaceAll('\u00a0', ' ')).toContain('S/ 14,46 more');

  await screen.type('[name=prepay]', '9999');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('[name=prepay]').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(screen.find('[name=prepay]'));
  await screen.type('[name=prepay]', '100,00');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Pay S/ 100,00 today, the rest on time'));

  await screen.press('.explain');
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('S/ 500,00 at a yearly rate of 110,00 % for 12 days');
});
