import { type FlexTerms, flexCheckpoints } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import type { ExtensionPrice } from './extension.ts';

import { daysPastDue } from './lateness.ts';
import type { Loan, Standing } from './loan.ts';
import { type Cents, subtract, sum, ZERO } from './money.ts';
import { type DueGroup, lineOf, unpaid, unpaidOfGroup } from './obligation.ts';
import type { PlanOffer } from './payment-plan.ts';
import { payoffCents } from './payoff.ts';
import { standingOn } from './standing.ts';

/** The sums of a late loan now, and the part that the delay has added. */
export interface LateSums {
  readonly days: number;
  /** Everything that is overdue, and what is due today. */
  readonly dueCents: Cents;
  /** The part of it that the delay has added: late interest with its IGV, and moratory interest. */
  readonly addedCents: Cents;
  /** Everything that is due tomorrow if nothing is paid today. */
  readonly tomorrowCents: Cents;
}

/** A way out of being late: what is paid today, and what later. */
export interface LateWay {
  /** `overdue`: what is due now, and the other instalments on their dates. `payoff`: everything today. */
  readonly kind: 'plan' | 'overdue' | 'payoff' | 'extension' | 'flex';
  readonly nowCents: Cents;
  readonly later: readonly { readonly date: CalendarDate; readonly amountCents: Cents }[];
  /** The part of it that falls due within the next thirty days, today's included. */
  readonly soonCents: Cents;
  /** All of it together. */
  readonly totalCents: Cents;
  /** The date of the last payment. */
  readonly date: CalendarDate;
  /** Moratory interest that a kept plan forgives. */
  readonly waivedCents: Cents;
}

/** The other offers to the loan today, each as it would be agreed on. */
export interface LateOffers {
  readonly plan?: PlanOffer | undefined;
  readonly extension?: { readonly price: ExtensionPrice; readonly totalCostAfterCents: Cents } | undefined;
  readonly flex?: FlexTerms | undefined;
}

/**
 * Computes the sums of a loan that is late, else undefined. EX1 ten days late: 587,49 due, of which the delay has added
 * 14,46 (10,41 + IGV 1,87 + moratory 2,18); tomorrow 588,95.
 */
export function lateSums(loan: Loan & { readonly valueDate: CalendarDate }, day: BusinessDate): LateSums | undefined {
  const standing = standingOn(loan, day);
  const days = daysPastDue(standing.groups, day, standing.terms.policy.late);
  if (days === 0) return undefined;
  const tomorrow = standingOn(loan, { date: addDays(day.date, 1), calendar: day.calendar });
  return {
    days,
    dueCents: dueCents(standing, day.date),
    addedCents: sum(...dueGroups(standing, day.date).flatMap(lateParts)),
    tomorrowCents: dueCents(tomorrow, day.date),
  };
}

/** Days that somebody who cannot pay looks ahead: to the next wage. */
const SOON_DAYS = 30;

/**
 * Lists the ways out of being late, starting with the one that asks for least within thirty days, because who is late
 * has to pay from the money of this month; of two alike the cheaper one. EX1 ten days late: a plan of three 195,10 of
 * 585,31, all of it today 587,49, moved by 14 days 613,71 (domain 2.12, 2.13, 3.7).
 */
export function lateWays(standing: Standing, { plan, extension, flex }: LateOffers): readonly LateWay[] {
  const { date } = standing;
  const today: LateWay = wayOf('payoff', payoffCents(standing), [], date);
  const ways = [
    ...(plan ? [{ ...wayOf('plan', ZERO, plan.terms.items, date), waivedCents: plan.waivedMoratoryCents }] : []),
    ...overdueFirst(standing),
    today,
    ...(extension ? [extended(extension, date)] : []),
    ...(flex ? [wayOf('flex', ZERO, flexMinimums(flex, date), date)] : []),
  ];
  return leastSoonFirst(ways);
}

/**
 * Lists the ways of a loan in order whose next date cannot be kept: only what may be agreed on before the date has
 * passed, because paying what is not due yet does not help a client who cannot pay.
 */
export function earlyWays(standing: Standing, { plan, extension, flex }: LateOffers): readonly LateWay[] {
  const { date } = standing;
  return leastSoonFirst([
    ...(plan ? [wayOf('plan', ZERO, plan.terms.items, date)] : []),
    ...(extension ? [extended(extension, date)] : []),
    ...(flex ? [wayOf('flex', ZERO, flexMinimums(flex, date), date)] : []),
  ]);
}

function leastSoonFirst(ways: readonly LateWay[]): readonly LateWay[] {
  return ways.toSorted((a, b) => a.soonCents - b.soonCents || a.totalCents - b.totalCents);
}

/** Offers to pay what is overdue first, but only where something is due later than today. */
function overdueFirst(standing: Standing): LateWay[] {
  const { groups, date } = standing;
  const later = groups.filter((group) => group.dueDate > date && unpaidOfGroup(group) > 0);
  if (later.length === 0) return [];
  const items = later.map((group) => ({ dueDate: group.dueDate, amountCents: unpaidOfGroup(group) }));
  return [wayOf('overdue', dueCents(standing, date), items, date)];
}

function extended({ price, totalCostAfterCents }: NonNullable<LateOffers['extension']>, date: CalendarDate): LateWay {
  const rest = { dueDate: price.newDueDate, amountCents: subtract(totalCostAfterCents, price.totalCents) };
  return wayOf('extension', price.totalCents, [rest], date);
}

/** The least of each period, and on the final date what is left: together the whole balance. */
function flexMinimums(terms: FlexTerms, since: CalendarDate) {
  const checkpoints = flexCheckpoints({ id: '', since, terms, status: 'ACTIVE' });
  return checkpoints.flatMap(({ dueDate, requiredCents }, place) => {
    const amountCents = subtract(requiredCents, checkpoints[place - 1]?.requiredCents ?? ZERO);
    return amountCents > 0 ? [{ dueDate, amountCents }] : [];
  });
}

function wayOf(
  kind: LateWay['kind'],
  nowCents: Cents,
  items: readonly { readonly dueDate: CalendarDate; readonly amountCents: Cents }[],
  today: CalendarDate,
): LateWay {
  const later = items.map(({ dueDate, amountCents }) => ({ date: dueDate, amountCents }));
  const totalOf = (some: typeof later) => sum(nowCents, ...some.map(({ amountCents }) => amountCents));
  const soonCents = totalOf(later.filter(({ date }) => date <= addDays(today, SOON_DAYS)));
  return {
    kind,
    nowCents,
    later,
    soonCents,
    totalCents: totalOf(later),
    date: later.at(-1)?.date ?? today,
    waivedCents: ZERO,
  };
}

function dueGroups({ groups }: Standing, until: CalendarDate): DueGroup[] {
  return groups.filter((group) => group.dueDate <= until);
}

function dueCents(standing: Standing, until: CalendarDate): Cents {
  return subtract(sum(...dueGroups(standing, until).map(unpaidOfGroup)), standing.creditCents);
}

function lateParts(group: DueGroup): Cents[] {
  return [unpaid(lineOf(group, 'lateInterest')), unpaid(lineOf(group, 'moratory'))];
}
