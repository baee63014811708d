import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { isBalanced, reversal } from '#loan/ledger.ts';
import type { Payment } from '#loan/loan.ts';
import { closeOfBusiness, originate } from '#loan/loan-life.ts';
import { cents, sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import {
  allocationLines,
  allocationOf,
  decideRepayment,
  previewRepayment,
  receiptNumber,
  reversePayment,
} from '#loan/repayment.ts';
import { forAll } from '#tests/support/for-all.ts';
import {
  accepted,
  BANK_CALENDAR,
  date,
  dayOn,
  EX1,
  EX1_TERMS,
  EX2,
  having,
  on,
  paid,
} from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';

const DUE = date('2026-02-14');
const booked = accepted(closeOfBusiness(EX1, VALUE_DATE, dayOn(DUE))).loan;
const byCard = (soles: number, day = '2026-02-14'): Payment => ({ ...paid(day, soles), into: 'psp-clearing' });

describe('EX1 paid by card on its due date', () => {
  const decision = accepted(decideRepayment(booked, byCard(573.03), dayOn(DUE)));

  test('posts the domain’s journal (2.23)', () => {
    expect(decision.postings).toEqual([
      { account: 'loan-principal', amountCents: -50_000 },
      { account: 'interest-receivable', amountCents: -3189 },
      { account: 'fees-receivable', amountCents: -3000 },
      { account: 'igv-receivable', amountCents: -1114 },
      { account: 'psp-clearing', amountCents: 57_303 },
    ]);
    expect([decision.loan.status, decision.events]).toEqual(['PAID', ['settled']]);
  });

  test('says what it paid', () => {
    expect(decision.allocation).toEqual({
      paidCents: { interest: 3189, techFee: 1200, adminFee: 1000, acceleratedAcceptanceFee: 800, principal: 50_000 },
      vatCents: 1114,
      creditCents: 0,
      totalCents: 57_303,
    });
  });
});

test('S/ 300,00 on the due date: interest 31,89, fees 30,00, IGV 11,14, principal 226,97 (domain 3.6)', () => {
  const { allocation, loan } = accepted(decideRepayment(booked, byCard(300), dayOn(DUE)));
  const { interest, techFee, adminFee, acceleratedAcceptanceFee, principal } = allocation.paidCents;
  expect([interest, (techFee ?? 0) + (adminFee ?? 0) + (acceleratedAcceptanceFee ?? 0)]).toEqual([3189, 3000]);
  expect([allocation.vatCents, principal]).toEqual([1114, 22_697]);
  expect(loan.status).toBe('PERFORMING');
});

describe('money is refused only when it cannot be this loan’s', () => {
  test.each([
    ['nothing', { ...paid('2026-02-14', 1), amountCents: cents(0) }, 'amount-not-positive'],
    ['money of tomorrow', paid('2026-02-15', 1), 'dated-in-the-future'],
    ['money of before the loan', paid('2026-01-14', 1), 'dated-before-disbursement'],
  ])('%s', (_, payment, reason) => {
    expect(decideRepayment(booked, payment, dayOn(DUE))).toEqual({ kind: 'refused', reason });
  });

  test('a loan that was never disbursed', () => {
    const signed = originate('P-2026-0000002', EX1_TERMS);
    expect(decideRepayment(signed, byCard(1), dayOn(DUE))).toEqual({
      kind: 'refused',
      reason: 'loan-not-disbursed',
    });
  });

  test('the same payment a second time', () => {
    const payment = byCard(100);
    const once = accepted(decideRepayment(booked, payment, dayOn(DUE))).loan;
    expect(decideRepayment(once, payment, dayOn(DUE))).toEqual({ kind: 'refused', reason: 'already-recorded' });
  });

  test('a paid loan takes it as credit', () => {
    const settled = accepted(decideRepayment(booked, byCard(573.03), dayOn(DUE))).loan;
    const { postings, allocation } = accepted(decideRepayment(settled, byCard(50), dayOn(DUE)));
    expect(postings).toEqual([
      { account: 'psp-clearing', amountCents: 5000 },
      { account: 'client-credit', amountCents: -5000 },
    ]);
    expect(allocation).toEqual({ paidCents: {}, vatCents: 0, creditCents: 5000, totalCents: 5000 });
  });

  test('a debt that was written off takes it as recovery', () => {
    const writtenOff = having(EX1, { kind: 'write-off', id: 'w', date: date('2026-09-01') });
    const loan = { ...writtenOff, status: 'WRITTEN_OFF' } as const;
    const { postings } = accepted(decideRepayment(loan, paid('2026-09-10', 50), dayOn('2026-09-10')));
    expect(postings).toEqual([
      { account: 'bank', amountCents: 5000 },
      { account: 'recovery-income', amountCents: -5000 },
    ]);
  });
});

describe('a preview', () => {
  test('says where the money would go and what would be left, and changes nothing', () => {
    const preview = previewRepayment(EX2, paid('2026-02-15', 635.63), BANK_CALENDAR);
    expect([preview.paysOff, preview.allocation.totalCents]).toEqual([false, 63_563]);
    expect(preview.after.groups.map(unpaidOfGroup).slice(0, 2)).toEqual([0, 63_563]);
    expect(on(EX2, '2026-02-15').groups.map(unpaidOfGroup)[0]).toBe(63_563);
    expect(previewRepayment(EX1, paid('2026-01-27', 534.59), BANK_CALENDAR).paysOff).toBe(true);
  });

  test('of any amount on any day is exactly what the payment then does', () =>
    forAll(500, [fc.constantFrom(EX1, EX2), fc.nat(180), fc.integer({ min: 1, max: 400_000 })], (loan, day, amount) => {
      const today = addDays(VALUE_DATE, day);
      const payment = { ...paid(today, 1), amountCents: cents(amount) };
      const { allocation } = previewRepayment(loan, payment, BANK_CALENDAR);
      const current = accepted(closeOfBusiness(loan, VALUE_DATE, dayOn(today))).loan;
      expect(accepted(decideRepayment(current, payment, dayOn(today))).allocation).toEqual(allocation);
      expect(allocation.totalCents).toBe(amount);
    }));
});

test('two payments of one day: the parts of both are the whole’s', () => {
  const loan = having(
    EX2,
    paid('2026-02-20', 200, { kind: 'ordinary' }, 'a'),
    paid('2026-02-20', 450, { kind: 'ordinary' }, 'b'),
  );
  const [a, b] = ['a', 'b'].map((id) => allocationOf(loan, id, BANK_CALENDAR));
  expect([a?.totalCents, b?.totalCents]).toEqual([20_000, 45_000]);
  expect(a?.paidCents.moratory).toBeGreaterThan(0);
  expect(b?.paidCents.moratory).toBeUndefined();
});

describe('money taken back', () => {
  const first = byCard(573.03);
  const today = date('2026-02-24');
  const settled = accepted(decideRepayment(booked, first, dayOn(DUE)));

  test('at once: the mirror of its journal and nothing else', () => {
    const back = accepted(reversePayment(settled.loan, first.id, settled.postings, dayOn(DUE)));
    expect(back.mirror).toEqual(reversal(settled.postings));
    expect([back.reallocation, back.loan.status, back.events]).toEqual([[], 'PERFORMING', ['reopened-performing']]);
  });

  test('later: the mirror, and the delay that has run meanwhile in a journal of its own', () => {
    const later = accepted(closeOfBusiness(settled.loan, DUE, dayOn(today))).loan;
    const back = accepted(reversePayment(later, first.id, settled.postings, dayOn(today)));
    expect([back.loan.status, back.events]).toEqual(['PAST_DUE', ['reopened-past-due']]);
    expect(isBalanced(back.reallocation)).toBe(true);
    expect(back.reallocation).toEqual([
      { account: 'interest-receivable', amountCents: 1041 },
      { account: 'igv-receivable', amountCents: 187 },
      { account: 'moratory-receivable', amountCents: 218 },
      { account: 'igv-payable', amountCents: -187 },
      { account: 'interest-income', amountCents: -1041 },
      { account: 'moratory-income', amountCents: -218 },
    ]);
    expect(allocationOf(back.loan, first.id, BANK_CALENDAR).totalCents).toBe(0);
  });

  test('and paid again: the same balances as if nothing had happened (P29)', () => {
    const back = accepted(reversePayment(settled.loan, first.id, settled.postings, dayOn(DUE)));
    const again = accepted(decideRepayment(back.loan, byCard(573.03), dayOn(DUE)));
    expect([again.postings, again.loan.status]).toEqual([settled.postings, 'PAID']);
  });

  test('only what was paid, and only once', () => {
    expect(reversePayment(settled.loan, 'nobody', [], dayOn(today))).toMatchObject({
      reason: 'no-such-payment',
    });
    const back = accepted(reversePayment(settled.loan, first.id, settled.postings, dayOn(DUE)));
    expect(reversePayment(back.loan, first.id, settled.postings, dayOn(today))).toMatchObject({
      reason: 'already-taken-back',
    });
  });
});

describe('a payment line by line', () => {
  test('gives each part its own IGV: EX1 on its due date', () => {
    const payment = paid('2026-02-14', 573.03);
    expect(allocationLines(having(EX1, payment), payment.id, BANK_CALENDAR)).toEqual([
      { component: 'interest', netCents: 3189, vatCents: 574 },
      { component: 'techFee', netCents: 1200, vatCents: 216 },
      { component: 'adminFee', netCents: 1000, vatCents: 180 },
      { component: 'acceleratedAcceptanceFee', netCents: 800, vatCents: 144 },
      { component: 'principal', netCents: 50_000, vatCents: 0 },
    ]);
  });

  test('is the allocation, whatever was paid and whenever', () => {
    const some = fc.record({ soles: fc.integer({ min: 1, max: 400_000 }), day: fc.integer({ min: 0, max: 220 }) });
    forAll(300, [some, some], (first, second) => {
      const payments = [first, second].map(({ soles, day }) => paid(addDays(VALUE_DATE, day), soles / 100));
      const loan = having(EX2, ...payments);
      for (const { id, amountCents } of payments) {
        const lines = allocationLines(loan, id, BANK_CALENDAR);
        const { paidCents, vatCents, creditCents } = allocationOf(loan, id, BANK_CALENDAR);
        const nets = lines.filter(({ netCents }) => netCents !== 0);
        expect(Object.fromEntries(nets.map(({ component, netCents }) => [component, netCents]))).toEqual(paidCents);
        expect(sum(...lines.map((line) => line.vatCents))).toBe(vatCents);
        expect(sum(...lines.flatMap((line) => [line.netCents, line.vatCents]), creditCents)).toBe(amountCents);
      }
    });
  });

  test('has none when the money was taken back', () => {
    const bounced = { ...paid('2026-02-14', 573.03), reversedOn: date('2026-02-18') };
    expect(allocationLines(having(EX1, bounced), bounced.id, BANK_CALENDAR)).toEqual([]);
  });
});

test('a receipt has the loan’s number and its own, in the order in which payments were booked', () => {
  const came = (number: number, on: string) =>
    paid(on, 50, { kind: 'ordinary' }, `019c0000-0000-7000-8000-00000000000${number}`);
  const [first, backDated, matchedLate] = [came(2, '2026-02-10'), came(3, '2026-02-01'), came(1, '2026-02-09')];
  const bounced = { ...came(4, '2026-02-11'), reversedOn: date('2026-02-12') };
  const booked = [first, backDated, bounced, matchedLate];
  const loan = { ...having(EX1), facts: booked };
  const numbers = booked.map(({ id }) => receiptNumber(loan, id));
  expect(numbers).toEqual([1, 2, 3, 4].map((place) => `P-2026-0000001-${place}`));
});
