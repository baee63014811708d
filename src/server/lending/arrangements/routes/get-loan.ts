import { getLoan, type LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { daysBetween } from '#loan/calendar.ts';
import { contractTerms, totalOfTerms } from '#loan/explanation.ts';
import { isDisbursed } from '#loan/loan.ts';
import { sum, toSoles } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { creditTerms, paymentsMade } from '#loan/payment-history.ts';
import { paidInFullOn, standingOn } from '#loan/standing.ts';
import { tcea } from '#loan/tcea.ts';
import { contractGroups } from '#loan/tranche.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { type LoanSnapshot, snapshotOf } from '#server/lending/loans/loan-snapshot.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import { viewLoan } from '../loan-view.ts';

/** Another person's loan is answered with 404. */
export function getLoanRoute(services: ArrangementContext): Route<typeof getLoan> {
  return {
    endpoint: getLoan,
    async answer({ client, params }) {
      const stored = await readLoan(services.db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const snapshot = await snapshotOf(services, stored);
      const { loan } = await viewLoan(services.db.kysely, snapshot, await services.parameters.inForce());
      const body = { loan: { ...loan, originatedOn: stored.originatedOn, ...detailOf(snapshot) } };
      return { kind: 'ok', body, headers: {} };
    },
  };
}

type Detail = Pick<LoanDetail, 'principal' | 'term' | 'tea' | 'valueDate' | 'paidOn'> & Cost & Money;
type Money = Pick<LoanDetail, 'payments' | 'creditTerms'>;
type Cost = Pick<LoanDetail, 'tcea' | 'totalToRepay' | 'ifPaidOutToday'>;

function detailOf(snapshot: LoanSnapshot): Detail {
  const { loan, day } = snapshot;
  const paidOn = isDisbursed(loan) ? paidInFullOn(standingOn(loan, day)) : undefined;
  return {
    principal: toSoles(loan.terms.principalCents),
    term: loan.terms.term,
    tea: loan.terms.pricing.teaPercent,
    ...costOf(snapshot),
    ...moneyOf(snapshot),
    valueDate: loan.valueDate ?? null,
    paidOn: paidOn ?? null,
  };
}

/** The payments, where each sol of them went, and what is left of them. */
function moneyOf({ loan, day }: LoanSnapshot): Money {
  if (!isDisbursed(loan)) return { payments: [], creditTerms: [] };
  return {
    payments: paymentsMade(loan, day).map(({ id, date, amountCents, terms }) => ({
      id,
      date,
      amount: toSoles(amountCents),
      terms: terms.map(presentTerm),
    })),
    creditTerms: creditTerms(loan, standingOn(loan, day)).map(presentTerm),
  };
}

/** The cost by the contract's own dates: the figures of the summary sheet that the client signed. */
function costOf(snapshot: LoanSnapshot): Cost {
  const { loan } = snapshot;
  if (!isDisbursed(loan)) return { tcea: null, totalToRepay: null, ifPaidOutToday: ifPaidOutToday(snapshot) };
  const flows = contractGroups(loan.terms, loan.valueDate).map((group) => ({
    days: daysBetween(loan.valueDate, group.dueDate),
    amountCents: unpaidOfGroup(group),
  }));
  return {
    tcea: tcea(loan.terms.principalCents, flows),
    totalToRepay: toSoles(sum(...flows.map(({ amountCents }) => amountCents))),
    ifPaidOutToday: null,
  };
}

/** The contract counts from the day the money arrives: until then its dates are only what they would be. */
function ifPaidOutToday({ loan, day }: LoanSnapshot): LoanDetail['ifPaidOutToday'] {
  const groups = loan.status === 'VOIDED' ? [] : contractGroups(loan.terms, day.date);
  const [first] = groups;
  if (!first) return null;
  const terms = contractTerms(groups);
  return { totalToRepay: toSoles(totalOfTerms(terms)), firstDueDate: first.dueDate, terms: terms.map(presentTerm) };
}
