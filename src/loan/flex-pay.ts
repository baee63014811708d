import { type FlexTerms, flexCheckpoints, nextCheckpoint } from './arrangement.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import { unpaidCosts } from './incoming-money.ts';
import type { LoanStatus, Standing } from './loan.ts';
import { type Cents, cents, percentOf, subtract } from './money.ts';
import { payoffCents } from './payoff.ts';
import type { TransitionTable } from './transitions.ts';

export type FlexStatus = 'ACTIVE' | 'AT_RISK' | 'ENDED' | 'PAID';
export type FlexEvent = 'minimum-paid' | 'minimum-missed' | 'ended' | 'paid-off' | 'reopened';

/**
 * Domain 2.14.
 * @internal
 */
export const FLEX_TRANSITIONS: TransitionTable<FlexStatus, FlexEvent> = {
  ACTIVE: { 'minimum-missed': 'AT_RISK', ended: 'ENDED', 'paid-off': 'PAID' },
  AT_RISK: { 'minimum-paid': 'ACTIVE', ended: 'ENDED', 'paid-off': 'PAID' },
  PAID: { reopened: 'ACTIVE' },
  ENDED: {},
};

/** Dated parameters of flex pay (domain 2.14). */
export interface FlexSettings {
  readonly minPaymentCents: Cents;
  readonly periodDays: number;
  readonly periods: number;
  /** Days without the minimum, after it was due, until flex ends. */
  readonly endedAfterDays: number;
  readonly minDaysPastDue: number;
  /** Off everything but principal when the rest is paid at once; 0: no such offer. */
  readonly settlementDiscountPercent: number;
}

/**
 * The figures of domain 2.14: 180 days are six periods of 30.
 * @internal
 */
export const STANDARD_FLEX_SETTINGS: FlexSettings = {
  minPaymentCents: cents(2000),
  periodDays: 30,
  periods: 6,
  endedAfterDays: 15,
  minDaysPastDue: 15,
  settlementDiscountPercent: 0,
};

export type FlexIneligibility = 'not-late-enough' | 'already-on-flex' | 'loan-not-active';

export interface FlexSituation {
  readonly status: LoanStatus;
  readonly daysPastDue: number;
  readonly hasBrokenPlan: boolean;
  readonly offeredByStaff: boolean;
}

/**
 * Tells why flex pay is not possible, else undefined: the client must be more than 15 days late, have a broken plan, or
 * have an offer by staff (domain 2.14).
 */
export function flexIneligibility(situation: FlexSituation, settings: FlexSettings): FlexIneligibility | undefined {
  const { status } = situation;
  if (status === 'FLEX') return 'already-on-flex';
  if (status !== 'PAST_DUE' && status !== 'DEFAULTED' && !(status === 'PERFORMING' && situation.offeredByStaff)) {
    return 'loan-not-active';
  }
  const eligible =
    situation.daysPastDue > settings.minDaysPastDue || situation.hasBrokenPlan || situation.offeredByStaff;
  return eligible ? undefined : 'not-late-enough';
}

/**
 * Sets the terms of a flex pay activated today. The monthly minimum is a sixth of the balance, rounded up, and never
 * less than the smallest payment, so that paying it pays the loan off by the final date (decision 0030). EX1 sixteen
 * days late, 596,30 → 99,39 a month.
 */
export function flexTerms(standing: Standing, settings: FlexSettings): FlexTerms {
  const balanceCents = payoffCents(standing);
  const share = Math.ceil(balanceCents / settings.periods);
  return {
    balanceCents,
    minPaymentCents: settings.minPaymentCents,
    minMonthlyCents: cents(Math.max(share, settings.minPaymentCents)),
    periodDays: settings.periodDays,
    endedAfterDays: settings.endedAfterDays,
    finalDate: addDays(standing.date, settings.periodDays * settings.periods),
  };
}

/** Computes what is paid of the balance so far, including earlier payments that became known later. */
export function flexPaidSoFar(standing: Standing, terms: FlexTerms): Cents {
  return subtract(terms.balanceCents, payoffCents(standing));
}

/** Finds the next minimum: its date and the amount still missing; undefined too when only small change is. */
export function nextMinimum(
  standing: Standing,
): { readonly date: CalendarDate; readonly amountCents: Cents } | undefined {
  const { flex } = standing;
  if (!flex || flex.endedOn) return undefined;
  const paid = flexPaidSoFar(standing, flex.terms);
  const next = nextCheckpoint(flexCheckpoints(flex), paid, standing.terms.policy.late);
  return next && { date: next.dueDate, amountCents: subtract(next.requiredCents, paid) };
}

/** A discounted payoff for today: the discount is on interest, fees and moratory, never on principal. */
export interface Settlement {
  readonly amountCents: Cents;
  readonly discountCents: Cents;
}

/** Offers a discounted payoff; undefined when the settings grant no discount or only principal is left. */
export function settlementOffer(standing: Standing, settings: FlexSettings): Settlement | undefined {
  const discountCents = percentOf(unpaidCosts(standing), settings.settlementDiscountPercent);
  return discountCents > 0 ? { amountCents: subtract(payoffCents(standing), discountCents), discountCents } : undefined;
}
