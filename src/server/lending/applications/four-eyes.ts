import { type ApprovalDecision, decideFraudFlag, decideStaffApproval } from '#loan/application-decisions.ts';
import { type Cents, cents } from '#loan/money.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import type { LockedApplication } from './locked-application.ts';
import { insertApplicationEvent, type StoredApplication } from './store/application-store.ts';
import { insertVote, readVotes, type Vote } from './store/decision-store.ts';

/** Roles whose accounts may vote, by kind of vote. */
export const VOTERS = { approve: ['underwriter'], fraud: ['underwriter', 'compliance'] } as const;

/** The scope of an approval: the amount, the limit up to which one account is enough, and the open flags of fraud. */
interface Approved {
  readonly amountCents: Cents;
  readonly aboveCents: Cents;
  readonly flags: readonly { readonly id: string }[];
}

/**
 * Counts an approval by one or two accounts; the first vote is recorded before the second can count. A vote of somebody
 * who did not know of a flag that is open now does not count: two people must know of each flag (decision 0146).
 */
export async function voteOf(
  held: LockedApplication,
  application: StoredApplication,
  kind: 'approve' | 'fraud',
  operator: Account,
  of?: Approved,
): Promise<{ readonly kind: 'accepted' } | { readonly kind: 'second-needed' } | Refusal> {
  const { trx, today, now } = held;
  const flags = of?.flags.map(({ id }) => id) ?? [];
  const votes = await readVotes(trx, application, { kind, may: VOTERS[kind] });
  const first = votes.find((vote) => flags.every((id) => vote.flags.includes(id)));
  const decision = decisionOf(application, operator.id, first, of);
  if (decision.kind === 'refused') return refused(409, 'four_eyes', `Four eyes: ${decision.reason}.`);
  if (decision.kind === 'accepted') return decision;
  const vote = { applicationId: application.id, kind, by: operator, amountCents: of?.amountCents, flags, now };
  await insertVote(trx, vote);
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
  first: Vote | undefined,
  of: Approved | undefined,
): ApprovalDecision {
  if (of === undefined) return decideFraudFlag(by, first?.by);
  const { amountCents, aboveCents } = of;
  const earlier = first && { by: first.by, amountCents: first.amountCents ?? cents(0) };
  return decideStaffApproval({ by, amountCents, aboveCents, createdBy, first: earlier });
}
