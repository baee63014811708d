import { describe, expect, test } from 'vitest';
import { accountBalances } from '#loan/accounting.ts';
import {
  decideFlexPay,
  decidePaymentPlan,
  decideRefund,
  decideRemainderWaiver,
  decideWriteOff,
  undoWriteOff,
} from '#loan/agreements.ts';
import { addDays } from '#loan/calendar.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { balancesAfter } from '#loan/ledger.ts';
import type { Loan } from '#loan/loan.ts';
import { closeOfBusiness } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { flex, plan } from '#tests/support/arrangements/arrangements.ts';
import { accepted, date, dayOn, EX1, having, on, paid } from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';

/** The loan as the close of a date leaves it. */
const bookedOn = (loan: Loan, day: string): Loan => accepted(closeOfBusiness(loan, VALUE_DATE, dayOn(day))).loan;

describe('confirming a plan', () => {
  const today = date('2026-02-24');
  const { terms } = planOffer(on(EX1, today), 2, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
  const none = { hardshipDeclared: false, brokenPlans: 0 };
  const confirm = (loan: Loan, plan = terms) =>
    decidePaymentPlan(loan, { id: 'plan-1', terms: plan }, none, STANDARD_PLAN_SETTINGS, dayOn(today));

  test('moves the loan and posts nothing: nothing has been paid or let go yet', () => {
    const change = accepted(confirm(bookedOn(EX1, today)));
    expect([change.loan.status, change.events, change.postings]).toEqual(['PAYMENT_PLAN', ['plan-confirmed'], []]);
  });

  test('is refused when the balance is another than the one that was offered', () => {
    const paidMeanwhile = bookedOn(having(EX1, paid('2026-02-23', 50)), today);
    expect(confirm(paidMeanwhile)).toEqual({ kind: 'refused', reason: 'balance-changed' });
  });

  test('is refused to a client who is not late', () => {
    expect(confirm(bookedOn(having(EX1, paid('2026-02-14', 573.03)), today))).toMatchObject({
      reason: 'loan-not-late',
    });
  });

  test('completed, the moratory is let go and posted as such', () => {
    const onPlan = accepted(confirm(bookedOn(EX1, today))).loan;
    const before = accountBalances(onPlan, dayOn('2026-03-02'));
    const after = having(onPlan, paid('2026-03-02', 585.31, { kind: 'arrangement' }));
    const books = accountBalances(after, dayOn('2026-03-02'));
    expect([before['moratory-receivable'], books['moratory-receivable']]).toEqual([218, 0]);
    expect([books['waiver-expense'], books['moratory-income']]).toEqual([218, -218]);
  });
});

describe('activating flex pay', () => {
  const activate = (loan: Loan, day: string, hasBrokenPlan = false) =>
    decideFlexPay(loan, 'flex-1', { hasBrokenPlan, offeredByStaff: false }, STANDARD_FLEX_SETTINGS, dayOn(day));

  test('more than 15 days late', () => {
    expect(activate(bookedOn(EX1, '2026-03-01'), '2026-03-01')).toEqual({ kind: 'refused', reason: 'not-late-enough' });
    const change = accepted(activate(bookedOn(EX1, '2026-03-02'), '2026-03-02'));
    expect([change.loan.status, change.events, change.postings]).toEqual(['FLEX', ['flex-activated'], []]);
  });
});

describe('writing off', () => {
  const late = bookedOn(EX1, '2026-08-14');

  test('only what has been in default for more than 180 days', () => {
    const decide = (loan: Loan, day: string) => decideWriteOff(loan, 'w', 180, dayOn(day));
    expect(decide(bookedOn(EX1, '2026-03-01'), '2026-03-01')).toMatchObject({ reason: 'not-in-default' });
    expect(decide(bookedOn(EX1, '2026-08-13'), '2026-08-13')).toMatchObject({ reason: 'too-early' });
    expect(decide(late, '2026-08-14').kind).toBe('accepted');
  });

  test('is refused while money is on its way to the client: the loan itself, or more of it', () => {
    const { valueDate: _, ...signed } = { ...EX1, facts: [] };
    const decide = (loan: Loan) => decideWriteOff(loan, 'w', 180, dayOn('2026-08-14'));
    for (const status of ['ORIGINATED', 'DISBURSING'] as const) {
      expect(decide({ ...signed, status })).toEqual({ kind: 'refused', reason: 'money-on-its-way' });
    }
    for (const status of ['DISBURSMENT_FAILED', 'VOIDED'] as const) {
      expect(decide({ ...signed, status })).toEqual({ kind: 'refused', reason: 'not-in-default' });
    }
    const topUp = { status: 'DISBURSING', principalCents: cents(20_000), fees: [] } as const;
    expect(decide({ ...late, topUp })).toEqual({ kind: 'refused', reason: 'money-on-its-way' });
    expect(decide({ ...late, topUp: { ...topUp, status: 'ORIGINATED' } }).kind).toBe('accepted');
  });

  test('empties the control accounts into loss; undone, everything is back (P29)', () => {
    const today = date('2026-08-14');
    const before = accountBalances(late, dayOn(today));
    const change = accepted(decideWriteOff(late, 'w', 180, dayOn(today)));
    const books = balancesAfter(before, change.postings);
    const controls = [
      'loan-principal',
      'interest-receivable',
      'fees-receivable',
      'igv-receivable',
      'moratory-receivable',
    ] as const;
    expect(controls.map((account) => books[account])).toEqual([0, 0, 0, 0, 0]);
    expect(books.loss).toBe(controls.reduce((all, account) => all + (before[account] ?? 0), 0));

    const undone = accepted(undoWriteOff(change.loan, 'w', dayOn(today)));
    expect(undone.loan).toEqual(late);
    expect(balancesAfter({}, change.postings, undone.postings)).toEqual(
      Object.fromEntries([...controls, 'loss'].map((account) => [account, 0])),
    );
  });

  test('only a write-off can be undone', () => {
    expect(undoWriteOff(late, 'w', dayOn('2026-08-14'))).toMatchObject({ reason: 'no-such-write-off' });
  });
});

describe('sending credit back', () => {
  const credited = bookedOn(having(EX1, paid('2026-02-09', 573.03)), '2026-02-10');
  const refund = (amount: number) =>
    decideRefund(credited, { id: 'r', amountCents: cents(amount) }, dayOn('2026-02-10'));

  test('up to what there is, and out of the bank', () => {
    expect(refund(1077)).toEqual({ kind: 'refused', reason: 'more-than-the-credit' });
    expect(refund(0)).toEqual({ kind: 'refused', reason: 'amount-not-positive' });
    expect(accepted(refund(1076)).postings).toEqual([
      { account: 'bank', amountCents: -1076 },
      { account: 'client-credit', amountCents: 1076 },
    ]);
  });

  test('and when the money is taken back later, what was sent back is owed too', () => {
    const refunded = accepted(refund(1076)).loan;
    const reopened = { ...refunded, facts: refunded.facts.filter(({ kind }) => kind === 'refund') };
    expect(on(reopened, '2026-02-14').creditCents).toBe(-1076);
  });
});

describe('a remainder too small to ask for', () => {
  const waive = (loan: Loan, day: string) => decideRemainderWaiver(loan, 'x', dayOn(day));
  const nearly = (soles: number, day: string): Loan => bookedOn(having(EX1, paid('2026-02-16', soles)), day);

  test('is let go after the last day to pay, and the loan is paid', () => {
    const change = accepted(waive(nearly(572.53, '2026-02-17'), '2026-02-17'));
    expect([change.loan.status, change.events]).toEqual(['PAID', ['settled']]);
    expect(change.postings).toContainEqual({ account: 'waiver-expense', amountCents: 50 });
  });

  test.each([
    ['on the last day', 572.53, '2026-02-16', 'not-yet'],
    ['more than S/ 1,00', 571, '2026-02-17', 'too-much'],
    ['nothing left', 573.03, '2026-02-17', 'loan-not-active'],
  ])('not %s', (_, soles, day, reason) => {
    expect(waive(nearly(soles, day), day)).toEqual({ kind: 'refused', reason });
  });

  test.each([
    ['a plan after the last day to pay, with its moratory interest', plan, 584.71, '2026-04-06', 60, 218],
    ['a flex pay', flex, 596.25, '2026-08-31', 5, 0],
  ])('of %s, and not on it', (_, arrangement, soles, lastDay, restCents, moratoryCents) => {
    const nearlyPaid = having(EX1, arrangement, paid('2026-03-05', soles, { kind: 'arrangement' }));
    const on = (day: string) => waive(bookedOn(nearlyPaid, day), day);
    expect(on(lastDay)).toEqual({ kind: 'refused', reason: 'not-yet' });
    const change = accepted(on(addDays(date(lastDay), 1)));
    expect([change.loan.status, change.events]).toEqual(['PAID', ['settled']]);
    const books = accountBalances(change.loan, dayOn(addDays(date(lastDay), 1)));
    expect([books['waiver-expense'], books['moratory-receivable']]).toEqual([restCents + moratoryCents, 0]);
  });
});
