import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import { hasUndecidedFlag } from '#server/lending/fraud/flag-hold.ts';
import { readPayoutsHeldUntil } from '#server/lending/people/store/contact-change-store.ts';
import { isNotBeingReleased } from './being-released.ts';
import { mayLeave } from './contact-hold.ts';
import { isNotFlagged } from './flag-hold.ts';
import type { DisbursementPurpose, DisbursementStatus } from './tables.ts';

/** An order to send money to a client. Its id is the provider's idempotency key. */
export interface DisbursementOrder {
  readonly id: string;
  readonly loanId: string;
  readonly purpose: DisbursementPurpose;
  readonly amountCents: Cents;
  /** The bank account as the vault sealed it. */
  readonly destinationSealed: string;
  readonly status: DisbursementStatus;
  readonly attempts: number;
  readonly orderedOn: CalendarDate;
  readonly createdAt: Date;
}

export interface NewOrder {
  readonly id: string;
  readonly loanId: string;
  readonly purpose: DisbursementPurpose;
  readonly amountCents: Cents;
  readonly destinationSealed: string;
  readonly orderedOn: CalendarDate;
  /** Nothing is sent before, milliseconds since 1970; undefined: at once. */
  readonly notBefore?: number | undefined;
  readonly now: number;
}

/** Statuses of an order that has not ended. */
const OPEN = ['QUEUED', 'SENDING', 'SENT'] as const satisfies readonly DisbursementStatus[];

export function isOpen({ status }: Pick<DisbursementOrder, 'status'>): boolean {
  return (OPEN as readonly DisbursementStatus[]).includes(status);
}

const COLUMNS = [
  'id',
  'loan_id',
  'purpose',
  'amount',
  'destination_sealed',
  'status',
  'attempts',
  'ordered_on',
  'created_at',
] as const;

/** Writes an order in the transaction that decides it; the dispatcher sends it after the commit. */
export async function insertOrder(trx: Trx, order: NewOrder): Promise<void> {
  await trx
    .insertInto('disbursement_order')
    .values({
      id: order.id,
      loan_id: order.loanId,
      purpose: order.purpose,
      amount: order.amountCents,
      destination_sealed: order.destinationSealed,
      status: 'QUEUED',
      next_attempt_at: new Date(Math.max(order.now, order.notBefore ?? order.now)),
      provider_ref: null,
      value_date: null,
      reason: null,
      ordered_on: order.orderedOn,
      ended_on: null,
      created_at: new Date(order.now),
    })
    .execute();
}

/** Orders the bank may still have to hear of. */
export const ORDERS: WorkQueue<'disbursement_order'> = {
  table: 'disbursement_order',
  turn: 'next_attempt_at',
  countsAttempts: true,
  // A waiting order stays where it is while its client's contacts are changing (decision 0116) or a flag lies on them
  // (0146).
  isOpen: (row) => row.and([row('status', 'in', OPEN), mayLeave(), isNotFlagged(), isNotBeingReleased()]),
  // Longer than the slowest bank answers.
  leaseMs: 120_000,
  batch: 10,
};

/** Of a bank that takes the orders of a day together: only those it has been given are asked about. */
export const GIVEN_ORDERS: WorkQueue<'disbursement_order'> = {
  ...ORDERS,
  isOpen: (row) => row.and([row('status', 'in', ['SENDING', 'SENT']), isNotBeingReleased()]),
};

/** The reason why a payout waits: until a moment, or for people, who do not promise one. */
export type PayoutWait = { readonly from: Date } | 'people';

/**
 * Finds what a loan's payout waits for: people, under a flag of fraud (decision 0146), or the instant before which
 * nothing is sent, because its client's contacts are changing (decision 0116) or its account was named less than a day
 * ago; undefined when nothing delays it. An order that was tried and waits for a retry counts as being paid out.
 */
