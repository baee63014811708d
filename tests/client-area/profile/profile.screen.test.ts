import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { bookReversal } from '#server/lending/payments/book-reversal.ts';
import type { Money } from '#server/lending/payments/store/money-store.ts';
import { aFlaggedSigner, aSignerWhoWaits } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan, anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

async function open(client: Parameters<typeof browserOf>[0], expected: string) {
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain(expected));
  return screen;
}

const words = ({ textContent }: Element) => textContent?.replaceAll('\u00a0', ' ');

describe('no request of the screen must fail', () => {
  /** Collects what the real API refuses from now on. */
  function refusals(): string[] {
    const refused: string[] = [];
    const answer = loans.app.request;
    vi.spyOn(loans.app, 'request').mockImplementation(async (...asked: Parameters<typeof answer>) => {
      const found = await answer(...asked);
      if (found.status >= 400) refused.push(`${found.status} ${String(asked[0])}`);
      return found;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    return refused;
  }

  test.each([
    ['who has no loan', 'You have no loan yet', () => aBorrower(loans)],
    ['who owes', 'If you pay it all off today', () => aClientOn(loans, '2026-02-01')],
    [
      'who owes, in a browser that is only remembered',
      'If you pay it all off today',
      async () => signIn(loans, (await aClientOn(loans, '2026-02-01')).personId, 'basic'),
    ],
    [
      'whose money is on its way',
      'Your money is on its way',
      async () => {
        const borrower = await aBorrower(loans);
        await anOriginatedLoan(loans, undefined, borrower.personId);
        return borrower;
      },
    ],
  ])('for a client %s', async (_, expected, a) => {
    const client = await a();
    const refused = refusals();
    const screen = await open(client, expected);
    await screen.until(() => expect(screen.environment.requests.join()).toContain('/api/v1/auth/session'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(refused).toEqual([]);
  });
});

describe('what I owe, by the state of the loan', () => {
  test('without a loan there is the way to one', async () => {
    const screen = await open(await aBorrower(loans), 'You have no loan yet');
    expect(screen.find('a[href="/en/calculator/"]')).toBeTruthy();
  });

  test('signed, with the money still on its way, nothing is owed', async () => {
    const borrower = await aBorrower(loans);
    await anOriginatedLoan(loans, undefined, borrower.personId);
    const screen = await open(borrower, 'Your money is on its way');
    expect(screen.text()).not.toContain('If you pay it all off today');
  });

  test('signed for an account that was named today, the money waits, and it is said until when', async () => {
    const screen = await open(await aSignerWhoWaits(loans), 'Your money waits for your new account');
    expect(screen.text()).toContain('We send your money from Friday 16/01/2026, 12:01 on');
    expect(screen.text()).not.toContain('Your money is on its way');
  });

  test('signed and looked at by people first, the money is not said to be on its way', async () => {
    const screen = await open(await aFlaggedSigner(loans), 'A person is checking your transfer');
    expect(screen.text()).toContain('You pay no interest on it in the meantime');
    expect(screen.text()).not.toMatch(/on its way|fraud/i);
  });

  test('when the bank sent the money back, another account is asked for', async () => {
    const borrower = await aBorrower(loans);
    const { id } = await anOriginatedLoan(loans, undefined, borrower.personId);
    loans.bank.mode = 'rejects';
    const { dispatchDisbursements } = await import('#server/lending/payouts/disburse.ts');
    await dispatchDisbursements(loans.context);
    expect(id).toBeTruthy();
    const screen = await open(borrower, 'The bank did not accept the deposit');
    expect(screen.text()).toContain('You owe nothing and no interest runs');
  });

  test('an instalment loan: the next of six, the whole, and what paying today saves', async () => {
    const client = await aClientOn(loans, '2026-02-01', EX2_TERMS);
    const screen = await open(client, 'Your next instalment');
    expect(screen.text()).toContain('14 days left');
    expect(screen.text()).toContain('S/ 635,63');
    expect(screen.text()).toContain('Instalment 1 of 6 · due on Sunday 15/02/2026');
    expect(screen.text()).toContain('If you follow the schedule, you pay S/ 3.813,73 until 15/07/2026.');
    expect(screen.find('.how-it-is').textContent).toContain('Interest539,49');
    expect([...document.querySelectorAll('.way li')].map(words)).toEqual([
      'Today (now)Sunday 01/02/2026',
      'We remind you 5 and 2 days before (later)',
      'Your next instalment: S/ 635,63 (later)Sunday 15/02/2026',
      'Last instalment, No. 6 (later)Wednesday 15/07/2026',
    ]);
    const rows = [...document.querySelectorAll('.sch .due-rows li')].map(({ textContent }) => textContent);
    // A phone shows four of them, and how many there are.
    expect(screen.find('.sch a').textContent).toBe('See all 6 dates');
    expect(rows).toHaveLength(6);
    expect(rows.slice(0, 2)).toEqual(['15/02/2026Next635,63', '15/03/2026Instalment 2635,63']);
    expect([...document.querySelectorAll('.act li b')].map(words)).toEqual([
      'Pay early',
      'I cannot pay on time',
      'Documents',
    ]);
    expect(words(screen.find('.act li small'))).toMatch(/^Today it all costs S\/ .*: you save S\/ /);
  });

  test('an instalment that is paid in part says so, and what is left', async () => {
    const client = await aClientOn(loans, '2026-02-01', EX2_TERMS);
    await pay(loans, client.loan.id, 300);
    const screen = await open(client, 'S/ 335,63');
    expect(screen.find('.due-rows .next').textContent).toBe('15/02/2026Paid in part335,63');
  });

  test('a single payment before its date: the date has its amount, and the button what is paid today', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-01'), 'Your payment');
    expect(words(screen.find('.due-figures'))).toBe('S/ 573,03due on Saturday 14/02/2026Pay');
    // More than ten days are left: nobody is pressed to pay.
    expect(screen.find('.due-figures .btn').className).toBe('btn line');
    const today = /If you pay it all today: (S\/ [\d,]+)\. You save S\/ \d/.exec(screen.text())?.[1];
    await screen.press('.due-figures .btn');
    await screen.until(() => expect(words(screen.find('.pay-bar button'))).toBe(`Pay ${today}`));
  });

  test('who may top up finds it among the rows', async () => {
    const screen = await open(await aToppableClient(loans), 'Borrow a little more');
    expect(screen.find('.act a[href="/en/calculator/"]').textContent).toMatch(/Up to S\//);
  });

  test('ten days late: how late, what the delay added, and the ways out from the one that asks for least in thirty days', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-24'), 'Your payment is overdue');
    expect(screen.text()).toContain('10 days late');
    expect(document.querySelector('.way')).toBeNull();
    expect(screen.text()).toContain('S/ 587,49');
    expect([...document.querySelectorAll('.overdue .split dd')].map(words)).toEqual([
      'S/ 573,03',
      'S/ 14,46',
      'S/ 588,95',
    ]);
    expect(screen.find('.late-ways a').getAttribute('href')).toBe('/en/profile/cards/payment-plan/?payments=3');
    expect(document.querySelector('.overdue .weave')).toBeNull();
    expect([...document.querySelectorAll('.late-ways li')].map(words)).toEqual([
      expect.stringMatching(
        /^Pay in 3 parts.*until 25\/04\/2026.*First paymentS\/ 195,10Next 30 daysS\/ 390,20In totalS\/ 585,31$/,
      ),
      expect.stringMatching(/^Pay it all today.*You pay todayS\/ 587,49In totalS\/ 587,49$/),
      expect.stringMatching(
        /^Move the date by 7 days.*You pay todayS\/ 28,81Next 30 daysS\/ 601,84In totalS\/ 601,84$/,
      ),
    ]);
    expect(screen.text()).toContain('If you keep to the plan, S/ 2,18 of late interest is forgiven');
    expect(screen.text()).toContain('We don’t call or visit you between 20:00 and 07:00');
    expect(document.querySelectorAll('.btn:not(.line, .quiet)')).toHaveLength(1);
  });

  test('a late client says how much they will pay and by when; the page then says so, and that nothing owed has changed', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-24'), 'Your payment is overdue');
    await screen.until(() => expect(screen.text()).toContain('Tell us when you can pay'));
    expect(document.querySelectorAll('.btn:not(.line, .quiet)')).toHaveLength(1);
    expect(screen.text()).toContain('What you owe does not change');
    const days = [...document.querySelectorAll<HTMLOptionElement>('#promise-date option')].map(({ value }) => value);
    expect([days.length, days[1], days.at(-1)]).toEqual([17, '2026-02-24', '2026-03-11']);
    await screen.pressText('Promise this payment');
    expect(document.querySelectorAll('#profile-promise ~ .fold [aria-invalid="true"]')).toHaveLength(2);
    await screen.type('#promise-amount', '900');
    await choose(screen, '#promise-date', '2026-02-28');
    await screen.pressText('Promise this payment');
    expect(screen.find('#promise-amount').getAttribute('aria-invalid')).toBe('true');
    await screen.type('#promise-amount', '150,50');
    await screen.pressText('Promise this payment');
    await screen.until(() => expect(screen.text()).toContain('Your promise to pay'));
    expect(screen.text()).toContain('You will pay S/ 150,50 by Saturday 28/02/2026.');
    expect(screen.text()).toContain('S/ 587,49');
    expect(document.querySelector('#promise-amount')).toBeNull();
    expect(document.activeElement?.id).toBe('profile-promise');
  });

  test('a client who has broken two promises is led to a person', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    for (const day of ['2026-02-24', '2026-02-25']) {
      loans.clock.moveTo(day);
      const { headers } = await signIn(loans, client.personId);
      await callEndpoint(loans, makePaymentPromise, { headers, body: { amount: 150, date: day } });
    }
    loans.clock.moveTo('2026-02-26');
    const screen = await open({ ...client, ...(await signIn(loans, client.personId)) }, 'Your payment is overdue');
    await screen.until(() =>
      expect(screen.text()).toContain('Two promises were not kept. We make the next one with you'),
    );
    expect(document.querySelector('#promise-amount')).toBeNull();
    expect(document.querySelector('section[aria-labelledby="profile-promise"] a')?.getAttribute('href')).toMatch(
      /^(?:tel|https|mailto):/,
    );
  });

  test('sixteen days late the date is not moved any more, and there is flex pay', async () => {
    const screen = await open(await aClientOn(loans, '2026-03-02'), 'Your payment is overdue');
    expect(screen.text()).toContain('16 days late');
    expect(screen.find('.late-ways a[href="/en/profile/cards/flex-pay/"]')).toBeTruthy();
    expect(screen.text()).not.toContain('Move the date');
  });

  test('late instalments can be caught up, and their schedule stays', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-24', EX2_TERMS), 'Your payment is overdue');
    expect(words(screen.find('.late-ways'))).toMatch(/Catch up: S\/ 6/);
    expect(document.querySelectorAll('.sch .due-rows li')).toHaveLength(6);
  });

  test('on a plan: its next payment, and each of its dates', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
    await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
    const screen = await open(client, 'Your next plan payment');
    expect(screen.text()).toContain('S/ 195,10');
    expect(screen.text()).toContain('due on Friday 06/03/2026');
    const rows = [...document.querySelectorAll('.due-rows li')].map(words);
    expect(rows).toEqual(['06/03/2026Next195,10', '06/04/2026Payment 2195,10', '06/05/2026Payment 3195,11']);
  });

  test('on a plan of six: every one of them', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const body = { numberOfPayments: 6, firstPaymentDate: '2026-03-06' };
    await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
    const screen = await open(client, 'Your next plan payment');
    expect(screen.text()).toContain('due on Friday 06/03/2026');
    expect(document.querySelectorAll('.due-rows li')).toHaveLength(6);
  });

  test('on flex pay: the minimum of the month, and that any amount will do', async () => {
    const client = await aClientOn(loans, '2026-03-02');
    await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } });
    const screen = await open(client, 'Your next minimum payment');
    expect(screen.text()).toContain('S/ 99,39');
    expect(screen.text()).toContain('any amount from S/ 20,00, as often as you like, until 29/08/2026');
  });

  test('on flex pay without the minimum of the month: at risk, and never "on time"', async () => {
    const client = await aClientOn(loans, '2026-03-02');
    await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } });
    await closeThrough(loans, '2026-04-06');
    const screen = await open(client, 'Your next minimum payment');
    expect(screen.text()).toContain('At risk: a payment is missing');
    expect(screen.text()).toContain('This month’s minimum is missing');
    expect(screen.text()).not.toContain('You can still pay on time');
  });

  test('moratory interest is told without an IGV that it does not have', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-24'), 'Your payment is overdue');
    expect(screen.text()).toContain('Includes S/ 2,18 of late interest, with no IGV on it.');
  });

  test('a client who paid off with money left over owes nothing, and the credit is sent back once', {
    tags: 'promise-money-that-goes-back',
  }, async () => {
    const client = await aClientOn(loans, '2026-02-14');
    await pay(loans, client.loan.id, 600);
    const screen = await open(client, 'You owe nothing');
    await screen.until(() => expect(screen.text()).toContain('S/ 26,97 in your favour'));
    expect(screen.text()).toContain('Paid off 14/02/2026');
    await screen.press('.note button.btn.line');
    await screen.until(() => expect(screen.text()).toContain('S/ 26,97 is on its way to your account'));
  });
});

