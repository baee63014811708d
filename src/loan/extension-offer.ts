import type { BusinessDate } from './business-days.ts';
import { type CalendarDate, daysBetween } from './calendar.ts';
import { type Basis, owedTerms, type Term, type TermName, termsOf } from './explanation.ts';
import { applyExtension, type ExtensionPrice, extensionPrice, extensionRates } from './extension.ts';
import { igvOf } from './fees.ts';
import type { Loan, Standing } from './loan.ts';
import { type Cents, subtract, sum } from './money.ts';
import { flowsSoFar } from './money-flows.ts';
import { unpaidOfGroup, unpaidPrincipal } from './obligation.ts';
import { payoffCents } from './payoff.ts';
import type { Flow } from './rate.ts';
import { standingOn } from './standing.ts';
import { tcea } from './tcea.ts';

/** An extension with its effect on the cost of the loan (domain 2.12): amounts first, then the yearly rate. */
export interface ExtensionOffer {
  readonly price: ExtensionPrice;
  /** Of the whole loan: every disbursement, every payment, this price and the rest on the new due date. */
  readonly tceaAfterPercent: number;
  /** The sum that the client still pays with the extension: the price now and the rest on the new due date. */
  readonly totalCostAfterCents: Cents;
  /** Today's payoff, for comparison. */
  readonly payingNowCents: Cents;
  /** The terms of the price. */
  readonly terms: readonly Term[];
  /** The terms of the rest on the new due date. */
  readonly dueAfterTerms: readonly Term[];
}

/**
 * Offers an extension. EX1 on its due date for 14 days: 26,22 now and 573,03 on 28/02/2026, TCEA 349.52, instead of
 * 573,03 today (domain 3.7). For 7 and 30 days the TCEA is 382.83 and 294.75.
 */
export function extensionOffer(
  loan: Loan & { readonly valueDate: CalendarDate },
  termDays: number,
  feeCents: Cents,
  day: BusinessDate,
  capPercent?: number,
): ExtensionOffer {
  const standing = standingOn(loan, day);
  const price = extensionPrice(standing, termDays, feeCents, capPercent);
  const after = applyExtension(standing, price, price.totalCents).standing;
  const restCents = subtract(sum(...after.groups.map(unpaidOfGroup)), after.creditCents);
  const daysIn = (date: CalendarDate): number => daysBetween(loan.valueDate, date);
  const flows: Flow[] = [
    ...flowsSoFar(loan.facts, standing),
    { days: daysIn(day.date), amountCents: price.totalCents },
    { days: daysIn(price.newDueDate), amountCents: restCents },
  ];
  return {
    price,
    tceaAfterPercent: tcea(loan.terms.principalCents, flows),
    totalCostAfterCents: sum(price.totalCents, restCents),
    payingNowCents: payoffCents(standing),
    terms: extensionTerms(standing, price),
    dueAfterTerms: owedTerms(after),
  };
}

/**
 * Explains the price of an extension. EX1 on its due date for 14 days: interest 14,22 = 500,00 at TEA 110 % for 14
 * days, discounted because it is paid in advance; fee 8,00; IGV 4,00 = 18 % of 22,22 line by line.
 */
export function extensionTerms(standing: Standing, price: ExtensionPrice): Term[] {
  const { groups, terms } = standing;
  const { igvPercent } = terms.pricing;
  const { arrears, interestCents, feeCents, vatCents, termDays } = price;
  const [ratePercent, ...others] = new Set(groups.map((group) => extensionRates(group, price.capPercent).teaPercent));
  const owed = owedTerms(standing);
  const isShare = Math.abs(arrears.vatCents - igvOf(arrears.interestCents, igvPercent)) <= groups.length;
  const bases: Partial<Record<TermName, Basis | undefined>> = {
    lateInterest: basisIn(owed, 'lateInterest', arrears.interestCents),
    lateVat: isShare ? { kind: 'share', ofCents: arrears.interestCents, ratePercent: igvPercent } : undefined,
    moratory: basisIn(owed, 'moratory', arrears.moratoryCents),
    // Tranches of different rates do not share one calculation.
    extensionInterest:
      ratePercent === undefined || others.length > 0
        ? undefined
        : { kind: 'advance', ofCents: sum(...groups.map(unpaidPrincipal)), ratePercent, days: termDays },
    vat: { kind: 'share', ofCents: sum(interestCents, feeCents), ratePercent: igvPercent },
  };
  const parts = termsOf({
    extensionInterest: interestCents,
    lateInterest: arrears.interestCents,
    lateVat: arrears.vatCents,
    moratory: arrears.moratoryCents,
    extensionFee: feeCents,
    vat: vatCents,
  });
  return parts.map((term) => {
    const basis = bases[term.name];
    return basis ? { ...term, basis } : term;
  });
}

/** Finds the calculation of a term, when it has the same amount here. */
function basisIn(owed: readonly Term[], name: TermName, amountCents: Cents): Basis | undefined {
  return owed.find((term) => term.name === name && term.amountCents === amountCents)?.basis;
}
