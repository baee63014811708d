import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { payoffTerms, savingsTerms } from '#loan/explanation.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { fromComingTopUp } from '../payment-view.ts';
import { quoteDate } from '../quote-date.ts';

export function getPayoffQuoteRoute({ db, clock, calendar }: LoanContext): Route<typeof getPayoffQuote> {
  return {
    endpoint: getPayoffQuote,
    async answer({ params, query, client }) {
      const stored = await readLoan(db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const today = todayOfLoan(clock, stored);
      const asked = quoteDate(query.date ?? today, today);
      if (asked.kind === 'refused') return asked;
      const { date } = asked;
      const { loan } = stored;
      if (!isDisbursed(loan)) return refused(409, 'loan_closed', 'Nothing is owed of this loan.');
      const days = await calendar.days(db.kysely);
      const standing = standingOn(loan, { date, calendar: days });
      const quote = payoffQuote(standing);
      const fees = Object.entries(quote.feesCents).map(([name, amount]) => [name, toSoles(amount)]);
      return {
        kind: 'ok',
        body: {
          date,
          principal: toSoles(quote.principalCents),
          interest: toSoles(quote.interestCents),
          fees: Object.fromEntries(fees),
          vat: toSoles(quote.vatCents),
          moratory: toSoles(quote.moratoryCents),
          credit: toSoles(quote.creditCents),
          total: toSoles(quote.totalCents),
          validUntil: date,
          savings: toSoles(quote.savingsCents),
          comparedTo: toSoles(quote.comparedToCents),
          terms: payoffTerms(standing).map(presentTerm),
          savingsTerms: savingsTerms(standing).map(presentTerm),
          ...fromComingTopUp(standing),
        },
        headers: {},
      };
    },
  };
}
