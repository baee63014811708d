import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { act, byId, read, type StaffRoute } from './act.ts';
import {
  decideApproval,
  giveBackApproval,
  insertApproval,
  listOpenApprovals,
  lockApproval,
  lockOpenApproval,
  takeApproval,
} from './approval-store.ts';
import { recordAudit } from './audit-store.ts';
import type { Account, StaffCaller } from './colleague.ts';
import { stillCounts } from './colleague-store.ts';
import { callersOfTwo, colleagueOf, EVERY_ROLE, STAFF_PATH } from './staff-route.ts';

interface ApprovalContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What two accounts have to ask for before it is done. */
export interface SecondApproval {
  /** `money.match`: as in the audit. */
  readonly action: string;
  /** `money:<id>` */
  readonly subject: string;
  /** The whole request: the second account asks for exactly this. */
  readonly request: unknown;
  /** What the second person reads of it, without personal data. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Why it cannot be asked for any more: checked under the lock of the proposal. */
  readonly obstacle?: (trx: Trx) => Promise<Refusal | undefined>;
}

export interface SecondNeeded {
  readonly kind: 'second-needed';
  readonly approval: string;
}

/** Writes in an act's own transaction that two accounts have approved it; without two it writes nothing. */
export type Approve = (trx: Trx) => Promise<void>;

/** An act that has not come back by then was interrupted; acts that ask providers have limits far below. */
const TAKEN_MS = 5 * 60_000;

/**
 * Four eyes (decision 0141): the first account that asks leaves a proposal, and another one that asks for the same has it
 * done. The second one takes the proposal first, so that of two second persons one acts and the other is told. A proposal
 * counts as approved once the act has succeeded: what the act refuses is open still. An act of one transaction approves in
 * it, so that no process can die in between.
 */
export async function requireSecondApproval<Done extends { readonly kind: string }>(
  context: ApprovalContext,
  c: Context,
  asked: SecondApproval,
  act: (approve: Approve) => Promise<Done | Refusal>,
): Promise<Done | SecondNeeded | Refusal> {
  const { db, clock } = context;
  const colleague = colleagueOf(c);
  const first = await proposeOrTake(context, { ...colleague, may: callersOfTwo(c) }, asked);
  if (first.kind !== 'taken') return first;
  const mine = { id: first.id, by: colleague.id };
  const approve: Approve = async (trx) => {
    const now = clock.now();
    if (!(await decideApproval(trx, first.id, { status: 'APPROVED', by: colleague.id, now }))) return;
    const [actor, action] = [`operator:${colleague.login}`, `${asked.action}.approve`];
    await recordAudit(trx, { actor, action, subject: asked.subject, after: { approval: first.id }, at: now });
  };
  let done: Done | Refusal;
  try {
    done = await act(approve);
  } catch (error) {
    // Without it the proposal is free again a little later.
    await giveBackApproval(db.kysely, mine).catch(() => undefined);
    throw error;
  }
  if (done.kind === 'refused') {
    await giveBackApproval(db.kysely, mine);
    return done;
  }
  await db.kysely.transaction().execute(approve);
  return done;
}

/** Stores the proposal, or takes the one of another account: from then on no other account can. */
function proposeOrTake(
  { db, clock }: ApprovalContext,
  { id: by, login, may }: Account & { readonly may: readonly StaffCaller[] },
  { action, subject, about, request, obstacle }: SecondApproval,
): Promise<SecondNeeded | Refusal | { readonly kind: 'taken'; readonly id: string }> {
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const open = await lockOpenApproval(trx, action, subject);
    if (!open) {
      const why = await obstacle?.(trx);
      if (why) return why;
      const approval = await insertApproval(trx, { action, subject, digest, about, by, now });
      const after = { approval, ...about };
      await recordAudit(trx, { actor: `operator:${login}`, action: `${action}.propose`, subject, after, at: now });
      return { kind: 'second-needed', approval };
    }
    if (open.digest !== digest) {
      return refused(409, 'four_eyes', `Another proposal for this waits: approve ${open.id} or withdraw it.`);
    }
    if (open.proposedBy === by) return refused(409, 'four_eyes', 'It waits for another account than yours.');
    if (isTaken(open, now)) return beingDone();
    if (!(await stillCounts(trx, open.proposedBy, may))) {
      return refused(409, 'four_eyes', `Who proposed it may not any more: withdraw ${open.id} and propose it again.`);
    }
    await takeApproval(trx, open.id, { by, until: now + TAKEN_MS });
    return { kind: 'taken', id: open.id };
  });
}

function isTaken({ takenUntil }: { readonly takenUntil: Date | undefined }, now: number): boolean {
  return takenUntil !== undefined && takenUntil.getTime() > now;
}

function beingDone(): Refusal {
  return refused(409, 'four_eyes', 'Another account is doing it this moment: look what became of it.');
}

/** Two accounts where it takes two; else the one that asks. */
export function requireSecondApprovalIfNeeded<Done extends { readonly kind: string }>(
  context: ApprovalContext,
  c: Context,
  asked: SecondApproval & { readonly needsSecond: boolean },
  act: (approve: Approve) => Promise<Done | Refusal>,
): Promise<Done | SecondNeeded | Refusal> {
  const { needsSecond, ...approval } = asked;
  return needsSecond ? requireSecondApproval(context, c, approval, act) : act(async () => undefined);
}

/** The answer to who asked first. */
export function secondNeeded(c: Context, { approval }: SecondNeeded): Response {
  return c.json({ status: 'PROPOSED', approval }, 202);
}

/** What waits for a second account. */
export function approvalRoutes(context: ApprovalContext): readonly StaffRoute[] {
  const path = `${STAFF_PATH}/approvals`;
  return [
    read({
      name: 'approvals list',
      path,
      may: EVERY_ROLE,
      answer: async (c) => c.json({ approvals: await listOpenApprovals(context.db.kysely) }),
    }),
    act({
      name: 'approvals withdraw',
      path: `${path}/:id/withdraw`,
      may: EVERY_ROLE,
      params: byId,
      answer: (c, { params }) => withdraw(c, context, params.id),
    }),
  ];
}

async function withdraw(c: Context, { db, clock }: ApprovalContext, id: string): Promise<Response> {
  const { id: by, login } = colleagueOf(c);
  const now = clock.now();
  const actor = `operator:${login}`;
  const withdrawn = await db.kysely.transaction().execute(async (trx) => {
    const open = await lockApproval(trx, id);
    if (open?.status !== 'PROPOSED') return notFound();
    if (isTaken(open, now)) return beingDone();
    await decideApproval(trx, id, { status: 'WITHDRAWN', by, now });
    await recordAudit(trx, {
      actor,
      action: `${open.action}.withdraw`,
      subject: open.subject,
      after: { approval: id },
      at: now,
    });
    return undefined;
  });
  return withdrawn ? answerRefusal(c, withdrawn) : c.json({ status: 'WITHDRAWN' });
}
