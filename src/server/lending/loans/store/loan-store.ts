import { type Kysely, type Selectable, sql } from 'kysely';
import { OPEN_LOAN_STATUSES } from '#loan/application-decisions.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Loan, LoanFact, LoanStatus, LoanTerms } from '#loan/loan.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';

/** A loan as it is stored, with what only the service knows about it. */
export interface StoredLoan {
  readonly id: string;
  readonly personId: string;
  readonly originatedOn: CalendarDate;
  /** The ledger has everything the loan earned up to this date; undefined before disbursement. */
  readonly bookedThrough: CalendarDate | undefined;
  readonly loan: Loan;
}

/** Statuses of a loan that earns day by day. */
export const RUNNING_STATUSES = [
  'PERFORMING',
  'PAST_DUE',
  'DEFAULTED',
  'PAYMENT_PLAN',
  'FLEX',
] as const satisfies readonly LoanStatus[];

/** Statuses in which a loan can be late: days late are computed for these alone. */
export const LATE_STATUSES = [
  'PAST_DUE',
  'DEFAULTED',
  'PAYMENT_PLAN',
  'FLEX',
  'WRITTEN_OFF',
] as const satisfies readonly LoanStatus[];

/** Which loan: by its number as people say it, or by its id; with `personId` only if it is that person's. */
export type LoanKey = ({ readonly number: string } | { readonly id: string }) & {
  readonly personId?: string | undefined;
};

/** Locks the loan for this transaction and reads it. Undefined when it does not exist or is another person's. */
export function lockLoan(trx: Trx, key: LoanKey): Promise<StoredLoan | undefined> {
  return readWith(trx, key, true);
}

/** The loan without a lock. */
export function readLoan(db: Kysely<Tables>, key: LoanKey): Promise<StoredLoan | undefined> {
  return readWith(db, key, false);
}

/**
 * The loan of a person that is not over. A chargeback opens one again beside a newer one (domain 2.11): then that of which
 * a payout or a top-up is on its way, because its screens wait for the client, else the older.
 */
