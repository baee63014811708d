import { type CalendarDate, calendarDate, daysBetween } from '#loan/calendar.ts';
import { disbursementConfirmed } from '#loan/ledger.ts';
import {
  ABANDONED_AFTER_DAYS,
  ACCOUNT_REMINDED_AFTER_DAYS,
  confirmDisbursement,
  confirmTopUp,
  type LoanChange,
  orderDisbursement,
  rejectDisbursement,
  voidLoan,
  withTopUp,
} from '#loan/loan-life.ts';
import type { Trx } from '#server/kit/tables.ts';
import { backOffMs, type Claim, postponeClaim, workRound } from '#server/kit/work-queue.ts';
import { hasUndecidedFlag } from '#server/lending/fraud/flag-hold.ts';
import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { remindOfAccount } from '#server/lending/loans/remind-clients.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import { type LoanContext, type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { readPayoutsHeldUntil } from '#server/lending/people/store/contact-change-store.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import {
  type DisbursementOrder,
  GIVEN_ORDERS,
  lockOrder,
  moveOrder,
  ORDERS,
  readOrders,
  toOrder,
} from './disbursement-store.ts';
import { payoutSubject } from './missing-payout.ts';
import { readPayoutHold } from './payout-archive.ts';
import type { SealedAccount } from './payout-destination.ts';
import type { Destination } from './queue-disbursement.ts';
import { sendOnce } from './send-once.ts';
import { bookSurplusPayout, reportLatePayout } from './surplus-payout.ts';

export interface DisbursementContext extends LoanContext {
  readonly payout: PayoutGateway;
  readonly openDestination: (account: SealedAccount) => Promise<Destination>;
  /** Told after the transaction, for messages and documents. */
  readonly onDisbursed?: (order: DisbursementOrder) => Promise<void>;
}

/** Written in the transaction that ends a payout, which had this status until then. */
export type Alongside = (trx: Trx, was: string) => Promise<void>;

const RETRY = { firstMs: 30_000, longestMs: 15 * 60_000 };
/** Statuses in which the bank can answer about an order. */
const SENT_OUT = ['SENDING', 'SENT'] as const;

/**
 * Sends every due order, in one pass. The order is marked SENDING and its loan DISBURSING before the bank is called; the
 * bank's answer is written afterwards. After a crash in between, the next pass asks the bank about this order and never
 * sends it again: what is not found is a task for a person. A bank that takes orders together is only asked. Nothing at all
 * happens while payouts are held.
 * @returns how many orders were tried
 */
export async function dispatchDisbursements(context: DisbursementContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log } = context;
  if ((await readPayoutHold(context)) !== undefined) return 0;
  const now = clock.now();
  const queue = context.payout.batches ? GIVEN_ORDERS : ORDERS;
  return workRound(db.kysely, queue, now, {
    work: (claim) => dispatchOne(context, claim),
    async failed(claim, error) {
      const { id, attempts } = claim.row;
      log.warn({ err: error, order: id, attempts }, 'a disbursement has no answer yet');
      // Never its status: nobody knows here how far it came, and an order noted as sent must have a loan that knows.
      await postponeClaim(db.kysely, queue, claim, now + backOffMs(RETRY, attempts));
    },
    isStopped,
  });
}

async function dispatchOne(
  context: DisbursementContext,
  { row, leaseUntil }: Claim<'disbursement_order'>,
): Promise<void> {
  const order = toOrder(row);
  const isQueued = order.status === 'QUEUED';
  // An order that an earlier copy noted as being sent, without its loan, is asked about all the same.
  if (!isQueued) await tellLoan(context, order);
  await sendOnce(
    context,
    { ...order, isQueued, leaseUntil },
    {
      destination: () => destinationOf(context, order),
      begin: () => beginSending(context, order),
      unsend: () => moveOrder(context.db.kysely, order.id, ['SENDING'], { status: 'QUEUED' }, order.attempts),
      take: (state) => takeAnswer(context, order, state),
    },
  );
}

