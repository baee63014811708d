import { describe, expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves, choose, prove } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay, stored } from '#tests/support/loans/loan-service.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

const open = (client: Parameters<typeof browserOf>[0]) =>
  openClientScreen(loans, 'profile-cards-payment-plan', { jar: browserOf(client) });

describe('a loan in order', () => {
  test('is told why there is no plan, and what helps instead', async () => {
    const screen = await open(await aClientWhoProves(loans, '2026-01-25'));
    await screen.until(() => expect(screen.text()).toContain('A plan is not possible right now'));
    expect(screen.text()).toContain('See what you can do');
    expect(screen.text()).toContain('You choose between 2 and 6 payments');
  });
});

describe('a loan ten days late', () => {
  test('sees the plan of the domain beside paying today, and another one with every choice', {
    tags: 'spec-3.30',
  }, async () => {
    const screen = await open(await aClientWhoProves(loans, '2026-02-24'));
    await screen.until(() => expect(screen.text()).toContain('S/ 585,31'));
    expect(screen.text()).toContain('2 payments of S/ 292,65. The last one is S/ 292,66.');
    // Paying today would also cost the moratory 2,18, which the plan leaves out.
    await screen.until(() => expect(screen.text()).toContain('If you paid everything todayS/ 587,49'));
    expect(screen.text()).toContain('The S/ 2,18 for being late is left out');
    await screen.press('#plan-offer ~ div .explain');
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    for (const line of ['Principal500,00', 'Fees30,00', 'In totalS/ 585,31']) {
      expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(line);
    }
    dialog.querySelector('button')?.click();
    await choose(screen, '#numberOfPayments', '3');
    await screen.until(() => expect(screen.text()).toContain('3 payments of S/ 195,10. The last one is S/ 195,11.'));
  });

  test('who comes from a plan of three that the profile showed begins with it', async () => {
    const jar = browserOf(await aClientWhoProves(loans, '2026-02-24'));
    const screen = await openClientScreen(loans, 'profile-cards-payment-plan', { jar, search: '?payments=3' });
    await screen.until(() => expect(screen.text()).toContain('3 payments of S/ 195,10. The last one is S/ 195,11.'));
  });

  test('the plan is confirmed with a code and goes on by itself: the loan is on the plan that was shown', {
    tags: 'spec-2.11',
  }, async () => {
    const client = await aClientWhoProves(loans, '2026-02-24');
    const screen = await open(client);
    await screen.until(() => screen.find('#numberOfPayments'));
    await choose(screen, '#numberOfPayments', '3');
    await choose(screen, '#firstPaymentDate', '2026-03-06');
    await screen.until(() => screen.find('#acceptTerms'));
    await screen.press('#acceptTerms');
    await screen.press('button[type=submit]');
    await prove(loans, screen, client.phone);
    await screen.until(() => expect(screen.text()).toContain('Your plan is confirmed'));
    expect(document.activeElement).toBe(screen.find('h1'));
    expect(screen.text()).toContain('195,10');
    expect(screen.text()).toContain('Pay S/ 195,10');
    const opened = [...document.querySelectorAll('.explain')].map((amount) => {
      (amount as HTMLElement).click();
      return amount.textContent?.replaceAll('\u00a0', ' ').split(':')[0];
    });
    expect(opened).toEqual(['S/ 195,10', 'S/ 585,31']);
    await screen.until(() => expect(document.querySelectorAll('dialog')).toHaveLength(2));
    const [next, whole] = [...document.querySelectorAll('dialog')].map(({ textContent }) => textContent);
    expect(next).toContain('Principal109,79');
    expect(whole).toContain('Principal500,00');
    const { loan } = await stored(loans, client.loan.id);
    expect(loan.status).toBe('PAYMENT_PLAN');
    expect(loan.facts.filter(({ kind }) => kind === 'plan')).toHaveLength(1);
  });

  test('a yes is for the plan that was shown: another choice takes it back, and one that is not shown cannot be confirmed', {
    tags: 'promise-what-is-seen-before-a-way-out-is-taken',
  }, async () => {
    const screen = await open(await aClientWhoProves(loans, '2026-02-24'));
    await screen.until(() => screen.find('#acceptTerms'));
    await screen.press('#acceptTerms');
    await choose(screen, '#numberOfPayments', '3');
    await screen.until(() => expect(screen.text()).toContain('3 payments of'));
    expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
    await screen.press('#acceptTerms');
    screen.environment.offline = true;
    await choose(screen, '#numberOfPayments', '4');
    await screen.until(() => expect(document.querySelector('button[type=submit]')).toBeNull());
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    screen.environment.offline = false;
    expect(screen.environment.requests.some((each) => each.endsWith('/confirm'))).toBe(false);
  });

  test('without the yes nothing is sent', async () => {
    const screen = await open(await aClientWhoProves(loans, '2026-02-24'));
    await screen.until(() => screen.find('button[type=submit]'));
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('There is 1 thing to correct'));
    expect(screen.environment.requests.some((each) => each.endsWith('/confirm'))).toBe(false);
  });

  test('when the balance has changed meanwhile, the plan as it would be now is shown and agreed to anew', async () => {
    const client = await aClientWhoProves(loans, '2026-02-24');
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('S/ 585,31'));
    await screen.press('#acceptTerms');
    await pay(loans, client.loan.id, 100);
    await screen.press('button[type=submit]');
    await prove(loans, screen, client.phone);
    await screen.until(() => expect(screen.text()).toContain('What you owe has changed since you looked'));
    expect(screen.text()).toContain('S/ 487,49');
    expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
    await screen.press('#acceptTerms');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('Your plan is confirmed'));
  });
});

test('paid in another window: pressing it here says why there is no plan, beside how one works', async () => {
  const client = await aClientOn(loans, '2026-02-24');
  const screen = await open(client);
  await screen.until(() => screen.find('form button[type=submit]'));
  await pay(loans, client.loan.id, 700);
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('aside').textContent).toContain('You have no loan to pay.'));
  expect(document.activeElement).toBe(screen.find('h1'));
  expect(screen.find('section[aria-labelledby=plan-info-rules]').textContent).toContain('If a payment is missing');
});

test('agreed to in another window: pressing it here shows the plan that runs', async () => {
  const client = await aClientOn(loans, '2026-02-24');
  const screen = await open(client);
  await screen.until(() => screen.find('form button[type=submit]'));
  const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
  acceptedBody(await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body }));
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h2').textContent).toBe('Your payment plan'));
});

test('another choice while a plan is being refused: the offer of that choice stays, and can be agreed to', async () => {
  const client = await aClientOn(loans, '2026-02-24');
  const screen = await open(client);
  await screen.until(() => screen.find('form button[type=submit]'));
  await screen.press('#acceptTerms');
  await pay(loans, client.loan.id, 100);
  const { replaceEnvironment, environment } = await import('#stores/environment.ts');
  const before = environment();
  const slow = Promise.withResolvers<void>();
  replaceEnvironment({
    ...before,
    fetch: async (address, init) => {
      const answer = await before.fetch(address, init);
      if (String(address) === confirmPaymentPlan.path) await slow.promise;
      return answer;
    },
  });
  await screen.press('form button[type=submit]');
  await choose(screen, '#numberOfPayments', '4');
  await screen.until(() => expect(screen.text()).toContain('4 payments of'));
  slow.resolve();
  await screen.until(() => expect(screen.text()).toContain('What you owe has changed since you looked'));
  expect(screen.text()).toContain('4 payments of');
  expect(screen.find('form button[type=submit]').textContent).toContain('4');
});
