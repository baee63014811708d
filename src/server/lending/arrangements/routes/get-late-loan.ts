import { getLateLoan, type LateLoanBody, type LateWayBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import { flexIneligibility, flexTerms } from '#loan/flex-pay.ts';
import { type LateOffers, type LateWay, lateSums, lateWays } from '#loan/late-loan.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { allowedDates, firstDateFor, type PlanOffer, planOffer } from '#loan/payment-plan.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { type LoanSnapshot, policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { extensionsToday, requestedExtensions } from '../extend-loan.ts';
import { flexSituation } from '../flex-eligibility.ts';
import { itemBounds, planEligibility } from '../plan-eligibility.ts';

/** Three payments are a quarter of a year: small enough to keep, few enough to end. */
const USUAL_PAYMENTS = 3;

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
  const { flex: flexSettings } = await policiesOf(services);
  const situation = { ...(await flexSituation(services.db.kysely, snapshot)), status, daysPastDue: sums.days };
  const requested = await requestedExtensions(services.db.kysely, snapshot);
  const extensions = extensionsToday(snapshot, requested, await services.parameters.inForce());
  const offers: LateOffers = {
    plan: await planToday(services, snapshot),
    extension: extensions.find((answer) => answer.kind === 'offered')?.offer,
    flex: flexIneligibility(situation, flexSettings) ? undefined : flexTerms(standing, flexSettings),
  };
  return {
    days: sums.days,
    due: toSoles(sums.dueCents),
    added: toSoles(sums.addedCents),
    tomorrow: toSoles(sums.tomorrowCents),
    ways: lateWays(standing, offers).map(presentWay),
  };
}

/** A plan of three payments, or as near as it may have, from the first day that may be or the client's payday. */
async function planToday(services: ArrangementContext, snapshot: LoanSnapshot): Promise<PlanOffer | undefined> {
  const { plan: settings } = await policiesOf(services);
  const { db, vault } = services;
  const eligibility = await planEligibility(db.kysely, snapshot, settings);
  if (!eligibility || eligibility.reason) return undefined;
  const { minItems, itemStep } = settings;
  const { maxItems } = itemBounds(settings, eligibility);
  const steps = Math.max(0, Math.floor((Math.min(USUAL_PAYMENTS, maxItems) - minItems) / itemStep));
  const person = await readPerson(db.kysely, vault, snapshot.personId);
  const first = firstDateFor(allowedDates(snapshot.day, settings), person?.payday);
  return first && planOffer(eligibility.standing, minItems + steps * itemStep, first, settings);
}

function presentWay({ kind, nowCents, later, totalCents, date, waivedCents }: LateWay): LateWayBody {
  return {
    kind,
    now: toSoles(nowCents),
    later: later.map((item) => ({ date: item.date, amount: toSoles(item.amountCents) })),
    total: toSoles(totalCents),
    date,
    waived: toSoles(waivedCents),
  };
}