/** The account that an order goes to, and its purpose. */
export async function destinationOf({ db, openDestination }: DisbursementContext, order: DisbursementOrder) {
  const { cci, holder } = await openDestination(order);
  const { number } = await db.kysely
    .selectFrom('loan')
    .select('number')
    .where('id', '=', order.loanId)
    .executeTakeFirstOrThrow();
  return { cci, holder, about: `${number} ${order.purpose}` };
}

/**
 * The loan leaves ORIGINATED before any money can move. False: the order is not QUEUED any more, or its loan must not be
 * paid out.
 * @param alongside what is noted in the same transaction
 */
export async function beginSending(
  context: LoanContext,
  order: DisbursementOrder,
  alongside: (trx: LockedLoan['trx']) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const begun = await withLoan(context, { id: order.loanId }, async (locked) => {
    const lockedOrder = await lockOrder(locked.trx, order.id);
    if (lockedOrder?.status !== 'QUEUED') return false;
    // Its client has asked for another contact since it was claimed.
    if (await readPayoutsHeldUntil(locked.trx, locked.personId)) return false;
    // Or was flagged since.
    if (await hasUndecidedFlag(locked.trx, locked.personId)) return false;
    const change = await ordered(locked, order);
    if (change?.kind === 'refused') return refuseOrder(locked, order);
    if (!(await moveOrder(locked.trx, order.id, ['QUEUED'], { status: 'SENDING' }))) return false;
    if (change) await locked.save(change, { kind: 'disbursement-ordered', ref: order.id });
    await alongside(locked.trx);
    return true;
  });
  return begun === true;
}

/** An order on its way whose loan has not heard of it tells the loan, if it still can be told. */
async function tellLoan(context: LoanContext, order: DisbursementOrder): Promise<void> {
  await withLoan(context, { id: order.loanId }, async (locked) => {
    const lockedOrder = await lockOrder(locked.trx, order.id);
    if (lockedOrder?.status !== order.status) return;
    const change = await ordered(locked, order);
    if (change?.kind === 'accepted') await locked.save(change, { kind: 'disbursement-ordered', ref: order.id });
  });
}

/**
 * Nothing is sent for a loan that has no debt to show for it: an order the bank has not seen ends, another is looked
 * at.
 */
async function refuseOrder({ trx, loan, now, day }: LockedLoan, { id }: DisbursementOrder): Promise<false> {
  await moveOrder(trx, id, ['QUEUED'], { status: 'CANCELLED', reason: `loan is ${loan.status}`, endedOn: day.date });
  const facts = { loan: loan.number, status: loan.status };
  const task = { kind: 'disbursement-stopped', subject: `disbursement:${id}`, says: 'disbursement-stopped' } as const;
  await openTask(trx, { ...task, facts }, now);
  return false;
}

/** Undefined: the loan has the status already. A top-up is DISBURSING from its signature on (domain 2.15). */
async function ordered(
  locked: LockedLoan,
  order: DisbursementOrder,
): Promise<ReturnType<typeof orderDisbursement> | undefined> {
  const { loan } = locked;
  if (order.purpose === 'loan') return loan.status === 'DISBURSING' ? undefined : orderDisbursement(loan);
  return (await isOfPendingTopUp(locked, order)) ? undefined : { kind: 'refused', reason: 'not-in-the-table' };
}

/** A top-up is signed and its order written at once: earlier orders were other top-ups', of other amounts. */
async function isOfPendingTopUp({ trx, id, loan }: LockedLoan, order: DisbursementOrder): Promise<boolean> {
  if (loan.topUp?.status !== 'DISBURSING') return false;
  return (await readOrders(trx, id)).findLast(({ purpose }) => purpose === 'top-up')?.id === order.id;
}

/**
 * Writes the bank's answer. A stale answer about an order that has ended changes nothing, but for money: what the bank has
 * paid is booked, also when the order had been noted as refused, and what has come back is told to staff.
 * @param alongside what is written in the transaction that ends it
 */
