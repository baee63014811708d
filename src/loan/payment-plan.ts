import { payGroups } from './allocation.ts';
import { nextCheckpoint, type PlanTerms, planCheckpoints } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import { addDays, addMonths, type CalendarDate, daysBetween, weekday } from './calendar.ts';
import type { LoanStatus, Standing } from './loan.ts';
import { type Cents, cents, splitEvenly, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  unpaid,
  unpaidNet,
  unpaidVat,
} from './obligation.ts';
import { endedToday, payoffCents } from './payoff.ts';
import type { TransitionTable } from './transitions.ts';

export type PlanStatus = 'ACTIVE' | 'AT_RISK' | 'BROKEN' | 'COMPLETED';
export type PlanEvent = 'payment-in-time' | 'late' | 'caught-up' | 'broken' | 'paid-off' | 'reopened';

/**
 * Domain 2.13. A completed plan reopens when a payment is reversed.
 * @internal
 */
export const PLAN_TRANSITIONS: TransitionTable<PlanStatus, PlanEvent> = {
  ACTIVE: { 'payment-in-time': 'ACTIVE', late: 'AT_RISK', 'paid-off': 'COMPLETED' },
  AT_RISK: { 'caught-up': 'ACTIVE', broken: 'BROKEN', 'paid-off': 'COMPLETED' },
  COMPLETED: { reopened: 'ACTIVE' },
  BROKEN: {},
};

