import { type CalendarDate, daysBetween } from './calendar.ts';
import { applyExtension, type ExtensionPrice, extensionPrice } from './extension.ts';
import type { IsBusinessDay } from './lateness.ts';
import type { Loan } from './loan.ts';
import { type Cents, subtract, sum } from './money.ts';
import { unpaidOfGroup } from './obligation.ts';
import { payoffCents } from './payoff.ts';
import type { Flow } from './rate.ts';
import { standingOn } from './standing.ts';
import { tcea } from './tcea.ts';

/** An extension with what it does to the cost of the loan (domain 2.12): soles first, the yearly rate after them. */
export interface ExtensionOffer {
  readonly price: ExtensionPrice;
  /** Of the loan as it will have been: every disbursement, every payment, this price and the rest on the new due date. */
  readonly tceaAfterPercent: number;
  /** What the client still pays from today on when they extend: the price now and the rest on the new due date. */
  readonly totalCostAfterCents: Cents;
  /** What ends the loan today instead. */
  readonly payingNowCents: Cents;
}

/**
 * EX1 on its due date for 14 days: 26,22 now and 573,03 on 28/02/2026, TCEA 349.52, instead of 573,03 today
 * (domain 3.7). For 7 and 30 days the TCEA is 382.83 and 294.75.
 */
export function extensionOffer(
  loan: Loan & { readonly valueDate: CalendarDate },
  termDays: number,
  feeCents: Cents,
  today: CalendarDate,
  isBusinessDay: IsBusinessDay,
): ExtensionOffer {
  const standing = standingOn(loan, today, isBusinessDay);
  const price = extensionPrice(standing, termDays, feeCents);
  const after = applyExtension(standing, price, price.totalCents, isBusinessDay).standing;
  const restCents = subtract(sum(...after.groups.map(unpaidOfGroup)), after.creditCents);
  const day = (date: CalendarDate): number => daysBetween(loan.valueDate, date);
  const flows: Flow[] = [
    ...pastFlows(loan, today),
    { days: day(today), amountCents: price.totalCents },
    { days: day(price.newDueDate), amountCents: restCents },
  ];
  return {
    price,
    tceaAfterPercent: tcea(loan.terms.principalCents, flows),
    totalCostAfterCents: sum(price.totalCents, restCents),
    payingNowCents: payoffCents(standing),
  };
}

/** Money so far: payments count for the client's cost, top-ups and refunds against it. */
function pastFlows(loan: Loan & { readonly valueDate: CalendarDate }, today: CalendarDate): Flow[] {
  return loan.facts.flatMap((fact): Flow[] => {
    if (fact.date > today) return [];
    const days = daysBetween(loan.valueDate, fact.date);
    if (fact.kind === 'payment') return fact.reversedOn ? [] : [{ days, amountCents: fact.amountCents }];
    if (fact.kind === 'tranche') return [{ days, amountCents: -fact.principalCents }];
    return fact.kind === 'refund' ? [{ days, amountCents: -fact.amountCents }] : [];
  });
}
