import type { FlexPayBody } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { addDays } from '#loan/calendar.ts';
import { monthlyMinimumTerms, payoffTerms } from '#loan/explanation.ts';
import { type FlexSettings, flexTerms } from '#loan/flex-pay.ts';
import type { Standing } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { offerIdOf } from '#server/lending/applications/offer-id.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';

/** Flex pay as it would be if it were activated today, under a name that other terms do not have. */
export function offerFlex(loanNumber: string, standing: Standing, settings: FlexSettings): FlexPayBody {
  const terms = flexTerms(standing, settings);
  const minMonthly = toSoles(terms.minMonthlyCents);
  return {
    eligible: true,
    reason: null,
    offerId: offerIdOf([loanNumber, terms]),
    status: null,
    balance: toSoles(terms.balanceCents),
    terms: payoffTerms(standing).map(presentTerm),
    paidSoFar: 0,
    minPayment: toSoles(terms.minPaymentCents),
    minMonthly,
    nextMinimum: {
      date: addDays(standing.date, terms.periodDays),
      amount: minMonthly,
      terms: monthlyMinimumTerms(terms, settings.periods).map(presentTerm),
    },
    finalDate: terms.finalDate,
    settlement: null,
  };
}