export async function readPayoutWait(db: Kysely<Tables>, loanId: string, now: number): Promise<PayoutWait | undefined> {
  const row = await db
    .selectFrom('disbursement_order')
    .innerJoin('loan', 'loan.id', 'loan_id')
    .select(['next_attempt_at as at', 'loan.person_id as personId'])
    .where('loan_id', '=', loanId)
    .where('disbursement_order.status', '=', 'QUEUED')
    .select('attempts')
    .executeTakeFirst();
  if (!row) return undefined;
  if (await hasUndecidedFlag(db, row.personId)) return 'people';
  if (row.attempts > 0) return undefined;
  const held = await readPayoutsHeldUntil(db, row.personId);
  const at = held && held > row.at ? held : row.at;
  return at.getTime() > now ? { from: at } : undefined;
}

/** The order, locked for this transaction. The loan is locked before it, always. */
export async function lockOrder(trx: Trx, id: string): Promise<DisbursementOrder | undefined> {
  const row = await trx
    .selectFrom('disbursement_order')
    .select(COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toOrder(row);
}

export async function readOrder(db: Kysely<Tables>, id: string): Promise<DisbursementOrder | undefined> {
  const row = await db.selectFrom('disbursement_order').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toOrder(row);
}

/**
 * Changes an order's status if it is still one of the expected ones (compare and set): two processes may work on one
 * order, and the slower must not reopen what the other has ended.
 * @returns whether it did
 */
export async function moveOrder(
  db: Kysely<Tables>,
  id: string,
  from: readonly DisbursementStatus[],
  to: {
    readonly status: DisbursementStatus;
    readonly providerRef?: string | undefined;
    readonly valueDate?: CalendarDate | undefined;
    readonly reason?: string | undefined;
    readonly endedOn?: CalendarDate | undefined;
    /** Instant of the next question or try. */
    readonly nextAttemptAt?: number | undefined;
  },
  /** Only while no later attempt has begun, because the knowledge of this attempt may be outdated. */
  attempts?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('disbursement_order')
    .set({
      status: to.status,
      ...(to.providerRef !== undefined && { provider_ref: to.providerRef }),
      ...(to.valueDate !== undefined && { value_date: to.valueDate }),
      ...(to.reason !== undefined && { reason: to.reason.slice(0, 300) }),
      ...(to.endedOn !== undefined && { ended_on: to.endedOn }),
      ...(to.nextAttemptAt !== undefined && { next_attempt_at: new Date(to.nextAttemptAt) }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts as number))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Every order of a loan, oldest first: the one that failed, the one that replaced it. */
export async function readOrders(db: Kysely<Tables>, loanId: string): Promise<DisbursementOrder[]> {
  const rows = await db
    .selectFrom('disbursement_order')
    .select(COLUMNS)
    .where('loan_id', '=', loanId)
    // Ids are random: they do not tell which came first.
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toOrder);
}

export function toOrder(
  row: Pick<Selectable<Tables['disbursement_order']>, (typeof COLUMNS)[number]>,
): DisbursementOrder {
  return {
    id: row.id,
    loanId: row.loan_id,
    purpose: row.purpose,
    amountCents: cents(row.amount),
    destinationSealed: row.destination_sealed,
    status: row.status,
    attempts: row.attempts,
    orderedOn: calendarDate(row.ordered_on),
    createdAt: row.created_at,
  };
}

/** Gives orders of a client that have waited for a change of account the new one. */
export async function moveWaitingOrders(
  trx: Trx,
  { personId, since }: { readonly personId: string; readonly since: Date },
  toSealed: (orderId: string) => Promise<string>,
): Promise<void> {
  const orders = await trx
    .selectFrom('disbursement_order')
    .innerJoin('loan', 'loan.id', 'loan_id')
    .select('disbursement_order.id')
    .where('loan.person_id', '=', personId)
    .where('disbursement_order.status', '=', 'QUEUED')
    .where('disbursement_order.created_at', '>=', since)
    .execute();
  for (const { id } of orders) {
    await trx
      .updateTable('disbursement_order')
      .set({ destination_sealed: await toSealed(id) })
      .where('id', '=', id)
      .where('status', '=', 'QUEUED')
      .execute();
  }
}
