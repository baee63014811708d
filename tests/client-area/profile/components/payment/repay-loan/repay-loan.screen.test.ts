import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { toSoles } from '#loan/money.ts';
import { remainingRows } from '#loan/remaining-schedule.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { PAYMENT_LIMIT } from '#server/lending/payments/payment-context.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { aDebtorOn, transfer } from '#tests/support/arrangements/extensions.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS, on } from '#tests/support/loan/loans.ts';
import { pay, stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  type Debtor,
  loseAnswer,
  payByCard,
  payCode,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();
const PAGE = '/en/profile/components/payment';

async function openRepay(debtor: Debtor, search = ''): Promise<ClientScreen> {
  const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', {
    jar: browserOf(debtor),
    search,
  });
  await screen.until(() => expect(screen.text()).toContain('Where your payment goes'));
  return screen;
}

/** Counts the payments of their loan that a client has started. */
async function started({ loan }: Debtor): Promise<number> {
  const of = payments.db.kysely.selectFrom('payment_intent').select('id').where('loan_id', '=', loan.id);
  return (await of.execute()).length;
}

describe('from what is owed to what was paid', () => {
  test('my loans, where each sol goes, a code, and the truth afterwards', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-01-27');
    const screen = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
    await screen.until(() => expect(screen.text()).toContain('S/ 573,03'));
    expect(screen.text()).toContain('If you pay it all today: S/ 534,59. You save S/ 38,44.');
    await screen.pressText('Pay');
    await screen.until(() => expect(screen.text()).toContain('You pay today'));
    expect(screen.window.location.pathname).toBe(`${PAGE}/repay-loan/`);
    const [sum, left] = ['You pay todayS/ 534,59: how it is worked out', 'Left to payS/ 0,00'];
    const rows = ['Interest12,52', 'IGV (VAT)5,27', 'Principal500,00', sum, left];
    for (const row of rows) expect(screen.text()).toContain(row);
    await screen.press('input[value=PAGOEFECTIVO]');
    await screen.pressText('Pay S/\u00a0534,59');
    await screen.until(() => expect(screen.find('.pay-code')).toBeTruthy());
    const code = (screen.find('.pay-code').textContent ?? '').replace(/\D/g, '');
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    await screen.pressText('Refresh');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
    expect(screen.window.location.pathname).toBe(`${PAGE}/success/`);
    expect(screen.text()).toContain('ReceivedS/ 534,59');
    expect(screen.text()).toContain('Paid on27/01/2026Way of payingPagoEfectivo code');
    expect(screen.find('.woven').textContent).toContain('You owe nothing any more');
    const styles = readFileSync('src/ui/illustration/drawing.css', 'utf8');
    const [, hiddenOnPhones = ''] = /([^{}]+)\{\s*display: none/.exec(styles) ?? [];
    expect(screen.find('.woven .drawing').matches(hiddenOnPhones)).toBe(false);
    expect(screen.find('.woven .btn').getAttribute('href')).toBe('/en/profile/documents/');
  });

  test('every sum that is offered opens how it is worked out, beside its choice, before it is chosen', async () => {
    const screen = await openRepay(await aDebtor(payments, EX2_TERMS));
    const beside = [...document.querySelectorAll('.radio-line > .explain')].map(({ textContent }) => textContent);
    expect(beside.map((words) => words?.replaceAll('\u00a0', ' '))).toEqual([
      'S/ 635,63: how it is worked out',
      expect.stringMatching(/^S\/ [\d.,]+: how it is worked out$/),
    ]);
    expect(document.querySelector('label button')).toBeNull();
    await screen.press('.radio-line > .explain');
    const said = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ');
    expect(said).toContain('How S/ 635,63 is worked out');
    expect(said).toContain('for 31 days');
    // The price of today comes from the server a moment after the choices.
    await screen.until(() => expect(screen.text()).toContain('You pay todayS/ 635,63: how it is worked out'));
  });

  test('each way of paying ahead shows the schedule it leads to before anything is started', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    const screen = await openRepay(debtor);
    await screen.press('input[value=PREPAY]');
    expect(screen.text()).toContain('Choose an amount and you will see it here');
    // What saves most is chosen before anybody chooses (its property: tests/loan/prepayment).
    expect(screen.find<HTMLInputElement>('input[name=mode]:checked').value).toBe('REDUCE_TERM');
    await screen.type('#amount', '1000');
    await screen.until(() => expect(screen.text()).toContain('Afterwards: 4 to pay'));
    await screen.press('input[value=REDUCE_INSTALLMENT]');
    await screen.until(() => expect(screen.text()).toContain('Afterwards: 6 to pay'));
    await screen.press('input[value=REDUCE_TERM]');
    await screen.until(() => expect(screen.text()).toContain('Afterwards: 4 to pay'));
    expect(screen.text()).toContain('You save');
    const said = () => [...document.querySelectorAll('dialog')].at(-1)?.textContent ?? '';
    await screen.press('td.good .explain');
    expect(said()).toContain('Interest');
    await screen.press('td.strong .explain');
    expect(said()).toContain('Principal');
    expect(await started(debtor)).toBe(0);
  });

  test('the next instalment shows what it leaves, also after other money of its day: it is paid in advance', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    await pay(payments.loans, debtor.loan.id, 1600);
    const screen = await openRepay(debtor);
    await screen.press('input[value=INSTALLMENT]');
    await screen.until(() => expect(screen.text()).toContain('Afterwards: 2 to pay'));
    const shown = screen.text();
    const payment = await startPayment(payments, debtor, { purpose: 'INSTALLMENT', method: 'MANUAL' });
    await transfer(payments, payment, payment.amount, '2026-01-15');
    const { loan } = await stored(payments.loans, debtor.loan.id);
    const rows = remainingRows(on(loan, '2026-01-15'));
    expect(rows).toHaveLength(2);
    for (const { totalCents } of rows) expect(shown).toContain(toSoles(totalCents).toFixed(2).replace('.', ','));
  });

  test('an amount that cannot be paid is said at its field, and nothing is started', async () => {
    const debtor = await aDebtor(payments);
    const screen = await openRepay(debtor);
    await screen.press('input[value=PARTIAL]');
    await screen.press('input[value=MANUAL]');
    await screen.type('#amount', '5000');
    await screen.pressText('Correct the amount');
    expect(screen.find('#amount-error').textContent).toBe('Error: From S/\u00a01,00 to S/\u00a0509,43');
    expect(await started(debtor)).toBe(0);
  });

  test('the error of an amount is said on leaving its field, with two amounts that work, and the receipt waits', async () => {
    const screen = await openRepay(await aDebtor(payments));
    await screen.press('input[value=PARTIAL]');
    await screen.type('#amount', '5000');
    expect(document.querySelector('#amount-error')).toBeNull();
    screen.find('#amount').dispatchEvent(new screen.window.FocusEvent('focusout', { bubbles: true }) as never);
    await screen.until(() => expect(screen.find('#amount-error').textContent).toContain('From S/\u00a01,00'));
    expect(screen.text()).toContain('Waiting for a valid amount.');
    await screen.pressText('Use S/\u00a0509,43');
    expect(document.querySelector('#amount-error')).toBeNull();
    expect(screen.find('button[type=submit]').textContent).toBe('Pay S/\u00a0509,43');
  });

  test('there are three ways to pay; the last one used is first and chosen', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    const first = await openRepay(debtor);
    const ways = () => [...document.querySelectorAll<HTMLInputElement>('input[name=method]')].map(({ value }) => value);
    expect(ways()).toEqual(['NIUBIZ', 'PAGOEFECTIVO', 'MANUAL']);
    expect(document.querySelector('input[name=method]:checked')).toBeNull();
    await first.close();
    const { code } = await aCode(payments, debtor, {
      purpose: 'INSTALLMENT',
      amount: 635.63,
      method: 'BCP_AGENTE',
    });
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    const screen = await openRepay(debtor);
    expect(ways()).toEqual(['BCP_AGENTE', 'NIUBIZ', 'MANUAL']);
    expect(screen.find<HTMLInputElement>('input[name=method]').checked).toBe(true);
    expect(screen.find('button[type=submit]').textContent).toContain('Pay S/');
  });

  test('a way that does not take the amount says so, and cannot be chosen', async () => {
    const screen = await openRepay(await aDebtor(payments, { ...EX2_TERMS, principalCents: 800_000 as never }));
    await screen.press('input[value=PAYOFF]');
    const card = screen.find<HTMLInputElement>('input[value=NIUBIZ]');
    await screen.until(() => expect(card.disabled).toBe(true));
    expect(card.closest('label')?.textContent).toContain('5.000,00');
  });
});

