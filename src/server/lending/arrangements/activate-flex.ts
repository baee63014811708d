import { decideFlexPay } from '#loan/agreements.ts';
import { type FlexIneligibility, flexTerms } from '#loan/flex-pay.ts';
import { isDisbursed } from '#loan/loan.ts';
import { standingOn } from '#loan/standing.ts';
import { type CodeOf, type Refusal, refused, refusedBecause } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { refuseOtherAct } from '#server/lending/people/start-step-up.ts';
import { subjectOf } from './act-to-sign.ts';
import { insertArrangement } from './arrangement-store.ts';
import { endExtensions } from './expire-extensions.ts';
import { flexSituation } from './flex-eligibility.ts';
import { offerFlex } from './flex-offer.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

export type FlexActivated = { readonly kind: 'activated'; readonly flexId: string } | Refusal;

/**
 * Puts a loan on flex pay (domain 2.14), under its lock. Idempotent on the same day.
 * @param offerId the terms the client saw; when they have changed since, the new ones are shown first
 * @param stepUp the proof that proves who agreed to what
 */
export async function activateFlex(
  locked: LockedLoan,
  policies: Policies,
  offerId: string | undefined,
  stepUp: Client['stepUp'],
): Promise<FlexActivated> {
  const { trx, day, now, id: loanId } = locked;
  if (!isDisbursed(locked.loan)) return notEligible('loan-not-disbursed');
  const { flex } = standingOn(locked.loan, day);
  if (flex && !flex.endedOn && flex.since === day.date) return { kind: 'activated', flexId: flex.id };
  const situation = await flexSituation(trx, locked);
  const id = uuidv7(now);
  const decide = () => decideFlexPay(locked.loan, id, situation, policies.flex, day);
  // Eligibility is decided first: a client who is refused keeps the pending top-up.
  const before = decide();
  if (before.kind === 'refused') return notEligible(before.reason);
  const standing = standingOn(locked.loan, day);
  const offered = offerFlex(locked.loan.number, standing, policies.flex);
  if (offerId !== undefined && offerId !== offered.offerId) {
    return { ...refused(409, 'balance_changed', 'These are not the terms of today.'), current: offered };
  }
  const { minMonthlyCents } = flexTerms(standing, policies.flex);
  const subject = subjectOf('activate-flex', `${locked.loan.number} ${minMonthlyCents}`);
  const other = await refuseOtherAct(trx, stepUp, subject);
  if (other) return other;
  if (!(await withdrawTopUp(locked))) return notEligible('top-up-in-progress');
  await endExtensions(locked);
  const change = decide();
  if (change.kind === 'refused') return notEligible(change.reason);
  await locked.save(change, { kind: 'flex-activated', ref: id });
  await insertArrangement(trx, { id, loanId, kind: 'flex', challengeId: stepUp?.challengeId, now });
  return { kind: 'activated', flexId: id };
}

const NO_FLEX: CodeOf<FlexIneligibility | 'loan-not-disbursed' | 'top-up-in-progress'> = {
  'not-late-enough': 'not_eligible',
  'already-on-flex': 'not_eligible',
  'loan-not-active': 'not_eligible',
  'loan-not-disbursed': 'not_eligible',
  'top-up-in-progress': 'not_eligible',
};

function notEligible(reason: keyof typeof NO_FLEX): Refusal {
  return refusedBecause(reason, NO_FLEX, `No flex pay: ${reason}.`);
}
