import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Loan } from '#loan/loan.ts';
import { type Cents, cents, sum } from '#loan/money.ts';
import { type GivenBack, leftOfPayments } from '#loan/money-back.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import { isNotBeingReleased } from '#server/lending/payouts/being-released.ts';
import { mayLeave } from '#server/lending/payouts/contact-hold.ts';
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
  readonly attempts: number;
  readonly requestedOn: CalendarDate;
  readonly requestedAt: number;
}

/** The part of a refund that is taken from one payment. */
export interface RefundPart {
  /** Of credit: the loan's fact of it, unless it was booked anew. */
  readonly id: string;
  /** The payment's fact, which is its credit's id. */
  readonly paymentId: string;
  readonly amountCents: Cents;
}

export type NewRefund = Omit<StoredRefund, 'attempts' | 'requestedAt' | 'amountCents'> & {
  /** The parts by payment; together they must be the amount. */
  readonly parts: readonly RefundPart[];
  /** Nothing is sent before, milliseconds since 1970; undefined: at once. */
  readonly notBefore?: number | undefined;
  readonly requestedBy: string;
  readonly now: number;
};

const OPEN = ['QUEUED', 'SENDING', 'SENT'] as const satisfies readonly RefundStatus[];

/** Orders a refund. The database refuses a part that is more than what is left of its payment. */
export async function insertRefund(trx: Trx, refund: NewRefund): Promise<StoredRefund> {
  const row = await trx
    .insertInto('refund')
    .values({
      id: refund.id,
      kind: refund.kind,
      person_id: refund.personId,
      loan_id: refund.loanId,
      intent_id: refund.intentId ?? null,
      amount: sum(...refund.parts.map(({ amountCents }) => amountCents)),
      status: refund.status,
      order_id: refund.orderId ?? null,
      destination_sealed: refund.destinationSealed ?? null,
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
  await trx
    .insertInto('refund_part')
    .values(
      refund.parts.map(({ id, paymentId, amountCents }) => ({
        id,
        refund_id: refund.id,
        payment_id: paymentId,
        amount: amountCents,
      })),
    )
    .execute();
  return toRefund(row);
}

/** The parts of a refund. */
export async function readParts(db: Kysely<Tables>, refundId: string): Promise<RefundPart[]> {
  const rows = await db.selectFrom('refund_part').selectAll().where('refund_id', '=', refundId).orderBy('id').execute();
  return rows.map(({ id, payment_id, amount }) => ({ id, paymentId: payment_id, amountCents: cents(amount) }));
}

interface PartGivenBack extends GivenBack, Pick<StoredRefund, 'kind' | 'status'> {
  readonly refundId: string;
}

/**
 * The parts of a loan's payments that have gone back or are on their way. Refunds that were refused took nothing, and a
 * surplus does not belong to any payment.
 */
export async function readGivenBack(db: Kysely<Tables>, loanId: string): Promise<PartGivenBack[]> {
  const rows = await db
    .selectFrom('refund_part as part')
    .innerJoin('refund', 'refund.id', 'part.refund_id')
    .leftJoin('surplus_payout', 'surplus_payout.id', 'refund.id')
    .select(['part.id', 'part.refund_id', 'part.payment_id', 'part.amount', 'part.booked_as'])
    .select(['refund.kind', 'refund.status'])
    .where('refund.loan_id', '=', loanId)
    .where('refund.status', '<>', 'REJECTED')
    .where('surplus_payout.id', 'is', null)
    .orderBy('part.id')
    .execute();
  return rows.map(({ id, refund_id, payment_id, amount, booked_as, kind, status }) => ({
    refundId: refund_id,
    paymentId: payment_id,
    amountCents: cents(amount),
    factId: kind === 'CREDIT' ? (booked_as ?? id) : undefined,
    kind,
    status,
  }));
}

/**
 * Tells whether the money that a refund takes of its payments is still there. A refund of before the parts were kept,
 * which does not name payments for all of it, has nothing there.
 * @param instead a refund that it takes the place of
 */
export async function partsAreLeft(
  trx: Trx,
  loan: Pick<Loan, 'facts'>,
  { id, loanId, amountCents: wantedCents }: Pick<StoredRefund, 'id' | 'loanId' | 'amountCents'>,
  instead?: string,
): Promise<boolean> {
  const given = await readGivenBack(trx, loanId);
  const left = leftOfPayments(
    loan,
    given.filter(({ refundId }) => refundId !== id && refundId !== instead),
  );
  const parts = await readParts(trx, id);
  const isLeft = ({ paymentId, amountCents }: RefundPart): boolean =>
    left.some(({ payment, leftCents }) => payment.id === paymentId && leftCents >= amountCents);
  return sum(...parts.map(({ amountCents }) => amountCents)) === wantedCents && parts.every(isLeft);
}

/** Credit whose fact was taken back goes again as another one. */
export async function bookPartAs(trx: Trx, id: string, bookedAs: string): Promise<void> {
  await trx.updateTable('refund_part').set({ booked_as: bookedAs }).where('id', '=', id).execute();
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

/** Tells whether another refund has given the same payment back. */
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
  const row = await trx.selectFrom('refund').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
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
  // A waiting refund stays where it is while its client's contacts are changing (decision 0116).
  isOpen: (row) =>
    row.and([row('status', 'in', OPEN), row('order_id', 'is not', null), mayLeave(), isNotBeingReleased()]),
  // Longer than the slowest bank answers.
  leaseMs: 120_000,
  batch: 10,
};

/** Of a bank that takes the orders of a day together: only those it has been given are asked about. */
export const GIVEN_REFUNDS: WorkQueue<'refund'> = {
  ...BANK_REFUNDS,
  isOpen: (row) =>
    row.and([row('status', 'in', ['SENDING', 'SENT']), row('order_id', 'is not', null), isNotBeingReleased()]),
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
  },
  /** Only while no later attempt has begun, because the knowledge of this attempt may be outdated. */
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

/**
 * Refunds that have not ended, oldest first.
 * @internal
 */
export async function listOpenRefunds(db: Kysely<Tables>): Promise<StoredRefund[]> {
  return (await openRefunds(db).orderBy('id').execute()).map(toRefund);
}

/** Selects refunds that have not ended, in any order. */
export function openRefunds(db: Kysely<Tables>) {
  return db.selectFrom('refund').selectAll().where('status', 'in', OPEN);
}

/** The refunds on their way to one person. */
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
    attempts: row.attempts,
    requestedOn: calendarDate(row.requested_on),
    requestedAt: row.created_at.getTime(),
  };
}

/** Gives refunds of a client that have waited for a change of account the new one. */
export async function moveWaitingRefunds(
  trx: Trx,
  { personId, since }: { readonly personId: string; readonly since: Date },
  toSealed: (refundId: string) => Promise<string>,
): Promise<void> {
  const refunds = await trx
    .selectFrom('refund')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', '=', 'QUEUED')
    .where('order_id', 'is not', null)
    .where('created_at', '>=', since)
    .execute();
  for (const { id } of refunds) {
    await trx
      .updateTable('refund')
      .set({ destination_sealed: await toSealed(id) })
      .where('id', '=', id)
      .where('status', '=', 'QUEUED')
      .execute();
  }
}
