import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import type { RefundStatus } from '../tables.ts';

/** Money on its way back. Its id is the bank's idempotency key. */
export interface StoredRefund {
  readonly id: string;
  readonly kind: 'CREDIT' | 'PAYMENT';
  readonly personId: string;
  readonly loanId: string;
  readonly intentId: string | undefined;
  readonly amountCents: Cents;
  readonly status: RefundStatus;
  /** The disbursement whose account it goes to; undefined for a card. */
  readonly orderId: string | undefined;
  /** Another account that the client has named since, sealed; undefined: the disbursement's. */
  readonly destinationSealed: string | undefined;
  /** The credits of the payment that go back; undefined for credit, and for a refund ordered before they were noted. */
  readonly moneyIds: readonly string[] | undefined;
  readonly attempts: number;
  readonly requestedOn: CalendarDate;
  readonly requestedAt: number;
}

export type NewRefund = Omit<StoredRefund, 'attempts' | 'requestedAt' | 'moneyIds'> & {
  readonly moneyIds?: readonly string[];
  /** Nothing is sent before, milliseconds since 1970; undefined: at once. */
  readonly notBefore?: number | undefined;
  readonly requestedBy: string;
  readonly now: number;
};

const OPEN = ['QUEUED', 'SENDING', 'SENT'] as const satisfies readonly RefundStatus[];

export async function insertRefund(trx: Trx, refund: NewRefund): Promise<StoredRefund> {
  const row = await trx
    .insertInto('refund')
    .values({
      id: refund.id,
      kind: refund.kind,
      person_id: refund.personId,
      loan_id: refund.loanId,
      intent_id: refund.intentId ?? null,
      amount: refund.amountCents,
      status: refund.status,
      order_id: refund.orderId ?? null,
      destination_sealed: refund.destinationSealed ?? null,
      money_ids: refund.moneyIds ? JSON.stringify(refund.moneyIds) : null,
      next_attempt_at: new Date(Math.max(refund.now, refund.notBefore ?? refund.now)),
      provider_ref: null,
      reason: null,
      requested_on: refund.requestedOn,
      requested_by: refund.requestedBy,
      created_at: new Date(refund.now),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRefund(row);
}

/** The refund of a loan or payment that has not ended, if there is one. */
export async function findOpenRefund(
  db: Kysely<Tables>,
  of: { readonly loanId: string; readonly kind: StoredRefund['kind'] } | { readonly intentId: string },
): Promise<StoredRefund | undefined> {
  const query = db.selectFrom('refund').selectAll().where('status', 'in', OPEN);
  const row = await ('loanId' in of
    ? query.where('loan_id', '=', of.loanId).where('kind', '=', of.kind)
    : query.where('intent_id', '=', of.intentId)
  ).executeTakeFirst();
  return row && toRefund(row);
}

/** Whether another refund has given the same payment back. */
export async function wasRefundedByAnother(
  db: Kysely<Tables>,
  { id, intentId }: Pick<StoredRefund, 'id' | 'intentId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('refund')
    .select('id')
    .where('intent_id', '=', intentId ?? null)
    .where('id', '<>', id)
    .where('status', '=', 'PAID')
    .executeTakeFirst();
  return row !== undefined;
}

/** The refund, locked for this transaction. Its loan and payment are locked before it. */
export async function lockRefund(trx: Trx, id: string): Promise<StoredRefund | undefined> {
  const row = await trx.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toRefund(row);
}

export async function readRefund(db: Kysely<Tables>, id: string): Promise<StoredRefund | undefined> {
  const row = await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

/** Refunds by bank that have not ended. */
export const BANK_REFUNDS: WorkQueue<'refund'> = {
  table: 'refund',
  turn: 'next_attempt_at',
  countsAttempts: true,
  isOpen: (row) => row.and([row('status', 'in', OPEN), row('order_id', 'is not', null)]),
  // Longer than the slowest bank answers.
  leaseMs: 120_000,
  batch: 10,
};

/**
 * Changes a refund's status if it is still the expected one (compare and set): a slower process must not reopen what
 * another has ended.
 * @returns whether it did
 */
export async function moveRefund(
  db: Kysely<Tables>,
  id: string,
  from: readonly RefundStatus[],
  to: {
    readonly status: RefundStatus;
    readonly providerRef?: string | undefined;
    readonly reason?: string | undefined;
    readonly nextAttemptAt?: number | undefined;
    readonly endedAt?: number | undefined;
    /** The fact of the loan that books it, when it is not the refund's own. */
    readonly bookedAs?: string | undefined;
  },
  /** Only while no later attempt has begun: what the attempt of this number knows may be outdated. */
  attempts?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refund')
    .set({
      status: to.status,
      ...(to.providerRef !== undefined && { provider_ref: to.providerRef }),
      ...(to.reason !== undefined && { reason: to.reason.slice(0, 300) }),
      ...(to.nextAttemptAt !== undefined && { next_attempt_at: new Date(to.nextAttemptAt) }),
      ...(to.endedAt !== undefined && { ended_at: new Date(to.endedAt) }),
      ...(to.bookedAs !== undefined && { booked_as: to.bookedAs }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts as number))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends a refund, wherever it was on its way. */
export function endRefund(
  trx: Trx,
  id: string,
  how:
    | { readonly status: 'PAID'; readonly providerRef: string; readonly endedAt: number }
    | { readonly status: 'REJECTED'; readonly reason: string; readonly endedAt: number },
): Promise<boolean> {
  return moveRefund(trx, id, OPEN, how);
}

/** Refunds that have not ended, oldest first. */
export async function listOpenRefunds(db: Kysely<Tables>): Promise<StoredRefund[]> {
  const rows = await db.selectFrom('refund').selectAll().where('status', 'in', OPEN).orderBy('id').execute();
  return rows.map(toRefund);
}

/** What is on its way to one person. */
export async function readOpenRefundsOf(db: Kysely<Tables>, personId: string): Promise<StoredRefund[]> {
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .where('person_id', '=', personId)
    .where('status', 'in', OPEN)
    .execute();
  return rows.map(toRefund);
}

export function toRefund(row: Selectable<Tables['refund']>): StoredRefund {
  return {
    id: row.id,
    kind: row.kind,
    personId: row.person_id,
    loanId: row.loan_id,
    intentId: row.intent_id ?? undefined,
    amountCents: cents(row.amount),
    status: row.status,
    orderId: row.order_id ?? undefined,
    destinationSealed: row.destination_sealed ?? undefined,
    moneyIds: row.money_ids ?? undefined,
    attempts: row.attempts,
    requestedOn: calendarDate(row.requested_on),
    requestedAt: row.created_at.getTime(),
  };
}
