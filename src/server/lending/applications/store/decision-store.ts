import { sql } from 'kysely';
import type { ApprovedRange, RejectionReason } from '#loan/application-decisions.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import type { Account, Role } from '#server/lending/staff/colleague.ts';
import type { Decision, DecisionOutcome } from '../underwriting/decide.ts';
import type { DecisionSnapshot } from '../underwriting/snapshot.ts';

export interface NewDecision {
  readonly applicationId: string;
  /** `engine` or `operator:<name>`. */
  readonly decidedBy: string;
  readonly outcome: DecisionOutcome['outcome'];
  readonly reasons: readonly RejectionReason[];
  readonly approved?: ApprovedRange | undefined;
  readonly ruleSet: string;
  readonly findings: Decision['findings'];
  readonly score: Decision['score'];
  /** The facts it was made of; people decide without them when they ask for a paper or refuse a fraud. */
  readonly snapshot?: DecisionSnapshot | undefined;
  /** Staff's own words. */
  readonly note?: string | undefined;
  readonly businessDate: CalendarDate;
  readonly now: number;
}

/** Keeps a decision for good. @returns its id */
export async function insertDecision(trx: Trx, seal: Seal, decision: NewDecision): Promise<string> {
  const id = uuidv7(decision.now);
  await trx
    .insertInto('decision')
    .values({
      id,
      application_id: decision.applicationId,
      decided_by: decision.decidedBy,
      outcome: decision.outcome,
      rule_set: decision.ruleSet,
      snapshot_sealed: decision.snapshot ? seal.seal(JSON.stringify(decision.snapshot), placeOf(id)) : null,
      findings: JSON.stringify(decision.findings),
      score: JSON.stringify(decision.score),
      reasons: JSON.stringify(decision.reasons),
      approved: decision.approved ? JSON.stringify(decision.approved) : null,
      note: decision.note ?? null,
      business_date: decision.businessDate,
      at: new Date(decision.now),
    })
    .execute();
  return id;
}

/** Every decision about an application, oldest first, without their snapshots. */
export async function readDecisions(db: Db, applicationId: string) {
  return db
    .selectFrom('decision')
    .select(['id', 'decided_by', 'outcome', 'rule_set', 'findings', 'score', 'reasons', 'approved', 'note', 'at'])
    .where('application_id', '=', applicationId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The facts of a decision as they were then; undefined when it was made without. */
export async function readSnapshot(db: Db, seal: Seal, decisionId: string): Promise<DecisionSnapshot | undefined> {
  const row = await db.selectFrom('decision').select('snapshot_sealed').where('id', '=', decisionId).executeTakeFirst();
  return row?.snapshot_sealed ? openSnapshot(seal, decisionId, row.snapshot_sealed) : undefined;
}

/** Opens the facts of a decision that were read with it. */
export function openSnapshot(seal: Seal, decisionId: string, sealed: string): DecisionSnapshot {
  return JSON.parse(seal.open(sealed, placeOf(decisionId)));
}

export interface Vote {
  /** The account. */
  readonly by: string;
  readonly amountCents: Cents | undefined;
  /** The open flags of fraud that they knew of. */
  readonly flags: readonly string[];
}

/**
 * The votes since the application last moved, newest first. A vote of somebody who is locked, or may not vote any more,
 * does not count, because it is not a pair of eyes.
 */
export async function readVotes(
  db: Db,
  application: { readonly id: string; readonly stageSince: Date },
  { kind, may }: { readonly kind: 'approve' | 'fraud'; readonly may: readonly Role[] },
): Promise<Vote[]> {
  const rows = await db
    .selectFrom('application_vote as vote')
    .innerJoin('colleague', 'colleague.id', 'vote.voter_id')
    .select(['colleague.id as by', 'vote.amount', 'vote.flags'])
    .where('vote.application_id', '=', application.id)
    .where('vote.kind', '=', kind)
    .where('vote.at', '>=', application.stageSince)
    .where('colleague.locked_at', 'is', null)
    .where(sql<boolean>`colleague.roles && ${[...may]}::text[]`)
    .orderBy('vote.at', 'desc')
    .orderBy('vote.id', 'desc')
    .execute();
  return rows.map(({ amount, ...vote }) => ({ ...vote, amountCents: amount === null ? undefined : cents(amount) }));
}

export async function insertVote(
  trx: Trx,
  vote: {
    readonly applicationId: string;
    readonly kind: 'approve' | 'fraud';
    readonly by: Account;
    readonly amountCents?: Cents | undefined;
    readonly flags: readonly string[];
    readonly now: number;
  },
): Promise<void> {
  await trx
    .insertInto('application_vote')
    .values({
      id: uuidv7(vote.now),
      application_id: vote.applicationId,
      kind: vote.kind,
      voted_by: vote.by.login,
      voter_id: vote.by.id,
      amount: vote.amountCents ?? null,
      at: new Date(vote.now),
      flags: [...vote.flags],
    })
    .execute();
}

function placeOf(id: string) {
  return { table: 'decision', column: 'snapshot_sealed', id };
}
