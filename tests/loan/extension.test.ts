import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, laterOf } from '#loan/calendar.ts';
import { buysExtension, extensionInterest, extensionPrice, extensionRefusal } from '#loan/extension.ts';
import { type ExtensionOffer, extensionOffer } from '#loan/extension-offer.ts';
import { igvOf } from '#loan/fees.ts';
import type { Loan, LoanFact, Standing } from '#loan/loan.ts';
import { cents, sum, toSoles } from '#loan/money.ts';
import { type DueGroup, lineOf, unpaidOfGroup, unpaidPrincipal } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { interestFor, roundPercent, solveAnnualRate } from '#loan/rate.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import { tcea } from '#loan/tcea.ts';
import { ratesOf } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import {
  BANK_CALENDAR,
  disbursed,
  EX1,
  EX1_TERMS,
  EX2,
  everyDay,
  having,
  on,
  paid,
  termsOf,
} from '#tests/support/loan/loans.ts';
import { CAP_PERCENT, percent, principal, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const RATES = ratesOf(EX1_TERMS);

/** Rate of money lent now, with interest paid now and principal after the term. */
const trueRate = (interest: number, days: number): number =>
  roundPercent(solveAnnualRate(cents(50_000 - interest), [{ days, amountCents: 50_000 }]));

describe('EX1 extended on its due date (domain 3.7)', () => {
  const standing = on(EX1, '2026-02-14');

  test.each([
    // N, fee, naive, its rate, discounted, its rate, IGV, price, new due date, TCEA of the modified loan
    [7, 500, 727, 112.39, 716, 109.97, 219, 1435, '2026-02-21', 382.83],
    [14, 800, 1464, 114.72, 1422, 110.0, 400, 2622, '2026-02-28', 349.52],
    [30, 1200, 3189, 120.53, 2998, 110.01, 756, 4954, '2026-03-16', 294.75],
  ])(
    'an extension by %s days has its price, new due date and TCEA as worked out in the domain',
    { tags: 'spec-2.63' },
    (days, fee, naive, naiveRate, interest, rate, vat, price, newDueDate, tceaAfter) => {
      expect(interestFor(cents(50_000), 110, CAP_PERCENT, days)).toBe(naive);
      expect(trueRate(naive, days)).toBe(naiveRate);
      const offered = extensionPrice(standing, days, cents(fee));
      expect([offered.interestCents, offered.vatCents, offered.totalCents, offered.newDueDate]).toEqual([
        interest,
        vat,
        price,
        newDueDate,
      ]);
      expect(trueRate(offered.interestCents, days)).toBe(rate);
      const flows = [
        { days: 30, amountCents: offered.totalCents },
        { days: 30 + days, amountCents: 57_303 },
      ];
      expect(tcea(cents(50_000), flows)).toBe(tceaAfter);
    },
  );

  test.each([
    [7, 500, 1448],
    [14, 800, 2672],
    [30, 1200, 5179],
  ])('charged in arrears, %s days would be %s fee, %s in all', (days, fee, all) => {
    const naive = interestFor(cents(50_000), 110, CAP_PERCENT, days);
    expect(sum(naive, cents(fee), igvOf(naive, 18), igvOf(cents(fee), 18))).toBe(all);
  });
});

test('bought ten days late for 14 days: 10,41 + 1,87 + 2,18 + 14,22 + 8,00 + 4,00 = 40,68, due 10/03/2026', () => {
  expect(extensionPrice(on(EX1, '2026-02-24'), 14, cents(800))).toEqual({
    termDays: 14,
    arrears: { interestCents: 1041, vatCents: 187, moratoryCents: 218 },
    interestCents: 1422,
    feeCents: 800,
    vatCents: 400,
    totalCents: 4068,
    currentDueDate: '2026-02-14',
    newDueDate: '2026-03-10',
  });
});

describe('buying it', () => {
  const extended = having(EX1, paid('2026-02-14', 26.22, { kind: 'extension', termDays: 14, feeCents: cents(800) }));

  test('moves the due date and leaves the debt as it was (P26)', () => {
    const [group] = on(extended, '2026-02-14').groups as [DueGroup];
    expect([group.dueDate, unpaidOfGroup(group), unpaidPrincipal(group)]).toEqual(['2026-02-28', 57_303, 50_000]);
    expect(statusOf(on(extended, '2026-02-28'))).toBe('PERFORMING');
    // 28/02/2026 is a Saturday.
    expect(payoffCents(on(extended, '2026-03-02'))).toBe(57_303);
    expect(statusOf(on(extended, '2026-03-03'))).toBe('PAST_DUE');
  });

  test('ten days late pays the arrears with it', () => {
    const late = having(EX1, paid('2026-02-24', 40.68, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
    const [group] = on(late, '2026-03-10').groups as [DueGroup];
    expect([group.dueDate, unpaidOfGroup(group)]).toEqual(['2026-03-10', 57_303]);
    expect(lineOf(group, 'lateInterest').paidNetCents).toBe(1041);
    expect(lineOf(group, 'moratory').paidNetCents).toBe(218);
  });

  test('a sol short is enough, and is taken off the fee; more than a sol short is an ordinary payment', () => {
    const short = having(EX1, paid('2026-02-14', 25.22, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
    const [group] = on(short, '2026-02-14').groups as [DueGroup];
    const fee = lineOf(group, 'extensionFee');
    expect([group.dueDate, fee.netCents + fee.vatCents, unpaidOfGroup(group)]).toEqual(['2026-02-28', 844, 57_303]);
    expect(fee.vatCents).toBe(129);
    const tooShort = having(EX1, paid('2026-02-14', 25.21, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
    const [other] = on(tooShort, '2026-02-14').groups as [DueGroup];
    expect([other.dueDate, unpaidOfGroup(other)]).toEqual(['2026-02-14', 57_303 - 2521]);
  });

  test('more than the price pays the loan with the rest', () => {
    const more = having(EX1, paid('2026-02-14', 126.22, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
    const [group] = on(more, '2026-02-14').groups as [DueGroup];
    expect([group.dueDate, unpaidOfGroup(group)]).toEqual(['2026-02-28', 47_303]);
  });

  test('money that arrives two days later buys it at the price of its own day', () => {
    const priceLater = extensionPrice(on(EX1, '2026-02-18'), 14, cents(800)).totalCents;
    const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
    const [enough] = on(having(EX1, paid('2026-02-18', toSoles(priceLater), use)), '2026-02-18').groups as [DueGroup];
    expect(enough.dueDate).toBe('2026-03-04');
    const [short] = on(having(EX1, paid('2026-02-18', 26.22, use)), '2026-02-18').groups as [DueGroup];
    expect(short.dueDate).toBe('2026-02-14');
    expect(priceLater).toBe(2622 + 414 + 75 + 87);
  });

  test('what was paid in advance for days that are not used comes back when the loan is paid off', {
    tags: 'promise-extensions',
  }, () => {
    const onDueDate = payoffCents(on(EX1, '2026-02-14'));
    expect(payoffCents(on(extended, '2026-02-14'))).toBe(onDueDate - 1422 - 256);
    // The fee was a service of the day it was bought.
    expect(payoffCents(on(extended, '2026-02-28'))).toBe(onDueDate);
  });
});

describe('who may', () => {
  const refusal = (standing: Standing, days = 14, topUp = false) => extensionRefusal(standing, days, topUp);
  const extension = (day: string, soles: number): LoanFact =>
    paid(day, soles, { kind: 'extension', termDays: 30, feeCents: cents(1200) });
  const thrice = having(
    EX1,
    extension('2026-02-14', 49.54),
    extension('2026-03-16', 49.54),
    extension('2026-04-15', 49.54),
  );

  test.each<[string, Standing, string | undefined, number?, boolean?]>([
    ['a performing loan', on(EX1, '2026-01-20'), undefined],
    ['a loan 15 days late', on(EX1, '2026-03-01'), undefined],
    ['a loan 16 days late', on(EX1, '2026-03-02'), 'too-late'],
    ['instalments', on(EX2, '2026-01-20'), 'not-a-single-payment'],
    ['a paid loan', on(having(EX1, paid('2026-02-14', 573.03)), '2026-02-14'), 'loan-not-active'],
    ['a term that is not offered', on(EX1, '2026-02-14'), 'term-not-offered', 10],
    ['while a top-up is on its way', on(EX1, '2026-02-14'), 'top-up-in-progress', 14, true],
    ['a fourth time', on(thrice, '2026-05-15'), 'too-many-extensions'],
  ])('%s', (_, standing, reason, days = 14, topUp = false) => {
    expect(refusal(standing, days, topUp)).toBe(reason);
  });

  test('nobody beyond 90 days after the first due date', { tags: 'promise-extensions' }, () => {
    const policy = { ...EX1_TERMS.policy, extension: { ...EX1_TERMS.policy.extension, maxConsecutive: 9 } };
    const loan = having(disbursed({ ...EX1_TERMS, policy }), ...thrice.facts);
    expect(on(loan, '2026-05-15').groups[0]?.dueDate).toBe('2026-05-15');
    expect(refusal(on(loan, '2026-05-15'), 7)).toBe('too-long');
  });

  test('a fourth extension that is paid for is an ordinary payment, not money taken for nothing', () => {
    const standing = on(having(thrice, extension('2026-05-15', 49.54)), '2026-05-15');
    expect(standing.groups[0]?.dueDate).toBe('2026-05-15');
    expect(standing.groups.map(unpaidOfGroup)).toEqual([57_303 - 4954]);
  });
});

describe('for any loan', () => {
  const terms = fc.constantFrom(7, 14, 30);

  test('the price paid for time never exceeds the cap, to the fraction of a céntimo (P10, guard 2)', () =>
    forAll(3000, [percent(90, CAP_PERCENT), principal, terms, fc.nat(40)], (tea, amount, days, gap) => {
      const interest = extensionInterest(amount, { ...RATES, teaPercent: tea }, days, gap);
      // At the cap, what is paid `gap` days early is worth no more than the time it buys.
      const growth = (span: number): number => (1 + CAP_PERCENT / 100) ** (span / 360);
      expect(interest * growth(gap)).toBeLessThanOrEqual(amount * (1 - 1 / growth(days)) + 1e-6);
    }));

  test('what the whole loan costs in interest stays under the cap, however often it is extended (P10)', () => {
    const purchases = fc.array(fc.record({ days: terms, before: fc.nat(29) }), { minLength: 1, maxLength: 3 });
    forAll(
      500,
      [percent(50, CAP_PERCENT), principal, fc.constantFrom(7, 14, 30), purchases],
      (tea, amount, term, buys) => {
        const pricing = { ...SINGLE_PAY.pricing, teaPercent: tea, fees: [] };
        let loan: Loan = disbursed({ ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing });
        const flows: { days: number; amountCents: number }[] = [];
        for (const { days, before } of buys) {
          const { date, groups } = lastStanding(loan);
          const day = laterOf(date, addDays((groups[0] as DueGroup).dueDate, -before));
          const price = extensionPrice(standingOn(loan, { date: day, calendar: everyDay }), days, cents(0));
          loan = having(
            loan,
            paid(day, toSoles(price.totalCents), { kind: 'extension', termDays: days, feeCents: cents(0) }),
          );
          flows.push({ days: daysBetween(VALUE_DATE, day), amountCents: price.interestCents });
        }
        const [group] = lastStanding(loan).groups as [DueGroup];
        const interest = lineOf(group, 'interest').netCents;
        flows.push({ days: daysBetween(VALUE_DATE, group.dueDate), amountCents: amount + interest });
        expect(solveAnnualRate(amount, flows)).toBeLessThanOrEqual(CAP_PERCENT + 1e-6);
      },
    );
  });

  test('an extension never costs more than the same one bought the day after, in money and in all that is paid', () => {
    const products = fc.record({
      teaPercent: percent(1, CAP_PERCENT),
      amount: principal,
      term: terms,
      igvPercent: fc.constantFrom(0, 18),
    });
    const paidBefore = fc.array(fc.record({ day: fc.nat(40), permille: fc.integer({ min: 1, max: 400 }) }), {
      maxLength: 2,
    });
    forAll(
      3000,
      [products, terms, fc.nat(44), fc.nat(1500), fc.boolean(), paidBefore],
      ({ teaPercent, amount, term, igvPercent }, termDays, day, fee, wasExtended, paidEarlier) => {
        const pricing = { ...SINGLE_PAY.pricing, teaPercent, igvPercent };
        let loan = disbursed({ ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing });
        const [bought, next] = [addDays(VALUE_DATE, day), addDays(VALUE_DATE, day + 1)];
        if (wasExtended) {
          const { totalCents } = extensionPrice(
            standingOn(loan, { date: VALUE_DATE, calendar: everyDay }),
            7,
            cents(500),
          );
          const quote = { id: 'first', priceCents: totalCents, validUntil: VALUE_DATE };
          const use = { kind: 'extension', termDays: 7, feeCents: cents(500), quote } as const;
          loan = having(loan, paid(VALUE_DATE, toSoles(totalCents), use));
        }
        const early = paidEarlier.filter((one) => one.day <= day && amount * one.permille >= 1000);
        loan = having(
          loan,
          ...early.map((one) => paid(addDays(VALUE_DATE, one.day), Math.floor((amount * one.permille) / 1000) / 100)),
        );
        for (const calendar of [everyDay, BANK_CALENDAR]) {
          const [now, later] = [bought, next].map((date) => standingOn(loan, { date, calendar })) as [
            Standing,
            Standing,
          ];
          if ([now, later].some((standing) => extensionRefusal(standing, termDays, false))) continue;
          const offers = [bought, next].map((date) =>
            extensionOffer(loan, termDays, cents(fee), { date, calendar }, CAP_PERCENT),
          ) as [ExtensionOffer, ExtensionOffer];
          const [price, priceLater] = offers.map((offer): number => offer.price.totalCents) as [number, number];
          expect(price).toBeLessThanOrEqual(priceLater);
          const [all, allLater] = offers.map((offer): number => offer.totalCostAfterCents) as [number, number];
          expect(all).toBeLessThanOrEqual(allLater);
        }
      },
    );
  });

  test('it never changes principal or earlier fees, always moves the date on, at most three times (P26)', () => {
    const buys = fc.array(fc.record({ termDays: terms, offset: fc.integer({ min: -10, max: 15 }) }), { maxLength: 6 });
    forAll(1000, [buys], (wanted) => {
      let loan: Loan = EX1;
      let bought = 0;
      for (const { termDays, offset } of wanted) {
        const last = loan.facts.at(-1)?.date ?? VALUE_DATE;
        const day = laterOf(last, addDays((lastStanding(loan).groups[0] as DueGroup).dueDate, offset));
        const standing = standingOn(loan, { date: day, calendar: everyDay });
        if (extensionRefusal(standing, termDays, false)) continue;
        const before = standing.groups[0] as DueGroup;
        const price = extensionPrice(standing, termDays, cents(800));
        expect(buysExtension(standing, price, price.totalCents)).toBe(true);
        loan = having(
          loan,
          paid(day, toSoles(price.totalCents), { kind: 'extension', termDays, feeCents: cents(800) }),
        );
        bought += 1;
        const after = lastStanding(loan).groups[0] as DueGroup;
        expect(after.dueDate > before.dueDate).toBe(true);
        for (const name of ['principal', 'interest', 'techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const) {
          expect(lineOf(after, name)).toEqual(lineOf(before, name));
        }
        expect(unpaidOfGroup(after)).toBe(57_303);
      }
      expect(bought).toBeLessThanOrEqual(3);
    });
  });
});

function lastStanding(loan: Loan): Standing {
  return standingOn(loan, { date: loan.facts.at(-1)?.date ?? VALUE_DATE, calendar: everyDay });
}