test('every payment opens where each sol of it went, and the credit where it comes from', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 600);
  const screen = await open(client, 'You owe nothing');
  await screen.until(() => expect(screen.text()).toContain('Your payments of loan P-2026-'));
  const said = () => [...document.querySelectorAll('dialog')].at(-1)?.textContent?.replaceAll('\u00a0', ' ') ?? '';
  expect(screen.text()).toContain('14/02/2026600,00: how it is worked out');
  await screen.press('.his .explain');
  for (const line of ['Principal500,00', 'Interest31,89', 'IGV11,14', 'Left over from this payment26,97']) {
    expect(said()).toContain(line);
  }
  await screen.press('.note .explain');
  expect(said()).toContain('What you have paid600,00');
  expect(said()).toContain('What went to pay your loan, taken off−573,03');
});

test('a browser that is only remembered sees what is owed, and is asked for nothing until it wants more', async () => {
  const client = await aClient(loans);
  const remembered = await signIn(loans, client.personId, 'basic');
  const screen = await open(remembered, 'S/ 573,03');
  await screen.until(() => expect(screen.text()).toContain('This browser is only remembered'));
  expect(document.querySelector('dialog')).toBeNull();
  await screen.pressText('It is me');
  await screen.until(() => expect(document.querySelector('dialog')).toBeTruthy());
});

