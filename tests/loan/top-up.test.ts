import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { totalOfTerms } from '#loan/explanation.ts';
import { extensionPrice } from '#loan/extension.ts';
import type { Loan, LoanFact, Standing } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { type DueGroup, lineOf, unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import {
  checkTopUpAmount,
  loanTotal,
  principalAvailable,
  type TopUpPrices,
  type TopUpSituation,
  topUpOffer,
  topUpRefusal,
  trancheGroup,
} from '#loan/top-up.ts';
import { ratesOf } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { ADMIN_FEE, date, EX1, EX2, everyDay, having, on, paid } from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';

const PRICES: TopUpPrices = { fees: [ADMIN_FEE], rates: ratesOf(EX1.terms) };
const TRANCHE: LoanFact = {
  kind: 'tranche',
  id: 'top-up-1',
  date: date('2026-01-25'),
  principalCents: cents(20_000),
  fees: [ADMIN_FEE],
};

describe('S/ 200 on day 10 of EX1, admin fee 4,00 (domain 3.8)', () => {
  const offer = topUpOffer(on(EX1, '2026-01-25'), [], cents(20_000), PRICES);

  test('is offered at 214,66: interest 8,42, IGV 2,24; the loan comes to 787,69, TCEA 377,24 %', () => {
    expect(offer).toEqual({
      principalRequestedCents: 20_000,
      feesCents: { interestFee: 842, adminFee: 400 },
      totalFeesVatCents: 224,
      topUpTotalCents: 21_466,
      dueDate: '2026-02-14',
      loanTotalAfterCents: 78_769,
      loanTerms: expect.arrayContaining([{ name: 'principal', amountCents: 70_000 }]),
      tceaPercent: 377.24,
    });
    expect(totalOfTerms(offer.loanTerms)).toBe(78_769);
  });

  test('its TCEA counts what was paid before, and what was lent on top before', () => {
    const tceaOf = (loan: Loan, day: string) =>
      topUpOffer(on(loan, day), loan.facts, cents(20_000), PRICES).tceaPercent;
    // 500 on day 0 and 200 on day 10 against 200 on day 8 and 576,82 on day 30.
    expect(tceaOf(having(EX1, paid('2026-01-23', 200)), '2026-01-25')).toBe(481.28);
    // 500 on day 0, 200 on day 10 and 200 on day 12 against 1.001,33 on day 30.
    expect(tceaOf(having(EX1, TRANCHE), '2026-01-27')).toBe(359.81);
  });

  test('is what the loan then owes (P27)', () => {
    const standing = on(having(EX1, TRANCHE), '2026-01-25');
    expect(standing.groups.map(unpaidOfGroup)).toEqual([57_303, 21_466]);
    expect(loanTotal(standing)).toBe(78_769);
    expect(payoffCents(on(having(EX1, TRANCHE), '2026-02-14'))).toBe(78_769);
  });

  test('starts to cost on its own day', () => {
    const alone = payoffCents(on(EX1, '2026-01-25'));
    expect(payoffCents(on(having(EX1, TRANCHE), '2026-01-25'))).toBe(alone + 20_000);
  });

  test('an extension charges each at its own rate, and neither above the cap of the day', () => {
    const rates = { ...ratesOf(EX1.terms), teaPercent: 60 };
    const standing = on(having(EX1, { ...TRANCHE, rates } as LoanFact), '2026-02-14');
    const interest = (cap?: number) => extensionPrice(standing, 14, cents(0), cap).interestCents;
    // 500,00 at 110 % and 200,00 at 60 %, discounted over 14 days: 14,22 + 3,62.
    expect(interest()).toBe(1784);
    // 12,32… + 3,62….
    expect(interest(90)).toBe(1594);
    expect(interest(200)).toBe(1784);
  });

  test('an extension moves both, and charges time on both principals', () => {
    const use = { kind: 'extension', termDays: 14, feeCents: cents(0) } as const;
    const standing = on(having(EX1, TRANCHE, paid('2026-02-14', 23.5, use)), '2026-02-14');
    expect(standing.groups.map(({ dueDate }) => dueDate)).toEqual(['2026-02-28', '2026-02-28']);
    // 700,00 discounted over 14 days, and its IGV.
    expect(lineOf(standing.groups[0] as DueGroup, 'extensionInterest')).toMatchObject({
      netCents: 1991,
      vatCents: 358,
    });
  });

  test('confirmed by the bank only after the due date, it has five days of its own', () => {
    const late = { ...TRANCHE, date: date('2026-02-20') } as LoanFact;
    const standing = on(having(EX1, late), '2026-02-20');
    expect(standing.groups.map(({ tranche, dueDate }) => [tranche, dueDate])).toEqual([
      [1, '2026-02-14'],
      [2, '2026-02-25'],
    ]);
    const [, second] = standing.groups as [DueGroup, DueGroup];
    expect(lineOf(second, 'interest').netCents).toBe(207);
  });

  test('comes back to life when the loan turns out to have been paid before', () => {
    const paidBefore = having(EX1, TRANCHE, paid('2026-01-20', 600));
    const standing = on(paidBefore, '2026-01-25');
    // The credit of the old debt has gone into the new one.
    expect([standing.paidOn, standing.creditCents, payoffCents(standing)]).toEqual([
      undefined,
      0,
      20_000 - (60_000 - payoffOn(5)),
    ]);
  });
});

function payoffOn(day: number): number {
  return payoffCents(on(EX1, addDays(VALUE_DATE, day)));
}

describe('who may', () => {
  const situation: TopUpSituation = {
    isPerforming: true,
    inProgress: false,
    extensionPending: false,
    wasLate: false,
    levelLimit: cents(80_000),
  };

  test.each<[string, Standing, Partial<TopUpSituation>, string | undefined]>([
    ['a loan of ten days with 20 to go', on(EX1, '2026-01-25'), {}, undefined],
    ['from the fifth day', on(EX1, '2026-01-20'), {}, undefined],
    ['not before', on(EX1, '2026-01-19'), {}, 'too-early'],
    ['until five days before the due date', on(EX1, '2026-02-09'), {}, undefined],
    ['not later', on(EX1, '2026-02-10'), {}, 'too-close-to-due-date'],
    ['instalments', on(EX2, '2026-01-25'), {}, 'not-a-single-payment'],
    ['while one is open', on(EX1, '2026-01-25'), { inProgress: true }, 'top-up-in-progress'],
    [
      'while an extension waits for its money',
      on(EX1, '2026-01-25'),
      { extensionPending: true },
      'extension-in-progress',
    ],
    ['who was late on this loan', on(EX1, '2026-01-25'), { wasLate: true }, 'was-late'],
    ['a loan that is not performing', on(EX1, '2026-01-25'), { isPerforming: false }, 'loan-not-performing'],
    ['whose level is used up', on(EX1, '2026-01-25'), { levelLimit: cents(54_999) }, 'nothing-available'],
  ])('%s', (_, standing, part, reason) => {
    expect(topUpRefusal(standing, { ...situation, ...part })).toBe(reason);
  });

  test('as much as the level allows beside what is owed', () => {
    expect(principalAvailable(on(EX1, '2026-01-25'), cents(80_000))).toBe(30_000);
    expect(principalAvailable(on(EX1, '2026-01-25'), cents(40_000))).toBe(0);
  });

  test.each([
    [5000, undefined],
    [30_000, undefined],
    [4900, 'out_of_range'],
    [30_100, 'out_of_range'],
    [7500, 'step'],
  ])('an amount of %s céntimos: %s', (amount, code) => {
    expect(checkTopUpAmount(cents(amount), cents(30_000), cents(5000))?.code).toBe(code);
  });
});

test('any top-up on any day owes p + R(p·i) + fees + IGV on the loan’s own due date', () =>
  forAll(2000, [fc.integer({ min: 1, max: 100_000 }), fc.nat(25)], (amount, day) => {
    const standing: Standing = standingOn(EX1 as Loan, { date: addDays(VALUE_DATE, day), calendar: everyDay });
    const offer = topUpOffer(standing, [], cents(amount), PRICES);
    const group = trancheGroup(standing, { ...TRANCHE, principalCents: cents(amount), date: standing.date } as never);
    expect(group.dueDate).toBe('2026-02-14');
    expect(offer.topUpTotalCents).toBe(
      sum(cents(amount), offer.feesCents.interestFee ?? cents(0), cents(400), offer.totalFeesVatCents),
    );
    expect(offer.loanTotalAfterCents).toBe(57_303 + offer.topUpTotalCents);
  }));