describe('one payment, one truth', () => {
  test('pressed twice it is started once', async () => {
    const debtor = await aDebtor(payments);
    const screen = await openRepay(debtor);
    await screen.press('input[value=MANUAL]');
    screen.find('button[type=submit]').click();
    screen.find('button[type=submit]').click();
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
    expect(await started(debtor)).toBe(1);
  });

  test('whoever has started too many is told so, and that one of those will do', async () => {
    const debtor = await aDebtor(payments);
    for (let k = 0; k < PAYMENT_LIMIT.burst; k += 1) {
      await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 50 + k, method: 'MANUAL' });
    }
    const screen = await openRepay(debtor);
    await screen.press('input[value=MANUAL]');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('You have started many payments in a short time'));
    expect(await started(debtor)).toBe(PAYMENT_LIMIT.burst);
  });

  test('when the answer was lost, pressing again leads to the same payment', async () => {
    const debtor = await aDebtor(payments);
    const screen = await openRepay(debtor);
    await screen.press('input[value=MANUAL]');
    const { replaceEnvironment, environment } = await import('#stores/environment.ts');
    const before = environment();
    replaceEnvironment({
      ...before,
      fetch: async (address, init) => {
        await before.fetch(address, init);
        throw new TypeError('Failed to fetch');
      },
    });
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('it is the same payment, and it is started once'));
    expect(await started(debtor)).toBe(1);
    replaceEnvironment(before);
    await screen.until(() => expect(screen.find('.failure, .doubt')).toBeTruthy());
    const { noteConnection } = await import('#stores/online.ts');
    noteConnection(true);
    await screen.until(() => expect(screen.find('button[type=submit]')).toBeTruthy());
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
    expect(await started(debtor)).toBe(1);
  });

  test('going back and asking for the same leads to the payment that was started', async () => {
    const debtor = await aDebtor(payments);
    const screen = await openRepay(debtor);
    const codes: string[] = [];
    for (const _ of ['once', 'again']) {
      await screen.until(() => expect(screen.find('input[value=PAGOEFECTIVO]')).toBeTruthy());
      await screen.press('input[value=PAGOEFECTIVO]');
      await screen.press('button[type=submit]');
      await screen.until(() => expect(screen.find('.pay-code')).toBeTruthy());
      codes.push(screen.find('.pay-code').textContent ?? '');
      await screen.pressText('Pay in another way');
    }
    expect(codes[1]).toBe(codes[0]);
    expect(await started(debtor)).toBe(1);
  });

  test('what was started and not paid is shown, with the way back to it', async () => {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
    const screen = await openRepay(debtor);
    expect(screen.text()).toContain('You have started a payment');
    await screen.press(`a[href*="${id}"]`);
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay in cash at an agent'));
  });

  test('while nobody knows how a payment ended nothing else can be paid', async () => {
    const debtor = await aDebtor(payments);
    const lost = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    payments.world.isDown = true;
    const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', {
      jar: browserOf(debtor),
    });
    await screen.until(() => expect(screen.text()).toContain('Do not pay again'));
    expect(screen.text()).not.toContain('How do you want to pay?');
    expect(screen.find(`a[href*="${lost.id}"]`)).toBeTruthy();
    payments.world.isDown = false;
  });

  test('beside a part that is being confirmed, another part can be paid without a card', async () => {
    const debtor = await aDebtor(payments);
    const lost = await loseAnswer(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
    payments.world.isDown = true;
    const screen = await openRepay(debtor);
    expect(screen.text()).toContain('Do not repeat it');
    expect(screen.find(`a[href*="${lost.id}"]`)).toBeTruthy();
    expect(screen.find<HTMLInputElement>('input[value=NIUBIZ]').disabled).toBe(true);
    expect(screen.text()).toContain('Not while another payment is being confirmed');
    await screen.type('#amount', '459,44');
    await screen.press('input[value=MANUAL]');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
    payments.world.isDown = false;
  });

  test('a call that had no answer takes the button away from nobody', async () => {
    const screen = await openRepay(await aDebtor(payments));
    screen.environment.offline = true;
    await screen.press('input[value=PARTIAL]');
    await screen.type('#amount', '100,00');
    await screen.until(() => expect(screen.text()).toContain('You are offline'));
    expect(screen.find('button[type=submit]').textContent).toContain('Pay');
    screen.environment.offline = false;
    await screen.press('input[value=MANUAL]');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
  });

  test('an amount that has changed is shown again and not paid', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-01-27');
    const screen = await openRepay(debtor);
    await screen.until(() => expect(screen.text()).toContain('Pay S/ 534,59'));
    await screen.press('input[value=MANUAL]');
    payments.clock.moveTo('2026-01-28');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('Pay S/ 536,'));
    expect(screen.text()).toContain('The amount has changed');
    expect(screen.find<HTMLInputElement>('input[value=MANUAL]').checked).toBe(true);
    expect(await started(debtor)).toBe(0);
  });
});

