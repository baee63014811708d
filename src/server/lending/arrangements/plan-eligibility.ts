import type { Kysely } from 'kysely';
import type { FieldError } from '#api/errors.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import { arrangementHistory, plansBrokenInAYear } from '#loan/arrangement-history.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { isDisbursed, type Loan, type Standing } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import {
  allowedDates,
  checkPlanRequest,
  type PaymentChannel,
  type PlanIneligibility,
  type PlanOffer,
  type PlanSettings,
  type PlanSituation,
  planIneligibility,
  planOffer,
  planTotal,
} from '#loan/payment-plan.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import { type CodeOf, type Refusal, refusedBecause } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import { offerIdOf } from '#server/lending/applications/offer-id.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { readLoansOf } from '#server/lending/loans/store/loan-store.ts';

type NoPlan = PlanIneligibility | 'balance-changed' | 'loan-not-disbursed' | 'no-active-loan' | 'top-up-in-progress';

const NO_PLAN: CodeOf<NoPlan> = {
  'loan-not-late': 'not_eligible',
  'already-on-a-plan': 'not_eligible',
  'too-many-broken-plans': 'not_eligible',
  'nothing-to-pay': 'not_eligible',
  'too-little-to-pay': 'not_eligible',
  'balance-changed': 'not_eligible',
  'loan-not-disbursed': 'not_eligible',
  'no-active-loan': 'not_eligible',
  'top-up-in-progress': 'not_eligible',
};

export function noPlan(reason: NoPlan): Refusal {
  return refusedBecause(reason, NO_PLAN, `No payment plan: ${reason}.`);
}

/** A loan's eligibility for a payment plan (domain 2.13), and the facts it was decided on. */
export interface PlanEligibility {
  readonly standing: Standing;
  readonly situation: Omit<PlanSituation, 'status'>;
  /** Undefined when it is eligible. */
  readonly reason: PlanIneligibility | undefined;
}

/** Undefined before the loan is disbursed. */
export async function planEligibility(
  db: Kysely<Tables>,
  snapshot: LoanSnapshot,
  settings: PlanSettings,
): Promise<PlanEligibility | undefined> {
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return undefined;
  const standing = standingOn(loan, day);
  const situation = {
    // Requesting a plan just before the due date is itself the declaration of hardship.
    hardshipDeclared: true,
    brokenPlans: await countBrokenPlans(db, snapshot),
  };
  const status = statusOf(standing);
  return { standing, situation, reason: planIneligibility(standing, { ...situation, status }, settings) };
}

/** Counts over all loans of the client: a new loan does not reset the limit of broken plans. */
async function countBrokenPlans(db: Kysely<Tables>, snapshot: LoanSnapshot): Promise<number> {
  const { day } = snapshot;
  const loans = await readLoansOf(db, snapshot.personId);
  const broken = (loan: Loan): number => plansBrokenInAYear(arrangementHistory(loan, day), day.date);
  return loans
    .map(({ id, loan }) => broken(id === snapshot.id ? snapshot.loan : loan))
    .reduce((all, some) => all + some, 0);
}

/** Bounds of the number of payments for a balance: never more than the smallest payment permits. */
export function itemBounds(
  settings: PlanSettings,
  eligibility: PlanEligibility | undefined,
): { readonly maxItems: number } {
  const { minItems, maxItems, itemStep, minPaymentCents } = settings;
  if (!eligibility || eligibility.reason) return { maxItems };
  const affordable = Math.floor(planTotal(eligibility.standing) / minPaymentCents);
  const steps = Math.floor((Math.min(maxItems, affordable) - minItems) / itemStep);
  return { maxItems: minItems + Math.max(0, steps) * itemStep };
}

export interface OfferedPlan {
  readonly kind: 'offered';
  readonly offer: PlanOffer;
  readonly body: PlanOfferBody;
}

/** The way a plan is paid unless the client chooses another. */
export const USUAL_CHANNEL: PaymentChannel = 'MANUAL';

/** A plan as a request names it. */
export interface PlanAsked {
  readonly numberOfPayments: number;
  readonly firstPaymentDate: string;
  readonly paymentChannel?: string | undefined;
}

/** Prices what was asked for, or says what is wrong with it, all at once. */
export function offerPlan(
  snapshot: LoanSnapshot,
  { standing }: PlanEligibility,
  request: PlanAsked,
  settings: PlanSettings,
): OfferedPlan | { readonly kind: 'invalid'; readonly fieldErrors: readonly FieldError[] } {
  const { numberOfPayments, paymentChannel = USUAL_CHANNEL, firstPaymentDate } = request;
  const dates = allowedDates(snapshot.day, settings);
  // An impossible date is mapped to one that is never allowed, so that it fails as a field error.
  const first = isCalendarDate(firstPaymentDate) ? firstPaymentDate : calendarDate('1900-01-01');
  const asked = { numberOfPayments, paymentChannel, firstPaymentDate: first };
  const fieldErrors = checkPlanRequest(asked, planTotal(standing), settings, dates);
  if (fieldErrors.length > 0) return { kind: 'invalid', fieldErrors };
  const offer = planOffer(standing, numberOfPayments, first, settings);
  return { kind: 'offered', offer, body: presentOffer(snapshot, offer) };
}

function presentOffer({ loan, day }: LoanSnapshot, offer: PlanOffer): PlanOfferBody {
  const { payments, totalCents, waivedMoratoryCents, terms } = offer;
  return {
    offerId: offerIdOf([loan.number, day.date, terms.items]),
    validUntil: day.date,
    total: toSoles(totalCents),
    request: { numberOfPayments: payments.length },
    payments: payments.map(({ number, dueDate, amount }) => ({
      number,
      dueDate,
      amount: {
        total: toSoles(amount.totalCents),
        principal: toSoles(amount.principalCents),
        interest: toSoles(amount.interestCents),
        fees: toSoles(amount.feesCents),
        vat: toSoles(amount.vatCents),
        moratory: toSoles(amount.moratoryCents),
      },
    })),
    waived: { moratory: toSoles(waivedMoratoryCents) },
    interestDuringPlan: 0,
  };
}