export async function takeAnswer(
  context: LoanContext & Pick<DisbursementContext, 'onDisbursed'>,
  order: DisbursementOrder,
  state: PayoutState,
  alongside?: Alongside,
): Promise<void> {
  const isFuture = state.kind === 'paid' && state.valueDate > context.clock.businessDate();
  if (state.kind === 'accepted' || isFuture) {
    const nextAttemptAt = context.clock.now() + RETRY.firstMs;
    const { providerRef } = state as { readonly providerRef: string };
    await moveOrder(context.db.kysely, order.id, SENT_OUT, { status: 'SENT', providerRef, nextAttemptAt });
    return;
  }
  const ended = await withLoan(context, { id: order.loanId }, async (locked) => {
    const lockedOrder = await lockOrder(locked.trx, order.id);
    if (!lockedOrder) return false;
    const isPaidNow = await end(locked, lockedOrder, state);
    await alongside?.(locked.trx, lockedOrder.status);
    return isPaidNow;
  });
  if (ended === true) await context.onDisbursed?.(order);
}

/** @returns whether the loan has got its money by this answer */
async function end(
  locked: LockedLoan,
  order: DisbursementOrder,
  state: Extract<PayoutState, { readonly kind: 'paid' | 'rejected' }>,
): Promise<boolean> {
  if (state.kind === 'paid') return order.status !== 'CONFIRMED' && confirm(locked, order, state);
  if (order.status === 'SENDING' || order.status === 'SENT') await reject(locked, order, state.reason);
  else if (order.status === 'CONFIRMED') await reportReturnedPayout(locked, order, state.reason);
  return false;
}

/** A value date before the order cannot be true: interest never starts earlier than the order. */
function notBeforeItsOrder(valueDate: CalendarDate, { orderedOn }: DisbursementOrder): CalendarDate {
  return valueDate < orderedOn ? orderedOn : valueDate;
}

/**
 * The bank has paid. An order that was not on its way is made up for as far as its loan still waits for money; else the money
 * is a surplus, to be recovered.
 * @returns whether the loan has got it
 */
async function confirm(
  locked: LockedLoan,
  order: DisbursementOrder,
  state: Extract<PayoutState, { readonly kind: 'paid' }>,
): Promise<boolean> {
  const { trx, day, now } = locked;
  const { id, amountCents } = order;
  // Also one that books which were restored have as waiting.
  const isLate = order.status !== 'SENDING' && order.status !== 'SENT';
  const { providerRef } = state;
  const valueDate = notBeforeItsOrder(state.valueDate, order);
  const payout = { id, kind: 'disbursement', amountCents, providerRef, valueDate } as const;
  if (isLate) {
    const again = await ordered(locked, order);
    if (again?.kind === 'accepted') await locked.save(again, { kind: 'disbursement-ordered-late', ref: id });
  }
  const change = await paidOut(locked, order, valueDate);
  if (!change) {
    await bookSurplusPayout(locked, payout);
    const reason = 'paid by the bank when it was not owed any more';
    await moveOrder(trx, id, ['QUEUED', ...SENT_OUT], { status: 'CANCELLED', providerRef, reason, endedOn: day.date });
    return false;
  }
  const paid = { businessDate: day.date, kind: 'disbursement-paid', ref: id, loanId: locked.id, now };
  await postJournal(trx, { ...paid, postings: disbursementConfirmed(amountCents) });
  await locked.save(change, { kind: 'disbursement-confirmed', ref: id });
  await moveOrder(trx, id, [order.status], { status: 'CONFIRMED', providerRef, valueDate, endedOn: day.date });
  if (isLate) {
    await cancelQueued(trx, order, day.date);
    await reportLatePayout(locked, payout);
  }
  return true;
}

