import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { fromSoles, toSoles } from '#loan/money.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Trx } from '#server/kit/tables.ts';
import {
  figuresOf,
  isBatchPlace,
  listBatches,
  readBatch,
  type StoredBatch,
} from '#server/lending/payouts/payout-batch-store.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApprovalIfNeeded, secondNeeded } from '#server/lending/staff/approvals.ts';
import type { PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { colleagueOf, operatorName } from '#server/lending/staff/staff-route.ts';
import type { RefundContext } from '../dispatch-refunds.ts';
import type { PaymentContext } from '../payment-context.ts';
import { batchSubject, batchToRelease, makeBatch, RELEASE, releaseBatch, withdrawBatch } from '../payout-batch.ts';
import { PAYOUT_ANSWERS } from './payout-answers.ts';

export const STAFF_BATCHES_PATH = '/api/v1/staff/payouts/batches';

const ofBatch = z.object({ id: z.string() });
const releaseBody = z.strictObject({
  count: z.number().int().min(1),
  total: z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
});
const withdrawBody = z.strictObject({ reason: z.string().overwrite(oneLine).min(3).max(300) });

/** The payment orders of a day in one file: made, released by the people it takes, and looked at. */
export function staffBatchActs(): readonly StaffAct<PaymentContext>[] {
  const may = ['finance'] as const;
  const path = STAFF_BATCHES_PATH;
  return [
    read({
      name: 'payouts batches',
      answers: PAYOUT_ANSWERS['payouts batches'],
      path,
      may,
      query: queryOfList({}, isBatchPlace),
      answer: (c, { query }, context) => list(c, context, pageAt(query)),
    }),
    act({
      name: 'payouts make-batch',
      answers: PAYOUT_ANSWERS['payouts make-batch'],
      path,
      may,
      answer: (c, _, context) => make(c, context),
    }),
    read({
      name: 'payouts show-batch',
      answers: PAYOUT_ANSWERS['payouts show-batch'],
      path: `${path}/:id`,
      may,
      params: ofBatch,
      answer: (c, { params }, context) => show(c, context, params.id),
    }),
    act({
      name: 'payouts release-batch',
      answers: PAYOUT_ANSWERS['payouts release-batch'],
      path: `${path}/:id/release`,
      may,
      second: 'sometimes',
      params: ofBatch,
      body: releaseBody,
      answer: (c, { params, body }, context) => release(c, context, params.id, body),
    }),
    act({
      name: 'payouts withdraw-batch',
      answers: PAYOUT_ANSWERS['payouts withdraw-batch'],
      path: `${path}/:id/withdraw`,
      may,
      params: ofBatch,
      body: withdrawBody,
      answer: (c, { params, body }, context) => withdraw(c, context, params.id, body),
    }),
  ];
}

function payingContext(context: PaymentContext): RefundContext | Refusal {
  const { payout } = context.gateways;
  if (!payout) return refused(409, 'payouts_unavailable', 'This process has no bank for payouts.');
  return { ...context, payout, openDestination: openDestinations(context.db.kysely, context.vault) };
}

/** The newest first. */
function list(c: Context, { db }: PaymentContext, asked: PageRequest): Promise<Response> {
  return answerList(c, { name: 'batches', ...listBatches(db.kysely, rowOf) }, asked);
}

function summaryOf(batch: StoredBatch) {
  const { total, inFile, ...row } = rowOf(batch);
  return { ...row, total: toSoles(total), inFile: inFile && { ...inFile, total: toSoles(inFile.total) } };
}

function rowOf({ id, date, status, madeBy, releasedBy, items }: StoredBatch) {
  const [ordered, sent] = [items, items.filter(({ outcome }) => outcome === 'IN')].map(figuresOf);
  return {
    id,
    date,
    status,
    madeBy,
    releasedBy: releasedBy ?? null,
    count: ordered?.count ?? 0,
    total: ordered?.totalCents ?? figuresOf([]).totalCents,
    inFile: status === 'SENT' && sent ? { count: sent.count, total: sent.totalCents } : null,
  };
}

async function show(c: Context, { db }: PaymentContext, id: string): Promise<Response> {
  const batch = await readBatch(db.kysely, id);
  if (!batch) return answerRefusal(c, notFound());
  return c.json({
    ...summaryOf(batch),
    items: batch.items.map(({ orderId, kind, amountCents, outcome, reason }) => ({
      orderId,
      kind,
      amount: toSoles(amountCents),
      outcome: outcome ?? null,
      reason: reason ?? null,
    })),
  });
}

async function make(c: Context, context: PaymentContext): Promise<Response> {
  const paying = payingContext(context);
  const made = 'kind' in paying ? paying : await makeBatch(paying, operatorName(c));
  return made.kind === 'refused' ? answerRefusal(c, made) : c.json(summaryOf(made.batch));
}

/** Each account says how many orders there are and what they are together, as it has read them itself. */
async function release(
  c: Context,
  context: PaymentContext,
  id: string,
  body: z.output<typeof releaseBody>,
): Promise<Response> {
  const { count, total } = body;
  const stated = { count, totalCents: fromSoles(total) };
  // Wrong figures are told at once, not to the second account.
  const agreed = await batchToRelease(context.db.kysely, id, stated);
  if (agreed.kind === 'refused') return answerRefusal(c, agreed);
  const { fourEyesAboveCents } = (await context.parameters.inForce()).policies();
  const asked = {
    action: RELEASE,
    subject: batchSubject(id),
    request: body,
    about: { date: agreed.batch.date, count, total },
    needsSecond: stated.totalCents > fourEyesAboveCents,
    // Two others may have released it since.
    obstacle: async (trx: Trx) => {
      const still = await batchToRelease(trx, id, stated);
      return still.kind === 'refused' ? still : undefined;
    },
  };
  const released = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    releaseBatch(context, id, { operator: operatorName(c), stated, approve }),
  );
  if (released.kind === 'second-needed') return secondNeeded(c, released);
  return released.kind === 'refused' ? answerRefusal(c, released) : c.json({ status: 'RELEASED' });
}

async function withdraw(
  c: Context,
  context: PaymentContext,
  id: string,
  { reason }: { readonly reason: string },
): Promise<Response> {
  const withdrawn = await withdrawBatch(context, id, {
    operator: operatorName(c),
    account: colleagueOf(c).id,
    reason,
  });
  return withdrawn.kind === 'refused' ? answerRefusal(c, withdrawn) : c.json({ status: 'WITHDRAWN' });
}
