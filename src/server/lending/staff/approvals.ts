import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables } from '#server/kit/tables.ts';
import { isUuid } from '#server/kit/uuid.ts';
import { decideApproval, insertApproval, listOpenApprovals, lockApproval, lockOpenApproval } from './approval-store.ts';
import { recordAudit } from './audit-store.ts';
import { colleagueOf, EVERY_ROLE, STAFF_PATH, type StaffRoute } from './staff-route.ts';

interface ApprovalContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What two accounts have to ask for before it is done. */
export interface ForTwo {
  /** `money.match`: as in the audit. */
  readonly action: string;
  /** `money:<id>` */
  readonly subject: string;
  /** The whole request: the second account asks for exactly this. */
  readonly request: unknown;
  /** What the second person reads of it, without personal data. */
  readonly about: Readonly<Record<string, unknown>>;
}

export interface SecondNeeded {
  readonly kind: 'second-needed';
  readonly approval: string;
}

/**
 * Four eyes (decision 0141): the first account that asks leaves a proposal, and another one that asks for the same has it
 * done. A proposal counts as approved once the act has succeeded: what the act refuses is open still.
 */
export async function asSecondPerson<Done extends { readonly kind: string }>(
  { db, clock }: ApprovalContext,
  c: Context,
  asked: ForTwo,
  act: () => Promise<Done | Refusal>,
): Promise<Done | SecondNeeded | Refusal> {
  const { id: by, login } = colleagueOf(c);
  const { action, subject, about } = asked;
  const actor = `operator:${login}`;
  const digest = createHash('sha256').update(JSON.stringify(asked.request)).digest('hex');
  const now = clock.now();
  const first = await db.kysely
    .transaction()
    .execute(async (trx): Promise<SecondNeeded | Refusal | { readonly kind: 'first'; readonly id: string }> => {
      const open = await lockOpenApproval(trx, action, subject);
      if (open && open.digest !== digest) {
        return refused(409, 'four_eyes', `Another proposal for this waits: approve ${open.id} or withdraw it.`);
      }
      if (open && open.proposedBy === by) return refused(409, 'four_eyes', 'It waits for another account than yours.');
      if (open) return { kind: 'first', id: open.id };
      const approval = await insertApproval(trx, { action, subject, digest, about, by, now });
      await recordAudit(trx, { actor, action: `${action}.propose`, subject, after: { approval, ...about }, at: now });
      return { kind: 'second-needed', approval };
    });
  if (first.kind !== 'first') return first;
  const done = await act();
  if (done.kind === 'refused') return done;
  await db.kysely.transaction().execute(async (trx) => {
    await decideApproval(trx, first.id, { status: 'APPROVED', by, now });
    await recordAudit(trx, { actor, action: `${action}.approve`, subject, after: { approval: first.id }, at: now });
  });
  return done;
}

/** Two accounts where it takes two; else the one that asks. */
export function asManyAsNeeded<Done extends { readonly kind: string }>(
  context: ApprovalContext,
  c: Context,
  asked: ForTwo & { readonly takesTwo: boolean },
  act: () => Promise<Done | Refusal>,
): Promise<Done | SecondNeeded | Refusal> {
  const { takesTwo, ...forTwo } = asked;
  return takesTwo ? asSecondPerson(context, c, forTwo, act) : act();
}

/** The answer to who asked first. */
export function secondNeeded(c: Context, { approval }: SecondNeeded): Response {
  return c.json({ status: 'PROPOSED', approval }, 202);
}

/** What waits for a second account. */
export function approvalRoutes(context: ApprovalContext): readonly StaffRoute[] {
  const path = `${STAFF_PATH}/approvals`;
  return [
    {
      method: 'GET',
      path,
      may: EVERY_ROLE,
      answer: async (c) => c.json({ approvals: await listOpenApprovals(context.db.kysely) }),
    },
    { method: 'POST', path: `${path}/:id/withdraw`, may: EVERY_ROLE, answer: (c) => withdraw(c, context) },
  ];
}

async function withdraw(c: Context, { db, clock }: ApprovalContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const { id: by, login } = colleagueOf(c);
  const now = clock.now();
  const actor = `operator:${login}`;
  const withdrawn =
    isUuid(id) &&
    (await db.kysely.transaction().execute(async (trx) => {
      const open = await lockApproval(trx, id);
      if (open?.status !== 'PROPOSED') return false;
      await decideApproval(trx, id, { status: 'WITHDRAWN', by, now });
      await recordAudit(trx, {
        actor,
        action: `${open.action}.withdraw`,
        subject: open.subject,
        after: { approval: id },
        at: now,
      });
      return true;
    }));
  return withdrawn ? c.json({ status: 'WITHDRAWN' }) : answerRefusal(c, notFound());
}
