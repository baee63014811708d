import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod';
import type { FieldError } from '#api/errors.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { invalidFields, notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { act, byId, read, type SentRequest, type StaffAct, sentRequestOf } from './act.ts';
import { APPROVAL_ANSWERS } from './approval-answers.ts';
import {
  decideApproval,
  giveBackApproval,
  insertApproval,
  listOpenApprovals,
  lockApproval,
  lockOpenApproval,
  type OpenApproval,
  readOpenApproval,
  type StoredApproval,
  takeApproval,
} from './approval-store.ts';
import { type AuditEntry, recordAudit } from './audit-store.ts';
import type { Account, StaffCaller } from './colleague.ts';
import { stillCounts } from './colleague-store.ts';
import { answerList, pageAt, queryOfList } from './staff-list.ts';
import {
  approvalMeant,
  askAgain,
  callersOfTwo,
  colleagueOf,
  EVERY_ROLE,
  recordShown,
  roleNeeded,
  routeNamed,
  STAFF_PATH,
  staleProof,
} from './staff-route.ts';

interface ApprovalContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
}

/** An act that two accounts must ask for before it is done. */
export interface SecondApproval {
  /** `money.match`: as in the audit. */
  readonly action: string;
  /** `money:<id>` */
  readonly subject: string;
  /** The whole request: the second account asks for exactly this. */
  readonly request: unknown;
  /** Facts that the second person reads of it, without personal data. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The client it is about, with whom its request is erased. */
  readonly personId?: string | undefined;
  /** Why it cannot be asked for any more: checked under the lock of the proposal. */
  readonly obstacle?: (trx: Trx) => Promise<Refusal | undefined>;
}

export interface SecondNeeded {
  readonly kind: 'second-needed';
  readonly approval: string;
}

/**
 * Writes in an act's own transaction what was done, if the act has an entry for the audit, and that two accounts have
 * approved it. It takes the entry because of the order of locks (kit/lock-order.ts): the proposal must be locked before
 * the end of the audit, or the act and a colleague who withdraws the proposal wait for each other.
 */
export type Approve = (trx: Trx, entry?: AuditEntry) => Promise<void>;

/** Writes what was done, and with two accounts who approved it. The last statement of the act's transaction. */
export function recordDone(trx: Trx, entry: AuditEntry, approve: Approve = recordAlone): Promise<void> {
  return approve(trx, entry);
}

async function recordAlone(trx: Trx, entry?: AuditEntry): Promise<void> {
  if (entry) await recordAudit(trx, entry);
}

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
  const stale = await staleProof(c, context);
  if (stale) return stale;
  const caller = { ...colleague, may: callersOfTwo(c), sent: sentRequestOf(c), approves: approvalMeant(c) };
  const first = await proposeOrTake(context, caller, asked);
  if (first.kind !== 'taken') return first;
  const mine = { id: first.id, by: colleague.id };
  const approve: Approve = async (trx, entry) => {
    const now = clock.now();
    const isOpen = await decideApproval(trx, first.id, { status: 'APPROVED', by: colleague.id, now });
    await recordAlone(trx, entry);
    if (!isOpen) return;
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
  await db.kysely.transaction().execute((trx) => approve(trx));
  return done;
}

interface Caller extends Account {
  readonly may: readonly StaffCaller[];
  readonly sent: SentRequest | undefined;
  /** The proposal whose stored request this is. */
  readonly approves: string | undefined;
}

/** Stores the proposal, or takes the one of another account: from then on no other account can. */
function proposeOrTake(
  { db, clock, vault }: ApprovalContext,
  caller: Caller,
  { action, subject, about, request, personId, obstacle }: SecondApproval,
): Promise<SecondNeeded | Refusal | { readonly kind: 'taken'; readonly id: string }> {
  const { id: by, login, sent, approves } = caller;
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const open = await lockOpenApproval(trx, action, subject);
    // What was approved from its row must never become a proposal of the second account.
    if (approves !== undefined && open?.id !== approves) return changedSince();
    if (!open) {
      const why = await obstacle?.(trx);
      if (why) return why;
      const approval = await insertApproval(trx, vault, {
        ...{ action, subject, digest, about, by, now, personId },
        request: sent,
      });
      const after = { approval, ...about };
      await recordAudit(trx, { actor: `operator:${login}`, action: `${action}.propose`, subject, after, at: now });
      return { kind: 'second-needed', approval };
    }
    const why = await whyNotSecond(trx, open, { ...caller, digest, now });
    if (why) return why;
    await takeApproval(trx, open.id, { by, until: now + TAKEN_MS });
    return { kind: 'taken', id: open.id };
  });
}

/** Why a caller is not the second account of a proposal that waits. */
async function whyNotSecond(
  trx: Trx,
  open: NonNullable<Awaited<ReturnType<typeof lockOpenApproval>>>,
  { id, may, approves, digest, now }: Caller & { readonly digest: string; readonly now: number },
): Promise<Refusal | undefined> {
  if (open.digest !== digest) {
    if (approves !== undefined) return changedSince();
    return refused(409, 'four_eyes', `Another proposal for this waits: approve ${open.id} or withdraw it.`);
  }
  if (open.proposedBy === id) return ownProposal();
  if (isTaken(open, now)) return beingDone();
  return (await stillCounts(trx, open.proposedBy, may))
    ? undefined
    : refused(409, 'four_eyes', `Who proposed it may not any more: withdraw ${open.id} and propose it again.`);
}

function ownProposal(): Refusal {
  return refused(409, 'four_eyes', 'It waits for another account than yours.');
}

export function changedSince(): Refusal {
  return refused(409, 'four_eyes', 'What it is about has changed since: withdraw it and propose it again.');
}

