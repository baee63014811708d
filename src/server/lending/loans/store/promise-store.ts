import { type Selectable, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { PromiseStatus } from '#loan/promise.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

export interface PaymentPromise {
  readonly id: string;
  readonly loanId: string;
  readonly amountCents: Cents;
  readonly dueOn: CalendarDate;
  readonly madeOn: CalendarDate;
  readonly status: PromiseStatus;
  /** Paid towards it by the end of its date; 0 while it is open. */
  readonly paidCents: Cents;
}

export interface NewPromise {
  readonly loanId: string;
  readonly personId: string;
  readonly amountCents: Cents;
  readonly dueOn: CalendarDate;
  readonly madeOn: CalendarDate;
  readonly madeBy: string;
  readonly now: number;
}

/** Records a promise. The loan must be locked, because the payments it has are counted out of it. @returns its id */
export async function insertPromise(trx: Trx, promise: NewPromise): Promise<string> {
  const { loanId, personId, amountCents, dueOn, madeOn, madeBy, now } = promise;
  const id = uuidv7(now);
  const { before } = await trx
    .selectFrom('loan_fact')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('before'))
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('payment_promise')
    .values({
      id,
      loan_id: loanId,
      person_id: personId,
      amount: amountCents,
      due_on: dueOn,
      made_on: madeOn,
      made_at: new Date(now),
      made_by: madeBy,
      facts_before: before,
    })
    .execute();
  return id;
}

/** The open promise of a loan, if any; one whose date is over is about to be decided, and is not open any more. */
export async function readOpenPromise(
  db: Db,
  loanId: string,
  today: CalendarDate,
): Promise<PaymentPromise | undefined> {
  const row = await promisesOf(db)
    .where('loan_id', '=', loanId)
    .where('status', '=', 'OPEN')
    .where('due_on', '>=', today)
    .executeTakeFirst();
  return row && present(row);
}

/** Every promise of a loan whose date is over. */
export async function readEndedPromises(db: Db, loanId: string, today: CalendarDate): Promise<PaymentPromise[]> {
  const rows = await promisesOf(db).where('loan_id', '=', loanId).where('due_on', '<', today).orderBy('id').execute();
  return rows.map(present);
}

/** Sums what was paid towards a promise: payments that became known after it and came by the end of its date. */
export async function readPaidTowards(db: Db, promiseId: string): Promise<Cents> {
  const row = await db
    .selectFrom('payment_promise')
    .innerJoin('loan_fact', 'loan_fact.loan_id', 'payment_promise.loan_id')
    .select(sql<number>`coalesce(sum((loan_fact.data ->> 'amountCents')::bigint), 0)::bigint`.as('paid'))
    .where('payment_promise.id', '=', promiseId)
    .where('loan_fact.kind', '=', 'payment')
    .where('loan_fact.reversed_on', 'is', null)
    .whereRef('loan_fact.position', '>', 'payment_promise.facts_before')
    .whereRef('loan_fact.date', '<=', 'payment_promise.due_on')
    .executeTakeFirstOrThrow();
  return cents(row.paid);
}

export async function savePromise(
  trx: Trx,
  id: string,
  decided: { readonly status: PromiseStatus; readonly paidCents: Cents; readonly on: CalendarDate },
): Promise<void> {
  await trx
    .updateTable('payment_promise')
    .set({ status: decided.status, paid: decided.paidCents, decided_on: decided.on })
    .where('id', '=', id)
    .execute();
}

/** Loans with an open promise whose date is over, in a stable order. */
export async function readLoansToDecide(
  db: Db,
  today: CalendarDate,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('payment_promise')
    .select('loan_id')
    .where('status', '=', 'OPEN')
    .where('due_on', '<', today);
  if (after !== undefined) query = query.where('loan_id', '>', after);
  const rows = await query.orderBy('loan_id').limit(limit).execute();
  return rows.map(({ loan_id }) => loan_id);
}

function promisesOf(db: Db) {
  return db.selectFrom('payment_promise').select(['id', 'loan_id', 'amount', 'due_on', 'made_on', 'status', 'paid']);
}

type Row = Pick<
  Selectable<Tables['payment_promise']>,
  'id' | 'loan_id' | 'amount' | 'due_on' | 'made_on' | 'status' | 'paid'
>;

function present({ id, loan_id, amount, due_on, made_on, status, paid }: Row): PaymentPromise {
  return {
    id,
    loanId: loan_id,
    amountCents: cents(amount),
    dueOn: calendarDate(due_on),
    madeOn: calendarDate(made_on),
    status,
    paidCents: cents(paid),
  };
}
