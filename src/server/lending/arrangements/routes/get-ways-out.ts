import { getWaysOut, type WaysOutBody } from '#api/endpoints/arrangements/get-ways-out.ts';
import { earlyWays, lateWays } from '#loan/late-loan.ts';
import { isDisbursed, type LoanStatus } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { aheadOn } from '#loan/opening-ways.ts';
import { paymentOptions } from '#loan/payment-options.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { type LoanSnapshot, policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { offersToday, openingWays, presentWay } from '../ways-out.ts';

export function getWaysOutRoute(services: ArrangementContext): Route<typeof getWaysOut> {
  return {
    endpoint: getWaysOut,
    async answer({ client }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      return { kind: 'ok', body: { out: snapshot ? await waysOutOf(services, snapshot) : null }, headers: {} };
    },
  };
}

async function waysOutOf(services: ArrangementContext, snapshot: LoanSnapshot): Promise<WaysOutBody | null> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return null;
  const { standing, status, daysPastDue } = aheadOn(loan, day);
  const next = standing.groups.find((group) => unpaidOfGroup(group) > 0);
  if (!next) return null;
  const offers = await offersToday(services, snapshot);
  const ways = daysPastDue > 0 ? lateWays(standing, offers) : earlyWays(standing, offers);
  return {
    status,
    today: day.date,
    nextDate: next.dueDate,
    leastPart: await leastPart(services, snapshot),
    // A plan or flex pay that runs is its own way: nothing else can be agreed on beside it.
    ways: isAgreed(status) ? [] : ways.map(presentWay),
    opening: isAgreed(status) ? [] : [...(await openingWays(services, snapshot, offers))],
  };
}

function isAgreed(status: LoanStatus): boolean {
  return status === 'PAYMENT_PLAN' || status === 'FLEX';
}

/** The smallest part that can be paid today, in soles; null where the loan is so small that only all of it can. */
async function leastPart(services: ArrangementContext, { loan, day }: LoanSnapshot): Promise<number | null> {
  const { payment, extensionFees } = await policiesOf(services);
  const options = paymentOptions(loan, day, { minCents: payment.minCents, extensionFees, capPercent: undefined });
  const least = options.find(({ minCents }) => minCents !== undefined)?.minCents;
  return least === undefined ? null : toSoles(least);
}