test('after a card was declined the same payment can be tried again: it is another one', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' }, 'insufficient-funds');
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'online-payment-completed', { jar, search: `?p=${id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('The payment did not go through'));
  expect(screen.text()).toContain('does not have enough balance');
  expect(screen.text()).toContain('Nothing was charged');
  await screen.pressText('Try again');
  await screen.until(() => expect(screen.text()).toContain('How do you want to pay?'));
  await screen.press('input[value=NIUBIZ]');
  await screen.press('button[type=submit]');
  // The card form is a page of its own, with its own policy.
  await screen.until(() => expect(screen.left.at(-1)).toContain('/en/profile/components/niubiz-method/?p='));
  expect(screen.left.at(-1)).not.toContain(id);
});

test('a declined card keeps the amount that was chosen', async () => {
  const debtor = await aDebtor(payments, EX2_TERMS);
  const { id } = await payByCard(payments, debtor, { purpose: 'PREPAY', amount: 300.5 }, 'insufficient-funds');
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'online-payment-completed', { jar, search: `?p=${id}` });
  await screen.until(() => screen.pressText('Try again'));
  await screen.until(() => expect(screen.find<HTMLInputElement>('#amount').value).toBe('300,50'));
  expect(screen.find<HTMLInputElement>('input[value=PREPAY]').checked).toBe(true);
});

describe('on flex pay', () => {
  const discount = (settlementDiscountPercent: number, from: string) => {
    const value = { ...(SEED_POLICIES.flex as object), settlementDiscountPercent };
    return changeParameter(payments.db, { kind: 'policy', key: 'flex', from, value });
  };

  async function onFlexPay(): Promise<Debtor> {
    const debtor = await aDebtorOn(payments, '2026-03-02');
    await proveAgain(payments, debtor, ['activate-flex']);
    const { headers } = debtor;
    acceptedBody(await callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }));
    return debtor;
  }

  async function openSettlement(): Promise<{ readonly debtor: Debtor; readonly screen: ClientScreen }> {
    const debtor = await onFlexPay();
    const screen = await openRepay(debtor, '?purpose=FLEX&settle=yes');
    await screen.until(() => expect(screen.text()).toContain('Pay S/ 548,15'));
    await screen.press('input[value=MANUAL]');
    return { debtor, screen };
  }

  test('a day later what a payment would pay is that of the day', async () => {
    const debtor = await onFlexPay();
    const nextDay = (date: string) => {
      payments.clock.moveTo(date);
      payments.clock.pass({ hours: -12 });
    };
    nextDay('2026-03-03');
    const screen = await openRepay(debtor, '?purpose=FLEX');
    await screen.until(() => expect(screen.text()).toContain('03/03/2026'));
    nextDay('2026-03-04');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await screen.until(() => expect(screen.text()).toContain('04/03/2026'));
    await screen.press('input[value=PAYOFF]');
    await screen.until(() => expect(screen.text()).toContain('With this payment your loan is paid off'));
  });

  test('a settlement is not paid with its sum of before: the loan would go on', async () => {
    await discount(50, '2026-02-01');
    const { debtor, screen } = await openSettlement();
    await pay(payments.loans, debtor.loan.id, 40, { use: { kind: 'arrangement' } });
    await screen.pressText('Pay S/\u00a0548,15');
    await screen.until(() => expect(screen.text()).toContain('The amount has changed'));
    expect(await started(debtor)).toBe(0);
    await screen.until(() => expect(screen.text()).toContain('Pay S/ 528,15'));
    await screen.pressText('Pay S/\u00a0528,15');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
  });

  test('with another discount a settlement costs something else, which is shown and can be paid', async () => {
    await discount(50, '2026-02-02');
    const { debtor, screen } = await openSettlement();
    await discount(20, '2026-03-01');
    await screen.pressText('Pay S/\u00a0548,15');
    await screen.until(() => expect(screen.text()).toContain('Pay S/ 577,04'));
    await screen.until(() => expect(screen.text()).toContain('With this payment your loan is paid off'));
    expect(await started(debtor)).toBe(0);
  });
});