export async function readOpenLoan(db: Kysely<Tables>, personId: string): Promise<StoredLoan | undefined> {
  const row = await db
    .selectFrom('loan')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', 'in', OPEN_LOAN_STATUSES)
    .orderBy(sql`status not in ('ORIGINATED', 'DISBURSING', 'DISBURSMENT_FAILED') and top_up is null`)
    .orderBy('originated_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && readLoan(db, { id: row.id });
}

/** Every loan of a person, newest first. */
export async function readLoansOf(db: Kysely<Tables>, personId: string): Promise<StoredLoan[]> {
  const rows = await db
    .selectFrom('loan')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  const loans: StoredLoan[] = [];
  for (const { id } of rows) loans.push((await readLoan(db, { id })) as StoredLoan);
  return loans;
}

/** Counts the loans a person has paid back: one makes them a repeat client (product-spec §4). */
export async function countPaidLoans(db: Kysely<Tables>, personId: string): Promise<number> {
  const { paid } = await db
    .selectFrom('loan')
    .select((count) => count.fn.countAll<number>().as('paid'))
    .where('person_id', '=', personId)
    .where('status', '=', 'PAID')
    .executeTakeFirstOrThrow();
  return paid;
}

async function readWith(db: Kysely<Tables>, key: LoanKey, lock: boolean): Promise<StoredLoan | undefined> {
  let query = db.selectFrom('loan').selectAll();
  query = 'id' in key ? query.where('id', '=', key.id) : query.where('number', '=', key.number);
  if (key.personId !== undefined) query = query.where('person_id', '=', key.personId);
  if (lock) query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  return row && toStoredLoan(row, await readFacts(db, [row.id]));
}

/** Several loans at once, in the order of their ids, for lists. */
export async function readLoans(db: Kysely<Tables>, ids: readonly string[]): Promise<StoredLoan[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('loan').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const factsOf = Map.groupBy(await readFacts(db, ids), ({ loan_id }) => loan_id);
  return rows.map((row) => toStoredLoan(row, factsOf.get(row.id) ?? []));
}

type FactRow = Pick<Selectable<Tables['loan_fact']>, 'loan_id' | 'id' | 'kind' | 'date' | 'data' | 'reversed_on'>;

function readFacts(db: Kysely<Tables>, loanIds: readonly string[]): Promise<FactRow[]> {
  return db
    .selectFrom('loan_fact')
    .select(['loan_id', 'id', 'kind', 'date', 'data', 'reversed_on'])
    .where('loan_id', 'in', loanIds)
    .orderBy('position')
    .execute();
}

function toStoredLoan(row: Selectable<Tables['loan']>, facts: readonly FactRow[]): StoredLoan {
  return {
    id: row.id,
    personId: row.person_id,
    originatedOn: calendarDate(row.originated_on),
    bookedThrough: row.booked_through === null ? undefined : calendarDate(row.booked_through),
    loan: {
      number: row.number,
      status: row.status,
      terms: row.terms,
      ...(row.value_date !== null && { valueDate: calendarDate(row.value_date) }),
      ...(row.top_up !== null && { topUp: row.top_up }),
      facts: facts.flatMap(toFact),
    },
  };
}

/** A reversed write-off is dropped; a reversed payment stays in the list, marked, and is not counted. */
function toFact({ id, kind, date, data, reversed_on }: FactRow): LoanFact[] {
  if (reversed_on !== null && kind !== 'payment') return [];
  return [{ ...data, kind, id, date, ...(reversed_on !== null && { reversedOn: reversed_on }) } as LoanFact];
}

/** Adds the loan of a signed agreement. @returns its number */
export async function insertLoan(
  trx: Trx,
  loan: {
    readonly id: string;
    readonly personId: string;
    readonly terms: LoanTerms;
    readonly originatedOn: CalendarDate;
    readonly now: number;
  },
): Promise<string> {
  const year = Number(loan.originatedOn.slice(0, 4));
  const { last_number } = await trx
    .insertInto('loan_counter')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((row) => ({ last_number: row('loan_counter.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const number = `P-${year}-${String(last_number).padStart(7, '0')}`;
  await trx
    .insertInto('loan')
    .values({
      id: loan.id,
      number,
      person_id: loan.personId,
      status: 'ORIGINATED',
      terms: JSON.stringify(loan.terms),
      originated_on: loan.originatedOn,
      value_date: null,
      booked_through: null,
      top_up: null,
      created_at: new Date(loan.now),
    })
    .execute();
  return number;
}

/** Why a loan changed, for its history and its ledger. */
export interface Cause {
  /** `payment`, `close-of-business`, `plan-confirmed`, … */
  readonly kind: string;
  /** The id of the payment, order or agreement, or the date that was closed. */
  readonly ref: string;
}

export interface RecordedAt {
  readonly businessDate: CalendarDate;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes the difference between two versions of a loan: new facts, reversed facts, and the row itself. */
export async function saveLoan(trx: Trx, before: StoredLoan, after: StoredLoan, at: RecordedAt): Promise<void> {
  const known = new Map(before.loan.facts.map((fact) => [fact.id, fact]));
  const kept = new Set(after.loan.facts.map(({ id }) => id));
  for (const fact of after.loan.facts) {
    const earlier = known.get(fact.id);
    if (!earlier) await insertFact(trx, before.id, fact, at);
    else if (fact.kind === 'payment' && fact.reversedOn && earlier.kind === 'payment' && !earlier.reversedOn) {
      await reverseFact(trx, fact.id, fact.reversedOn);
    }
  }
  for (const { id } of before.loan.facts) if (!kept.has(id)) await reverseFact(trx, id, at.businessDate);
  const { status, valueDate, topUp } = after.loan;
  await trx
    .updateTable('loan')
    .set({
      status,
      value_date: valueDate ?? null,
      booked_through: after.bookedThrough ?? null,
      top_up: topUp ? JSON.stringify(topUp) : null,
    })
    .where('id', '=', before.id)
    .execute();
}

async function insertFact(trx: Trx, loanId: string, fact: LoanFact, { businessDate, now }: RecordedAt): Promise<void> {
  const { kind, id, date, ...data } = fact;
  await trx
    .insertInto('loan_fact')
    .values({
      id,
      loan_id: loanId,
      kind,
      date,
      data: JSON.stringify(data),
      recorded_on: businessDate,
      recorded_at: new Date(now),
    })
    .execute();
}

async function reverseFact(trx: Trx, id: string, date: string): Promise<void> {
  await trx.updateTable('loan_fact').set({ reversed_on: date }).where('id', '=', id).execute();
}

/** One row for each row of the transition table that was walked. */
export async function insertLoanEvents(
  trx: Trx,
  loanId: string,
  steps: readonly {
    readonly event: Tables['loan_event']['event'];
    readonly from: LoanStatus;
    readonly to: LoanStatus;
  }[],
  cause: Cause,
  at: RecordedAt,
): Promise<void> {
  if (steps.length === 0) return;
  await trx
    .insertInto('loan_event')
    .values(
      steps.map(({ event, from, to }) => ({
        loan_id: loanId,
        event,
        from_status: from,
        to_status: to,
        business_date: at.businessDate,
        at: new Date(at.now),
        cause: cause.kind,
        ref: cause.ref,
      })),
    )
    .execute();
}

/** The history of a loan's statuses, oldest first. */
export async function readLoanEvents(db: Kysely<Tables>, loanId: string) {
  return db.selectFrom('loan_event').selectAll().where('loan_id', '=', loanId).orderBy('id').execute();
}

/** The dates on which a loan entered default, oldest first: by days that passed, or when money that had paid it was taken back. */
export async function readDefaultDates(db: Kysely<Tables>, loanId: string): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom('loan_event')
    .select('business_date')
    .where('loan_id', '=', loanId)
    .where('to_status', '=', 'DEFAULTED')
    .orderBy('id')
    .execute();
  return rows.map(({ business_date }) => calendarDate(business_date));
}

/** Loans whose close of business is behind a date, longest behind first. */
export async function readLoansToClose(db: Kysely<Tables>, date: CalendarDate, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('loan')
    .select('id')
    .where('status', 'in', RUNNING_STATUSES)
    .where('booked_through', '<', date)
    .orderBy('booked_through')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
