import { decidePaymentPlan } from '#loan/agreements.ts';
import type { PlanTerms } from '#loan/arrangement.ts';
import { isDisbursed } from '#loan/loan.ts';
import type { PaymentChannel } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { refuseOtherAct } from '#server/lending/people/start-step-up.ts';
import { subjectOf } from './act-to-sign.ts';
import { insertArrangement } from './arrangement-store.ts';
import { endExtensions } from './expire-extensions.ts';
import { noPlan, offerPlan, type PlanAsked, planEligibility, USUAL_CHANNEL } from './plan-eligibility.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

export interface PlanWanted extends PlanAsked {
  /** The offer the client saw; when the figures have changed since, the new offer is shown first. */
  readonly offerId?: string | undefined;
}

export type PlanConfirmed = { readonly kind: 'confirmed'; readonly planId: string } | Refusal;

/**
 * Puts a loan on a payment plan (domain 2.13), under its lock. Idempotent: the same
 * plan confirmed again on the same day is returned.
 * @param stepUp the proof that proves who agreed to what
 */
export async function confirmPlan(
  locked: LockedLoan,
  policies: Policies,
  wanted: PlanWanted,
  stepUp: Client['stepUp'],
): Promise<PlanConfirmed> {
  const settings = policies.plan;
  const same = samePlan(locked, wanted);
  if (same) return { kind: 'confirmed', planId: same };
  const eligibility = await planEligibility(locked.trx, locked, settings);
  if (!eligibility || eligibility.reason) return noPlan(eligibility?.reason ?? 'loan-not-disbursed');
  const offered = offerPlan(locked, eligibility, wanted, settings);
  if (offered.kind === 'invalid') return invalidFields(offered.fieldErrors);
  if (wanted.offerId !== undefined && wanted.offerId !== offered.body.offerId) {
    return { ...refused(409, 'balance_changed', 'This is not the offer of today.'), current: offered.body };
  }
  const other = await refuseOtherAct(locked.trx, stepUp, subjectOf('confirm-plan', offered.body.offerId));
  if (other) return other;
  if (!(await withdrawTopUp(locked))) return noPlan('top-up-in-progress');
  await endExtensions(locked);
  const { now, day } = locked;
  const plan = { id: uuidv7(now), terms: offered.offer.terms };
  const change = decidePaymentPlan(locked.loan, plan, eligibility.situation, settings, day);
  if (change.kind === 'refused') return noPlan(change.reason);
  await locked.save(change, { kind: 'plan-confirmed', ref: plan.id });
  const paymentChannel = (wanted.paymentChannel ?? USUAL_CHANNEL) as PaymentChannel;
  await insertArrangement(locked.trx, {
    id: plan.id,
    loanId: locked.id,
    kind: 'plan',
    paymentChannel,
    challengeId: stepUp?.challengeId,
    now,
  });
  return { kind: 'confirmed', planId: plan.id };
}

/** The plan that was agreed today, when it equals the requested one. */
function samePlan({ loan, day }: LockedLoan, wanted: PlanWanted): string | undefined {
  if (!isDisbursed(loan)) return undefined;
  const { plan } = standingOn(loan, day);
  return plan && plan.since === day.date && !plan.endedOn && isWanted(plan.terms, wanted) ? plan.id : undefined;
}

function isWanted({ items }: PlanTerms, { numberOfPayments, firstPaymentDate }: PlanWanted): boolean {
  return items.length === numberOfPayments && items[0]?.dueDate === firstPaymentDate;
}
