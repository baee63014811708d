import type { BankCalendar } from './business-days.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import { type Loan, type LoanTerms, type Payment, STANDARD_POLICY } from './loan.ts';
import { type Cents, fromSoles, splitEvenly, subtract, sum } from './money.ts';
import { priceOffer } from './offer.ts';
import { planTotal } from './payment-plan.ts';
import { payoffCents } from './payoff.ts';
import type { Product } from './product.ts';
import type { Installment } from './schedule.ts';
import { standingOn } from './standing.ts';
import { type Scenario, type WhatIfKind, whatIf } from './what-if.ts';

/** The published prices of being early, late or extended, beside those of the product. */
export interface Tariff {
  /** Moratory rate, TEA in percent. */
  readonly moratoryPercent: number;
  /** Before IGV, by days. */
  readonly extensionFees: ReadonlyMap<number, Cents>;
  readonly changedMyMindDays?: number | undefined;
}

/** A course that a loan may take, and its cost. */
export interface Outcome {
  readonly kind: 'early' | 'on-time' | 'late' | 'extended';
  /** Of `late` the days late, of `extended` the days of the extension, of `early` the days since the money came. */
  readonly days: number;
  /** The date of the last payment. */
  readonly date: CalendarDate;
  /** Everything that is paid back. */
  readonly totalCents: Cents;
  /** The part that is not the loan itself. */
  readonly costCents: Cents;
  /** More than on time; less when negative. */
  readonly differenceCents: Cents;
}

/** Days late are counted days here: with a weekend after the due date a payment may be in time for longer. */
const EVERY_DAY: BankCalendar = { isHoliday: () => false, isBusinessDay: () => true };

/**
 * Computes the outcomes of a loan paid back half-way, on time, some days late, and extended on its due date, by the
 * rules that its money would follow. EX1 with fees of 5, 8 and 12: on day 15 540,95, on time 573,03, ten days late
 * 587,49, extended by 14 days 599,25. Of instalments half of them are paid on time before the early end, the first one
 * is late, and none is extended.
 */
export function loanOutcomes(
  product: Product,
  amount: number,
  term: number,
  { tariff, lateDays }: { readonly tariff: Tariff; readonly lateDays: number },
): readonly Outcome[] {
  const valueDate = product.pricing.businessDate;
  const { totalCents: onTimeCents, principalCents, dueDate, schedule } = priceOffer(product, amount, term, valueDate);
  const loan = firstLoan(product, amount, term, tariff);
  const as = (kind: Outcome['kind'], days: number, date: CalendarDate, totalCents: Cents): Outcome => ({
    kind,
    days,
    date,
    totalCents,
    costCents: subtract(totalCents, principalCents),
    differenceCents: subtract(totalCents, onTimeCents),
  });
  const half = schedule ? schedule.slice(0, Math.floor(schedule.length / 2)) : [];
  const endDate = half.at(-1)?.dueDate ?? addDays(valueDate, Math.floor(term / 2));
  const scenarios = scenariosOf(loan, schedule ? valueDate : dueDate, { tariff, lateDays });
  const of = (wanted: WhatIfKind) => scenarios.filter(({ kind }) => kind === wanted);
  return [
    as('early', Math.floor(term / 2), endDate, paidOff(loan, half, endDate)),
    as('on-time', 0, dueDate, onTimeCents),
    ...of('late').map(({ days = 0, date, totalCents }) => as('late', days, date, totalCents)),
    ...of('extend')
      .map(({ days = 0, date, totalCents }) => as('extended', days, date, totalCents))
      .toSorted((a, b) => a.days - b.days),
  ];
}

/** A way out of being late, and its cost. */
export interface WayOut {
  readonly kind: 'plan' | 'today' | 'extend' | 'wait';
  /** Of `extend` those of the extension, of `wait` those late at the end. */
  readonly days: number;
  readonly date: CalendarDate;
  /** Everything that is paid from today on. */
  readonly totalCents: Cents;
  /** Paid today, of an extension; else nothing. */
  readonly nowCents: Cents;
  /** The payments of a plan, else none. */
  readonly partsCents: readonly Cents[];
}

