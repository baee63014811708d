import { getLateLoan, type LateLoanBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import { lateSums, lateWays } from '#loan/late-loan.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { type LoanSnapshot, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { offersToday, presentWay } from '../ways-out.ts';

export function getLateLoanRoute(services: ArrangementContext): Route<typeof getLateLoan> {
  return {
    endpoint: getLateLoan,
    async answer({ client }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      return { kind: 'ok', body: { late: snapshot ? await lateLoanOf(services, snapshot) : null }, headers: {} };
    },
  };
}

async function lateLoanOf(services: ArrangementContext, snapshot: LoanSnapshot): Promise<LateLoanBody | null> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return null;
  const standing = standingOn(loan, day);
  const status = statusOf(standing);
  const sums = status === 'PAST_DUE' || status === 'DEFAULTED' ? lateSums(loan, day) : undefined;
  if (!sums) return null;
  const ways = lateWays(standing, await offersToday(services, snapshot));
  return {
    days: sums.days,
    due: toSoles(sums.dueCents),
    added: toSoles(sums.addedCents),
    tomorrow: toSoles(sums.tomorrowCents),
    ways: ways.map(presentWay),
  };
}
