import { type LoanSummary, listLoans } from '#api/endpoints/loans/list-loans.ts';
import { activeLoan } from '#loan/active-loan.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { paidInFullOn, standingOn } from '#loan/standing.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { snapshotOf } from './loan-snapshot.ts';
import { readLoansOf, type StoredLoan } from './store/loan-store.ts';
import type { LoanServices } from './with-loan.ts';

export function listLoansRoute(services: LoanServices): Route<typeof listLoans> {
  return {
    endpoint: listLoans,
    async answer({ client }) {
      const loans = await readLoansOf(services.db.kysely, client.personId);
      const items = await Promise.all(loans.map((stored) => summaryOf(services, stored)));
      return { kind: 'ok', body: { items }, headers: {} };
    },
  };
}

async function summaryOf(services: LoanServices, stored: StoredLoan): Promise<LoanSummary> {
  const { loan, day } = await snapshotOf(services, stored);
  const active = activeLoan(loan, day);
  const paidOn = isDisbursed(loan) ? paidInFullOn(standingOn(loan, day)) : undefined;
  return {
    number: loan.number,
    status: active.status,
    productType: loan.terms.productType,
    principal: toSoles(loan.terms.principalCents),
    term: loan.terms.term,
    originatedOn: stored.originatedOn,
    valueDate: loan.valueDate ?? null,
    maturityDate: active.maturityDate,
    paidOn: paidOn ?? null,
    totalOutstanding: toSoles(active.totalOutstandingCents),
    unappliedCredit: toSoles(active.unappliedCreditCents),
  };
}