/** Undefined: the loan does not wait for this money. */
async function paidOut(
  locked: LockedLoan,
  order: DisbursementOrder,
  valueDate: CalendarDate,
): Promise<LoanChange | undefined> {
  const { loan, day } = locked;
  if (order.purpose === 'top-up') {
    if (!(await isOfPendingTopUp(locked, order))) return undefined;
    return confirmTopUp(loan, { id: order.id, valueDate }, day);
  }
  const change = confirmDisbursement(loan, valueDate, day.calendar);
  return change.kind === 'refused' ? undefined : change;
}

/**
 * Another account was named for the same money, and nothing has gone there yet: the first one has been paid after all.
 */
async function cancelQueued(
  trx: LockedLoan['trx'],
  { id, loanId, purpose }: DisbursementOrder,
  endedOn: CalendarDate,
): Promise<void> {
  for (const other of await readOrders(trx, loanId)) {
    if (other.id === id || other.purpose !== purpose) continue;
    await moveOrder(trx, other.id, ['QUEUED'], { status: 'CANCELLED', reason: `order ${id} was paid`, endedOn });
  }
}

async function reject(locked: LockedLoan, order: DisbursementOrder, reason: string): Promise<void> {
  const change =
    order.purpose === 'loan' ? rejectDisbursement(locked.loan) : withTopUp(locked.loan, undefined, locked.day);
  // Another order of the loan has been paid meanwhile: only this one ends.
  if (change.kind === 'accepted') await locked.save(change, { kind: 'disbursement-rejected', ref: order.id });
  await moveOrder(locked.trx, order.id, SENT_OUT, { status: 'REJECTED', reason, endedOn: locked.day.date });
}

function reportReturnedPayout(
  { trx, loan, now }: LockedLoan,
  { id }: DisbursementOrder,
  reason: string,
): Promise<void> {
  const facts = { order: id, loan: loan.number, reason };
  return openTask(trx, { kind: 'payout-came-back', subject: payoutSubject(id), says: 'payout-came-back', facts }, now);
}

async function saveOrThrow(
  locked: LockedLoan,
  change: LoanChange | { readonly kind: 'refused'; readonly reason: string },
  cause: { readonly kind: string; readonly ref: string },
): Promise<void> {
  if (change.kind === 'refused') throw new RangeError(`loan ${locked.loan.number}: ${cause.kind} ${change.reason}`);
  await locked.save(change, cause);
}

/**
 * Voids loans whose money could not be sent and for which nobody named another account, and reminds their clients of it
 * before.
 * @returns how many were voided
 */
export async function abandonFailedDisbursements(context: LoanContext): Promise<number> {
  const failed = await context.db.kysely
    .selectFrom('loan')
    .select('id')
    .where('status', '=', 'DISBURSMENT_FAILED')
    .execute();
  let voided = 0;
  for (const { id } of failed) {
    try {
      if ((await withLoan(context, { id }, abandon)) === true) voided += 1;
    } catch (error) {
      context.log.error({ err: error, loanId: id }, 'a loan could not be voided');
    }
  }
  return voided;
}

async function abandon(locked: LockedLoan): Promise<boolean> {
  const { loan, day, trx, id } = locked;
  const last = (await readOrders(trx, id)).at(-1);
  const since = last && (await endOf(trx, last.id));
  if (!last || !since || loan.status !== 'DISBURSMENT_FAILED') return false;
  const days = daysBetween(since, day.date);
  if (days < ABANDONED_AFTER_DAYS) {
    if (days >= ACCOUNT_REMINDED_AFTER_DAYS) await remindOfAccount(locked, { orderId: last.id, refusedOn: since });
    return false;
  }
  const change = voidLoan(loan, 'disbursement-abandoned');
  await saveOrThrow(locked, change, { kind: 'disbursement-abandoned', ref: last.id });
  return true;
}

async function endOf(trx: LockedLoan['trx'], orderId: string): Promise<CalendarDate | undefined> {
  const row = await trx
    .selectFrom('disbursement_order')
    .select('ended_on')
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row?.ended_on ? calendarDate(row.ended_on) : undefined;
}
