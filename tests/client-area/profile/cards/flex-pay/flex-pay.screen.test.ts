import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves, prove } from '#tests/support/browser/screen-acts.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const open = (client: Parameters<typeof browserOf>[0]) =>
  openClientScreen(loans, 'profile-cards-flex-pay', { jar: browserOf(client) });

/** The lines of the amount that was opened. */
async function explained(screen: ClientScreen, index: number): Promise<string> {
  await screen.until(() => expect(document.querySelectorAll('.explain').length).toBeGreaterThan(index));
  (document.querySelectorAll('.explain')[index] as HTMLElement).click();
  await screen.until(() => expect(document.querySelector('dialog')).not.toBeNull());
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const text = dialog.textContent?.replaceAll('\u00a0', ' ') ?? '';
  dialog.querySelector('button')?.click();
  return text;
}

test('a loan that is not late enough is told what helps before, and how it would work', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-02-24'));
  await screen.until(() => expect(screen.text()).toContain('more than 15 days late'));
  expect(screen.text()).toContain('See what you can do');
  expect(screen.text()).toContain('How flex pay works');
  expect(screen.text()).toContain('Any payment of S/ 20,00 or more counts');
});

test('sixteen days late it is turned on with a code, and what comes in then counts', {
  tags: 'spec-2.11',
}, async () => {
  const client = await aClientWhoProves(loans, '2026-03-02');
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('S/ 596,30'));
  expect(screen.text()).toContain('If you paid everything todayS/ 596,30');
  expect(screen.text()).toContain('With flex payS/ 596,30');
  expect(screen.text()).toContain('Every 30 days at least S/ 99,39 has to come in');
  await screen.press('.explain');
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('S/ 500,00 at a yearly rate of 110,00 % for 16 days');
  dialog.querySelector('button')?.click();
  await screen.press('#acceptTerms');
  await screen.press('button[type=submit]');
  await prove(loans, screen, client.phone);
  await screen.until(() => expect(screen.text()).toContain('Flex pay is on'));
  expect(document.activeElement).toBe(screen.find('h1'));
  await screen.until(() => expect(screen.text()).toContain('Pay S/ 99,39'));
  expect((await stored(loans, client.loan.id)).loan.status).toBe('FLEX');
});

test('a reload at the code continues with the same one once it is asked for again, and log-out ends that', async () => {
  const client = await aClientWhoProves(loans, '2026-03-02');
  const ask = async (reloadOf?: ClientScreen) => {
    const screen = reloadOf
      ? await openClientScreen(loans, 'profile-cards-flex-pay', { reloadOf })
      : await open(client);
    await screen.until(() => screen.find('#acceptTerms'));
    await screen.press('#acceptTerms');
    await screen.press('button[type=submit]');
    await screen.until(() => screen.find('#proof-code'));
    return screen;
  };
  const sent = async () => (await messagesTo(loans, client.phone)).length;
  const before = await sent();
  const again = await ask(await ask());
  expect(await sent()).toBe(before + 1);
  await prove(loans, again, client.phone);
  await again.until(() => expect(again.text()).toContain('Flex pay is on'));
  expect(Object.keys(again.window.sessionStorage)).not.toContain('manay:step:proof');
  again.window.sessionStorage.setItem('manay:step:phone', '{}');
  (await import('#stores/session.ts')).logOut();
  expect(Object.keys(again.window.sessionStorage).filter((key) => key.startsWith('manay:step:'))).toEqual([]);
});

test('a settlement is paid with its own sum, which is shown to end the loan', async () => {
  const value = { ...(SEED_POLICIES.flex as object), settlementDiscountPercent: 50 };
  await changeParameter(loans.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
  const client = await aClientOn(loans, '2026-03-02');
  acceptedBody(await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } }));
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('With S/ 548,15 you would pay it off'));
  await screen.pressText('Pay it off');
  await screen.until(() => expect(screen.text()).toContain('End my flex pay at a discount'));
  await screen.until(() => expect(screen.text()).toContain('With this payment your loan is paid off'));
  expect(screen.text()).toContain('You pay todayS/ 548,15');
  expect(screen.text()).not.toContain('S/ 596,30');
});

test('what came in counts: less is left, and the next minimum is the one of the next month', {
  tags: 'promise-flex-pay',
}, async () => {
  const client = await aClientOn(loans, '2026-03-02');
  acceptedBody(await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } }));
  await pay(loans, client.loan.id, 99.39, { use: { kind: 'arrangement' } });
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('Left to payS/ 496,91'));
  expect(screen.text()).toContain('Paid so farS/ 99,39');
  expect(screen.find('.explain').textContent).toContain('496,91');
  expect(screen.text()).toContain('S/ 99,39 more by 01/05/2026');
  const next = await explained(screen, 1);
  for (const line of [
    'Minimum payments up to that date',
    '2 of 6 equal parts of S/ 596,30',
    '198,78',
    '−99,39',
    'S/ 99,39',
  ]) {
    expect(next).toContain(line);
  }
});

test('paid off in another window: turning it on here says that there is nothing to pay, and offers it no longer', async () => {
  const client = await aClientOn(loans, '2026-03-02');
  const screen = await open(client);
  await screen.until(() => screen.find('#acceptTerms'));
  await pay(loans, client.loan.id, 700);
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('You have no loan to pay'));
  expect(document.querySelector('#acceptTerms')).toBeNull();
  expect(document.activeElement?.tagName).toBe('H1');
});

test('without the box it says that the box is missing, and speaks of no other terms', async () => {
  const screen = await open(await aClientWhoProves(loans, '2026-03-02'));
  await screen.until(() => screen.find('form button[type=submit]'));
  await screen.press('form button[type=submit]');
  await screen.until(() =>
    expect(screen.find('#acceptTerms-error').textContent).toMatch(/To continue, tick this box\.$/),
  );
});

test('past midnight the figures of yesterday are not agreed to: those of today are shown, and agreed to anew', async () => {
  const client = await aClientWhoProves(loans, '2026-03-02');
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('S/ 596,30'));
  await screen.press('#acceptTerms');
  await closeThrough(loans, '2026-03-03');
  await pay(loans, client.loan.id, 100);
  await screen.press('form button[type=submit]');
  await prove(loans, screen, client.phone);
  await screen.until(() => expect(screen.text()).toContain('The figures have changed since you looked'));
  // Where whoever has just pressed the button looks.
  expect(screen.find('form').textContent).toContain('The figures have changed');
  expect((await stored(loans, client.loan.id)).loan.status).not.toBe('FLEX');
  expect(screen.text()).toContain('With flex payS/ 497,78');
  expect(screen.text()).not.toContain('S/ 596,30');
  expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Flex pay is on'));
  await screen.until(() => expect(screen.text()).toContain('Left to payS/ 497,78'));
});