export const PAYMENT_CHANNELS = ['MANUAL', 'PAGOEFECTIVO', 'NIUBIZ'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** Dated parameters of plans (product-spec §3, domain 2.13). */
export interface PlanSettings {
  readonly minItems: number;
  readonly maxItems: number;
  readonly itemStep: number;
  readonly minPaymentCents: Cents;
  readonly channels: readonly PaymentChannel[];
  /** The first payment may be on one of the next days, this many. */
  readonly allowedDays: number;
  readonly atRiskAfterBusinessDays: number;
  readonly brokenAfterDays: number;
  /** Hardship may be declared this many days before the due date. */
  readonly hardshipDays: number;
  readonly maxBrokenPlans: number;
}

/** The figures of domain 2.13. */
export const STANDARD_PLAN_SETTINGS: PlanSettings = {
  minItems: 2,
  maxItems: 6,
  itemStep: 1,
  minPaymentCents: cents(3000),
  channels: PAYMENT_CHANNELS,
  allowedDays: 15,
  atRiskAfterBusinessDays: 5,
  brokenAfterDays: 10,
  hardshipDays: 5,
  maxBrokenPlans: 1,
};

/**
 * Lists the dates allowed for the first payment: the next 15 calendar days from tomorrow, without Sundays and holidays.
 * Saturdays are allowed although banks are closed, so this uses holidays, not business days.
 */
export function allowedDates(day: BusinessDate, settings: PlanSettings): CalendarDate[] {
  const days = Array.from({ length: settings.allowedDays }, (_, k) => addDays(day.date, k + 1));
  return days.filter((date) => weekday(date) !== 0 && !day.calendar.isHoliday(date));
}

/** Finds the first of these dates on the client's payday, else the first of them. */
export function firstDateFor<Day extends string>(
  dates: readonly Day[],
  payday: number | null | undefined,
): Day | undefined {
  return dates.find((date) => Number(date.slice(8)) === payday) ?? dates[0];
}

export type PlanIneligibility =
  | 'loan-not-late'
  | 'already-on-a-plan'
  | 'too-many-broken-plans'
  | 'nothing-to-pay'
  | 'too-little-to-pay';

export interface PlanSituation {
  readonly status: LoanStatus;
  readonly hardshipDeclared: boolean;
  /** Plans of this client broken within the last 12 months. */
  readonly brokenPlans: number;
}

/**
 * Tells why a plan is not possible, else undefined (domain 2.13). With two payments of S/ 30,00 at least, one for 59,99 is
 * not.
 */
export function planIneligibility(
  standing: Standing,
  situation: PlanSituation,
  settings: PlanSettings,
): PlanIneligibility | undefined {
  if (situation.status === 'PAYMENT_PLAN' || situation.status === 'FLEX') return 'already-on-a-plan';
  const late = situation.status === 'PAST_DUE' || situation.status === 'DEFAULTED';
  if (!late && !(situation.status === 'PERFORMING' && isHardship(standing, situation, settings))) {
    return 'loan-not-late';
  }
  if (situation.brokenPlans > settings.maxBrokenPlans) return 'too-many-broken-plans';
  const total = planTotal(standing);
  if (total <= 0) return 'nothing-to-pay';
  return total < settings.minItems * settings.minPaymentCents ? 'too-little-to-pay' : undefined;
}

function isHardship(standing: Standing, { hardshipDeclared }: PlanSituation, { hardshipDays }: PlanSettings): boolean {
  const next = standing.groups.find((group) => unpaid(lineOf(group, 'principal')) > 0);
  return hardshipDeclared && next !== undefined && daysBetween(standing.date, next.dueDate) <= hardshipDays;
}

/**
 * Computes the total of a plan: today's payoff without moratory interest (domain 3.9). EX1 ten days late: 573,03 +
 * 10,41 + 1,87 = 585,31; the moratory 2,18 is excluded.
 */
export function planTotal(standing: Standing): Cents {
  const ended = endedToday(standing);
  const unpaidOf = COMPONENTS.filter((component) => component !== 'moratory').flatMap((component) =>
    ended.map((group) => unpaid(lineOf(group, component))),
  );
  return cents(sum(...unpaidOf) - standing.creditCents);
}

export interface PlanRequest {
  readonly numberOfPayments: number;
  readonly firstPaymentDate: CalendarDate;
  readonly paymentChannel: string;
}

export type PlanFieldRefusal = {
  readonly field: 'numberOfPayments' | 'firstPaymentDate' | 'paymentChannel';
  readonly code: 'out_of_range' | 'step' | 'not_allowed';
};

/** Finds all errors of a request, so that a form can show them at once (domain 2.13). */
export function checkPlanRequest(
  request: PlanRequest,
  total: Cents,
  settings: PlanSettings,
  dates: readonly CalendarDate[],
): PlanFieldRefusal[] {
  const { numberOfPayments: n } = request;
  const refusals: PlanFieldRefusal[] = [];
  const tooSmall = Math.floor(total / n) < settings.minPaymentCents;
  if (!Number.isInteger(n) || n < settings.minItems || n > settings.maxItems || tooSmall) {
    refusals.push({ field: 'numberOfPayments', code: 'out_of_range' });
  } else if ((n - settings.minItems) % settings.itemStep !== 0) {
    refusals.push({ field: 'numberOfPayments', code: 'step' });
  }
  if (!dates.includes(request.firstPaymentDate)) refusals.push({ field: 'firstPaymentDate', code: 'not_allowed' });
  if (!(settings.channels as readonly string[]).includes(request.paymentChannel)) {
    refusals.push({ field: 'paymentChannel', code: 'not_allowed' });
  }
  return refusals;
}

/** One payment of a plan: its parts add up to its total, and those of all payments to the loan's. */
export interface PlanAmount {
  readonly totalCents: Cents;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly vatCents: Cents;
  readonly moratoryCents: Cents;
}

export interface PlanOffer {
  readonly totalCents: Cents;
  readonly payments: readonly {
    readonly number: number;
    readonly dueDate: CalendarDate;
    readonly amount: PlanAmount;
  }[];
  readonly waivedMoratoryCents: Cents;
  readonly terms: PlanTerms;
}

/**
 * Offers a plan in n monthly payments from the first date, on the same day of the month clamped to its end; equal
 * parts, the last takes the remainder (domain 2.13, 3.9). 585,31 in two: 292,65 + 292,66.
 */
export function planOffer(
  standing: Standing,
  numberOfPayments: number,
  firstPaymentDate: CalendarDate,
  settings: PlanSettings,
): PlanOffer {
  const totalCents = planTotal(standing);
  const items = splitEvenly(totalCents, numberOfPayments).map((amountCents, k) => ({
    dueDate: addMonths(firstPaymentDate, k),
    amountCents,
  }));
  const { atRiskAfterBusinessDays, brokenAfterDays } = settings;
  const ended = endedToday(standing);
  const amounts = splitByComponent(
    ended,
    items.map((item) => item.amountCents),
    standing,
  );
  return {
    totalCents,
    payments: items.map(({ dueDate }, k) => ({ number: k + 1, dueDate, amount: amounts[k] as PlanAmount })),
    waivedMoratoryCents: sum(...ended.map((group) => unpaid(lineOf(group, 'moratory')))),
    terms: { items, totalCents, atRiskAfterBusinessDays, brokenAfterDays },
  };
}

/** Finds a running plan's next payment: its date and what is missing of it; undefined too when only small change is. */
export function nextPlanPayment(
  standing: Standing,
): { readonly date: CalendarDate; readonly amountCents: Cents } | undefined {
  const { plan, calendar, terms } = standing;
  if (!plan || plan.endedOn) return undefined;
  const paid = subtract(plan.terms.totalCents, payoffCents(standing));
  const next = nextCheckpoint(planCheckpoints(plan, calendar), paid, terms.policy.late);
  return next && { date: next.dueDate, amountCents: subtract(next.requiredCents, paid) };
}

/** Splits each part by component in the order of allocation, as its payment will be. */
function splitByComponent(
  ended: readonly DueGroup[],
  parts: readonly Cents[],
  { terms, date, calendar }: Standing,
): PlanAmount[] {
  const order = terms.policy.allocationOrder.filter((component) => component !== 'moratory');
  let before = ended;
  return parts.map((part) => {
    const after = payGroups(before, part, { order, date, calendar }).groups;
    const amount = planAmount(part, before, after);
    before = after;
    return amount;
  });
}

function planAmount(totalCents: Cents, before: readonly DueGroup[], after: readonly DueGroup[]): PlanAmount {
  const paid = (components: readonly Component[], of: typeof unpaidNet): Cents =>
    sum(...components.flatMap((component) => before.map((group, k) => drop(group, after[k], component, of))));
  return {
    totalCents,
    principalCents: paid(['principal'], unpaidNet),
    interestCents: paid(INTEREST_COMPONENTS, unpaidNet),
    feesCents: paid(FEE_COMPONENTS, unpaidNet),
    vatCents: paid(COMPONENTS, unpaidVat),
    moratoryCents: ZERO,
  };
}

function drop(before: DueGroup, after: DueGroup | undefined, component: Component, of: typeof unpaidNet): Cents {
  return cents(of(lineOf(before, component)) - of(lineOf(after ?? before, component)));
}