/**
 * Lists the ways out of a single payment that is late, cheapest first: a plan, paying today, the shortest extension
 * that is as long as it is late, and doing nothing. EX1 ten days late: a plan 585,31, today 587,49, extended by 14 days
 * 613,71, thirty days late 617,23.
 */
export function waysOut(
  product: Product,
  amount: number,
  term: number,
  {
    tariff,
    lateDays,
    waitDays,
    parts,
  }: { readonly tariff: Tariff; readonly lateDays: number; readonly waitDays: number; readonly parts: number },
): readonly WayOut[] {
  const loan = firstLoan(product, amount, term, tariff);
  const date = addDays(loan.valueDate, term + lateDays);
  const planCents = planTotal(standingOn(loan, { date, calendar: EVERY_DAY }));
  const scenarios = scenariosOf(loan, date, { tariff, lateDays: waitDays - lateDays });
  const [extended] = scenarios
    .filter(({ kind, days = 0 }) => kind === 'extend' && days >= lateDays)
    .toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0));
  const of = (kind: WhatIfKind) => scenarios.filter((scenario) => scenario.kind === kind);
  const as = (kind: WayOut['kind'], days: number, { date: on, totalCents, nowCents }: Scenario): WayOut => ({
    ...{ kind, days, date: on, totalCents, nowCents },
    partsCents: [],
  });
  const plan: WayOut = {
    ...{ kind: 'plan', days: 0, date, totalCents: planCents, nowCents: sum() },
    partsCents: splitEvenly(planCents, parts),
  };
  return [
    plan,
    ...of('today').map((scenario) => as('today', 0, scenario)),
    ...(extended ? [as('extend', extended.days ?? 0, extended)] : []),
    ...of('late').map((scenario) => as('wait', waitDays, scenario)),
  ].toSorted((a, b) => a.totalCents - b.totalCents);
}

/** Makes a first loan of today, not paid back yet. */
function firstLoan({ productType, pricing }: Product, amount: number, term: number, tariff: Tariff): RunningLoan {
  const terms = { productType, principalCents: fromSoles(amount), term, pricing, policy: policyOf(tariff) };
  return running(terms, pricing.businessDate);
}

type RunningLoan = Loan & { readonly valueDate: CalendarDate };

function running(terms: LoanTerms, valueDate: CalendarDate): RunningLoan {
  return { number: 'example', status: 'PERFORMING', terms, valueDate, facts: [] };
}

/** Builds the policy behind a tariff. What the tariff does not say has no effect on these outcomes. */
function policyOf({ moratoryPercent, changedMyMindDays }: Tariff): LoanTerms['policy'] {
  const late = { ...STANDARD_POLICY.late, moratoryPercent, moratoryCapPercent: moratoryPercent };
  return { ...STANDARD_POLICY, changedMyMindDays, late };
}

function scenariosOf(
  loan: RunningLoan,
  date: CalendarDate,
  { tariff, lateDays }: { readonly tariff: Tariff; readonly lateDays: number },
): readonly Scenario[] {
  const found = whatIf(
    loan,
    { date, calendar: EVERY_DAY },
    {
      lateDays,
      extensionFees: tariff.extensionFees,
      capPercent: loan.terms.pricing.capPercent,
      topUpInProgress: false,
      minPaymentCents: loan.terms.principalCents,
    },
  );
  return found?.scenarios ?? [];
}

/** Sums everything that is paid when instalments are paid on their dates, and all of the rest on the last of them. */
function paidOff(loan: RunningLoan, rows: readonly Installment[], date: CalendarDate): Cents {
  const payments = rows.map(
    ({ number, dueDate, totalCents }): Payment => ({
      kind: 'payment',
      id: `example-${number}`,
      date: dueDate,
      amountCents: totalCents,
      into: 'bank',
      use: { kind: 'ordinary' },
    }),
  );
  const standing = standingOn({ ...loan, facts: payments }, { date, calendar: EVERY_DAY });
  return sum(...payments.map(({ amountCents }) => amountCents), payoffCents(standing));
}
