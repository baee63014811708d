import type { WayBody } from '#api/way-body.ts';
import { flexIneligibility, flexTerms } from '#loan/flex-pay.ts';
import type { LateOffers, LateWay } from '#loan/late-loan.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { type Ahead, aheadOn, opensOn } from '#loan/opening-ways.ts';
import { allowedDates, firstDateFor, type PlanOffer, planIneligibility, planOffer } from '#loan/payment-plan.ts';
import { type LoanSnapshot, policiesOf } from '#server/lending/loans/loan-snapshot.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import type { ArrangementContext } from './arrangement-context.ts';
import { extensionsToday, requestedExtensions } from './extend-loan.ts';
import { flexSituation } from './flex-eligibility.ts';
import { itemBounds, planEligibility } from './plan-eligibility.ts';

/**
 * Payments of the plan that is shown first: a quarter of a year is small enough to keep and short enough to end, but a
 * plan that is shorter than what is left of the schedule would be no help.
 */
const USUAL_PAYMENTS = { least: 3, most: 6 } as const;

/** Reads what can be agreed on today about a loan, each as its own call would offer it; nothing before it is paid out. */
export async function offersToday(services: ArrangementContext, snapshot: LoanSnapshot): Promise<LateOffers> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return {};
  const today = aheadOn(loan, day);
  const { flex: settings } = await policiesOf(services);
  const { kysely } = services.db;
  const requested = await requestedExtensions(kysely, snapshot);
  const extensions = extensionsToday(snapshot, requested, await services.parameters.inForce());
  const situation = { ...(await flexSituation(kysely, snapshot)), ...today };
  return {
    plan: await planOn(services, snapshot, today),
    extension: extensions.find((answer) => answer.kind === 'offered')?.offer,
    flex: flexIneligibility(situation, settings) ? undefined : flexTerms(today.standing, settings),
  };
}

/** An arrangement that opens later if nothing is paid until then: its payments, and how much the first one is. */
export interface OpeningWay {
  readonly kind: 'plan' | 'flex';
  readonly from: string;
  readonly payments: number;
  readonly amount: number;
}

/** Lists what opens to a loan later and cannot be agreed on today: a plan once it is late, then flex pay. */
export async function openingWays(
  services: ArrangementContext,
  snapshot: LoanSnapshot,
  offered: LateOffers,
): Promise<readonly OpeningWay[]> {
  return (
    await Promise.all([
      offered.plan ? undefined : openingPlan(services, snapshot),
      offered.flex ? undefined : openingFlex(services, snapshot),
    ])
  ).filter((way) => way !== undefined);
}

async function openingPlan(services: ArrangementContext, snapshot: LoanSnapshot): Promise<OpeningWay | undefined> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return undefined;
  const { plan: settings } = await policiesOf(services);
  const eligibility = await planEligibility(services.db.kysely, snapshot, settings);
  if (!eligibility) return undefined;
  const opening = opensOn(
    loan,
    day,
    ({ standing, status }) => !planIneligibility(standing, { ...eligibility.situation, status }, settings),
  );
  const plan = opening && (await planOn(services, { ...snapshot, day: opening.day }, opening));
  const [first] = plan?.payments ?? [];
  return opening && plan && first
    ? { kind: 'plan', from: opening.day.date, payments: plan.payments.length, amount: toSoles(first.amount.totalCents) }
    : undefined;
}

/** Opens flex pay to a loan that is late already; told before, it would read as a reason to wait. */
async function openingFlex(services: ArrangementContext, snapshot: LoanSnapshot): Promise<OpeningWay | undefined> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan) || aheadOn(loan, day).daysPastDue === 0) return undefined;
  const { flex: settings } = await policiesOf(services);
  const known = { hasBrokenPlan: false, offeredByStaff: false };
  const opening = opensOn(loan, day, (ahead) => !flexIneligibility({ ...known, ...ahead }, settings));
  return (
    opening && {
      kind: 'flex',
      from: opening.day.date,
      payments: settings.periods,
      amount: toSoles(flexTerms(opening.standing, settings).minMonthlyCents),
    }
  );
}

/** Offers the usual plan on a day, from the first day that may be or the client's payday; undefined when none may be. */
async function planOn(
  services: ArrangementContext,
  snapshot: LoanSnapshot,
  { standing, status }: Ahead,
): Promise<PlanOffer | undefined> {
  const { plan: settings } = await policiesOf(services);
  const { db, vault } = services;
  const eligibility = await planEligibility(db.kysely, snapshot, settings);
  if (!eligibility || planIneligibility(standing, { ...eligibility.situation, status }, settings)) return undefined;
  const { minItems, itemStep } = settings;
  const { maxItems } = itemBounds(settings, { ...eligibility, standing, reason: undefined });
  const left = standing.groups.filter((group) => unpaidOfGroup(group) > 0).length;
  const usual = Math.min(Math.max(USUAL_PAYMENTS.least, left), USUAL_PAYMENTS.most, maxItems);
  const steps = Math.max(0, Math.floor((usual - minItems) / itemStep));
  const person = await readPerson(db.kysely, vault, snapshot.personId);
  const first = firstDateFor(allowedDates(snapshot.day, settings), person?.payday);
  return first && planOffer(standing, minItems + steps * itemStep, first, settings);
}

/** Presents a way for the wire. */
export function presentWay(way: LateWay): WayBody {
  const { kind, nowCents, later, soonCents, totalCents, date, waivedCents } = way;
  return {
    kind,
    now: toSoles(nowCents),
    later: later.map((item) => ({ date: item.date, amount: toSoles(item.amountCents) })),
    soon: toSoles(soonCents),
    total: toSoles(totalCents),
    date,
    waived: toSoles(waivedCents),
  };
}
