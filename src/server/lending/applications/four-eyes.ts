import { type ApprovalDecision, decideFraudFlag, decideStaffApproval } from '#loan/application-decisions.ts';
import { type Cents, cents } from '#loan/money.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import type { LockedApplication } from './locked-application.ts';
import { insertApplicationEvent, type StoredApplication } from './store/application-store.ts';
import { insertVote, readFirstVote } from './store/decision-store.ts';

/** Approval by one or two accounts; the first vote is recorded before the second. */
export async function voteOf(
  held: LockedApplication,
  application: StoredApplication,
  kind: 'approve' | 'fraud',
  operator: Account,
  of?: { readonly amountCents: Cents; readonly aboveCents: Cents },
): Promise<{ readonly kind: 'accepted' } | { readonly kind: 'second-needed' } | Refusal> {
  const { trx, today, now } = held;
  const first = await readFirstVote(trx, application, kind);
  const decision = decisionOf(application, operator.id, first, of);
  if (decision.kind === 'refused') return refused(409, 'four_eyes', `Four eyes: ${decision.reason}.`);
  if (decision.kind === 'accepted') return decision;
  await insertVote(trx, { applicationId: application.id, kind, by: operator, amountCents: of?.amountCents, now });
  await insertApplicationEvent(trx, {
    applicationId: application.id,
    event: 'vote',
    from: application.stage,
    to: application.stage,
    actor: `operator:${operator.login}`,
    data: { kind },
    businessDate: today,
    now,
  });
  return decision;
}

function decisionOf(
  { createdBy }: StoredApplication,
  by: string,
  first: Awaited<ReturnType<typeof readFirstVote>>,
  of: { readonly amountCents: Cents; readonly aboveCents: Cents } | undefined,
): ApprovalDecision {
  if (of === undefined) return decideFraudFlag(by, first?.by);
  const earlier = first && { by: first.by, amountCents: first.amountCents ?? cents(0) };
  return decideStaffApproval({ by, ...of, createdBy, first: earlier });
}