test('without a network there is nothing to see yet, and it comes when the network does', async () => {
  const client = await aClient(loans);
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client), offline: true });
  await screen.until(() => expect(screen.text()).toContain('You are offline'));
  screen.environment.offline = false;
  await screen.until(() => expect(screen.find('.note button')).toBeTruthy());
  await screen.press('.note button');
  await screen.until(() => expect(screen.text()).toContain('S/ 573,03'));
});

test('after the due date has fallen on a Sunday it can still be paid on time on Monday', async () => {
  const client = await aClientOn(loans, '2026-02-15');
  await closeThrough(loans, '2026-02-16');
  const screen = await open(client, 'You can still pay on time');
  expect(screen.text()).toContain('was due on Saturday 14/02/2026');
});

test('of two loans that run after a chargeback the older debt comes first, and the newer below it', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  const { id } = client.loan;
  const payment = '019c5d4a-0000-7000-8000-00000000f0a2';
  await pay(loans, id, 573.03, { id: payment });
  const { loan: newer } = await aLoan(loans, EX2_TERMS, client.personId);
  await closeThrough(loans, '2026-02-20');
  await withLoan(loans.context, { id }, (locked) => bookReversal(locked, [{ id: payment } as Money], 'chargeback'));
  const screen = await open(client, `Your other loan, ${newer.number}`);
  expect(screen.find('#profile-due').textContent).toContain('verdue');
  expect(screen.find(`a[href$="repay-loan/?loan=${newer.number}"]`).textContent).toBe('Pay');
});

test('nobody is told to save principal: what was paid for days that are not used goes back into it', async () => {
  const client = await aClient(loans, EX2_TERMS);
  await closeThrough(loans, '2026-01-20');
  await pay(loans, client.loan.id, 300);
  await open(client, 'What you save if you pay it all off today');
  const title = [...document.querySelectorAll('.how-it-is h3')].find((head) =>
    head.textContent?.startsWith('What you save'),
  );
  const names = [...(title?.parentElement?.querySelectorAll('tbody th') ?? [])].map(words);
  expect(names).toContain('Interest and charges you have paid, back into your principal');
  expect(names).not.toContain('Principal');
});