function isTaken({ takenUntil }: { readonly takenUntil: Date | undefined }, now: number): boolean {
  return takenUntil !== undefined && takenUntil.getTime() > now;
}

function beingDone(): Refusal {
  return refused(409, 'four_eyes', 'Another account is doing it this moment: look what became of it.');
}

/** Two accounts where it takes two, and where the second approves a proposal; else the one that asks. */
export function requireSecondApprovalIfNeeded<Done extends { readonly kind: string }>(
  context: ApprovalContext,
  c: Context,
  asked: SecondApproval & { readonly needsSecond: boolean },
  act: (approve: Approve) => Promise<Done | Refusal>,
): Promise<Done | SecondNeeded | Refusal> {
  const { needsSecond, ...approval } = asked;
  const isOfTwo = needsSecond || approvalMeant(c) !== undefined;
  return isOfTwo ? requireSecondApproval(context, c, approval, act) : act(recordAlone);
}

/** Answers the colleague who asked first. */
export function secondNeeded(c: Context, { approval }: SecondNeeded): Response {
  return c.json({ status: 'PROPOSED', approval }, 202);
}

const proof = z.strictObject({
  /** Of the request, where it has one. */
  amount: z.number().optional(),
  /** Every field of the request, where it has no amount. */
  changes: z.array(z.string().max(60)).max(40).optional(),
});

/** Routes for what waits for a second account. */
export function approvalActs(): readonly StaffAct<ApprovalContext>[] {
  const path = `${STAFF_PATH}/approvals`;
  return [
    read({
      name: 'approvals list',
      answers: APPROVAL_ANSWERS['approvals list'],
      path,
      may: EVERY_ROLE,
      query: queryOfList({}),
      answer: (c, { query }, context) =>
        answerList(c, { name: 'approvals', ...listOpenApprovals(context.db.kysely) }, pageAt(query)),
    }),
    read({
      name: 'approvals show',
      answers: APPROVAL_ANSWERS['approvals show'],
      path: `${path}/:id`,
      may: EVERY_ROLE,
      personal: 'one',
      params: byId,
      answer: (c, { params }, context) => show(c, context, params.id),
    }),
    act({
      name: 'approvals approve',
      answers: APPROVAL_ANSWERS['approvals approve'],
      path: `${path}/:id/approve`,
      may: EVERY_ROLE,
      params: byId,
      body: proof,
      answer: (c, { params, body }, context) => approveStored(c, context, params.id, body),
    }),
    act({
      name: 'approvals withdraw',
      answers: APPROVAL_ANSWERS['approvals withdraw'],
      path: `${path}/:id/withdraw`,
      may: EVERY_ROLE,
      params: byId,
      answer: (c, { params }, context) => withdraw(c, context, params.id),
    }),
  ];
}

/** A proposal for colleagues who may ask for the same. Proposals of programs that stored no request say what is in `about`. */
async function readFor(c: Context, { db, vault }: ApprovalContext, id: string): Promise<StoredApproval | Refusal> {
  const open = await readOpenApproval(db.kysely, vault, id);
  if (!open) return notFound();
  const route = open.act === null ? undefined : routeNamed(c, open.act);
  return (route && roleNeeded(c, route)) ?? { ...open, request: route && open.request };
}

async function show(c: Context, context: ApprovalContext, id: string): Promise<Response> {
  const open = await readFor(c, context, id);
  if ('kind' in open) return answerRefusal(c, open);
  const { request, proposerId: _, ...shown } = open;
  await recordShown(c, { subject: open.subject, about: { approval: id } });
  return c.json({
    ...shown,
    request: request ? valuesOf(request) : null,
    amount: amountOf(open) ?? null,
    changes: request ? changesOf(open, request) : [],
  });
}

function valuesOf({ params, body }: SentRequest): Readonly<Record<string, unknown>> {
  return { ...params, ...(body as Readonly<Record<string, unknown>>) };
}

/** The amount of a request in soles; undefined when it has none. */
function amountOf({ about }: OpenApproval): number | undefined {
  const { amount, total = amount } = about as { readonly amount?: unknown; readonly total?: unknown };
  return typeof total === 'number' ? total : undefined;
}

/** The fields that whoever approves says to have read: none where they type the amount. */
function changesOf(open: OpenApproval, request: SentRequest): readonly string[] {
  return amountOf(open) === undefined ? Object.keys(valuesOf(request)) : [];
}

/** Asks the stored request again as the second account, who has shown that they read it. */
async function approveStored(
  c: Context,
  context: ApprovalContext,
  id: string,
  read: z.output<typeof proof>,
): Promise<Response> {
  const open = await readFor(c, context, id);
  if ('kind' in open) return answerRefusal(c, open);
  const { request } = open;
  if (!request)
    return answerRefusal(c, refused(409, 'four_eyes', 'Its request is not stored: ask for the same by hand.'));
  if (open.proposerId === colleagueOf(c).id) return answerRefusal(c, ownProposal());
  const wrong = wrongIn(read, { amount: amountOf(open), changes: changesOf(open, request) });
  return wrong ? answerRefusal(c, invalidFields([wrong])) : askAgain(c, request, id);
}

function wrongIn(
  read: z.output<typeof proof>,
  { amount, changes }: { readonly amount: number | undefined; readonly changes: readonly string[] },
): FieldError | undefined {
  if (amount !== undefined) {
    if (read.amount === undefined) return { field: 'amount', code: 'required' };
    return read.amount === amount ? undefined : { field: 'amount', code: 'mismatch' };
  }
  const isAllRead = changes.every((name) => read.changes?.includes(name));
  return isAllRead ? undefined : { field: 'changes', code: 'required' };
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
