import type { ApprovedRange } from '#loan/application-decisions.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents, fromSoles, percentOf } from '#loan/money.ts';
import { priceOffer } from '#loan/offer.ts';
import type { Product } from '#loan/product.ts';
import type { DecisionSnapshot } from './snapshot.ts';

/** The most that falls due in one month: the only payment, or the highest instalment. EX1: 573,03; EX2: 635,63. */
export function monthlyBurden(product: Product, amount: number, term: number, today: CalendarDate): Cents {
  const offer = priceOffer(product, amount, term, today);
  const instalments = offer.schedule?.map(({ totalCents }) => totalCents) ?? [offer.totalCents];
  return cents(Math.max(...instalments));
}

/**
 * The amount that a month can carry: 35 % of the declared net income, and never more than what is left: as declared,
 * and after expenses and other loans, as far as the amount asks for them. 2.500 earned, 900 spent: 875,00; 2.500
 * earned, 1.900 spent or 600 left: 600,00.
 */
export function monthlyCapacity({ income, policy }: Pick<DecisionSnapshot, 'income' | 'policy'>): Cents {
  const share = percentOf(fromSoles(income.net), policy.maxInstalmentPercent);
  const { net, expenses = 0, otherLoans = 0, free = net } = income;
  const left = fromSoles(Math.min(free, net - expenses - otherLoans));
  return cents(Math.max(0, Math.min(share, left)));
}

/** Tells whether a month of the loan fits into a month of the client. */
export function isAffordable(snapshot: DecisionSnapshot, amount: number, term: number): boolean {
  const { asked, today } = snapshot;
  return monthlyBurden(asked.product, amount, term, today) <= monthlyCapacity(snapshot);
}

/** The highest affordable amount for a term, on the product's steps; undefined when not even the lowest is. */
export function highestAffordable(snapshot: DecisionSnapshot, term: number): number | undefined {
  const { product, amount, limit } = snapshot.asked;
  const { minAmount, amountStep } = product;
  const ceiling = Math.min(amount, limit, product.maxAmount);
  // A higher amount never costs less a month, so the border is found by halving.
  let [fits, tooMuch] = [-1, Math.floor((ceiling - minAmount) / amountStep) + 1];
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (isAffordable(snapshot, minAmount + middle * amountStep, term)) fits = middle;
    else tooMuch = middle;
  }
  return fits < 0 ? undefined : minAmount + fits * amountStep;
}

/** The range that may be approved: never more and never longer than was asked for (domain 2.3.2 row 14). */
export function approvedRange(snapshot: DecisionSnapshot): ApprovedRange | undefined {
  const { product, term: asked } = snapshot.asked;
  const limits = product.termOptions
    .filter((term) => term <= asked)
    .flatMap((term) => {
      const maxAmount = highestAffordable(snapshot, term);
      return maxAmount === undefined ? [] : [{ term, maxAmount }];
    });
  const forAsked = limits.find(({ term }) => term === asked);
  if (!forAsked) return undefined;
  return {
    minAmount: product.minAmount,
    maxAmount: Math.max(...limits.map(({ maxAmount }) => maxAmount)),
    terms: limits.map(({ term }) => term),
    limits,
  };
}
