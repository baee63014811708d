import { decideFlexPay } from '#loan/agreements.ts';
import { isDisbursed } from '#loan/loan.ts';
import { standingOn } from '#loan/standing.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { LoanInHand } from '#server/lending/loans/with-loan.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { insertArrangement } from './arrangement-store.ts';
import { flexSituation } from './flex-eligibility.ts';
import { dropTopUp } from './withdraw-top-up.ts';

export type FlexActivated = { readonly kind: 'activated'; readonly flexId: string } | Refusal;

/**
 * Puts a loan on flex pay (domain 2.14), under its lock. Activated again on its day it is the flex pay there is.
 * @param challengeId the step-up that proves who agreed
 */
export async function activateFlex(
  inHand: LoanInHand,
  policies: Policies,
  challengeId: string | undefined,
): Promise<FlexActivated> {
  const { trx, day, now, id: loanId } = inHand;
  if (!isDisbursed(inHand.loan)) return notEligible('loan-not-disbursed');
  const { flex } = standingOn(inHand.loan, day);
  if (flex && !flex.endedOn && flex.since === day.date) return { kind: 'activated', flexId: flex.id };
  const situation = await flexSituation(trx, inHand);
  const id = uuidv7(now);
  const decide = () => decideFlexPay(inHand.loan, id, situation, policies.flex, day);
  // Decided before anything is let go of: who gets no flex pay keeps the top-up that waits for them.
  const before = decide();
  if (before.kind === 'refused') return notEligible(before.reason);
  if (!(await dropTopUp(inHand))) return notEligible('top-up-in-progress');
  const change = decide();
  if (change.kind === 'refused') return notEligible(change.reason);
  await inHand.save(change, { kind: 'flex-activated', ref: id });
  await insertArrangement(trx, { id, loanId, kind: 'flex', challengeId, now });
  return { kind: 'activated', flexId: id };
}

function notEligible(reason: string): Refusal {
  return refused(409, 'not_eligible', `No flex pay: ${reason}.`);
}
