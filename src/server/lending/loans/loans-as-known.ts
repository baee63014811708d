import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Loan, LoanFact } from '#loan/loan.ts';
import type { Db } from '#server/kit/tables.ts';

/** A loan as the lender knew it at the end of a business date. */
export interface KnownLoan {
  readonly id: string;
  readonly personId: string;
  readonly loan: Loan;
}

interface StoredFact {
  readonly fact: LoanFact;
  readonly recordedOn: string;
  readonly reversedOn: string | null;
}

/** Everything that was ever recorded of a loan, from which any day's knowledge follows. */
export interface LoanHistory {
  readonly id: string;
  readonly personId: string;
  readonly number: string;
  readonly terms: Loan['terms'];
  readonly valueDate: CalendarDate | undefined;
  readonly facts: readonly StoredFact[];
  readonly events: readonly { readonly on: string; readonly event: string; readonly status: Loan['status'] }[];
}

/** Several loans with their histories, in the order of their ids. */
export async function readHistories(db: Db, ids: readonly string[]): Promise<LoanHistory[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('loan').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const facts = await db
    .selectFrom('loan_fact')
    .select(['id', 'loan_id', 'kind', 'date', 'data', 'recorded_on', 'reversed_on'])
    .where('loan_id', 'in', ids)
    .orderBy('position')
    .execute();
  const events = await db
    .selectFrom('loan_event')
    .select(['loan_id', 'event', 'to_status', 'business_date'])
    .where('loan_id', 'in', ids)
    .orderBy('id')
    .execute();
  const factsOf = Map.groupBy(facts, (fact) => fact.loan_id);
  const eventsOf = Map.groupBy(events, (event) => event.loan_id);
  return rows.map(({ id, person_id, number, terms, value_date }) => ({
    id,
    personId: person_id,
    number,
    terms,
    valueDate: value_date === null ? undefined : calendarDate(value_date),
    facts: (factsOf.get(id) ?? []).map((row) => ({
      fact: { ...row.data, kind: row.kind, id: row.id, date: row.date } as LoanFact,
      recordedOn: row.recorded_on,
      reversedOn: row.reversed_on,
    })),
    events: (eventsOf.get(id) ?? []).map((row) => ({ on: row.business_date, event: row.event, status: row.to_status })),
  }));
}

/**
 * The loan as it was known at the end of a date: the facts recorded by then, whatever their own dates, and a payment
 * that was taken back later still counts. What becomes known later must only change later days (decision 0142).
 * @param takenBackBy leaves out what was taken back after this date; the same date by default
 */
export function asKnownOn(history: LoanHistory, date: CalendarDate, takenBackBy: CalendarDate = date): KnownLoan {
  const { id, personId, number, terms, valueDate } = history;
  const events = history.events.filter(({ on }) => on <= date);
  const isPaidOut = events.some(({ event }) => event === 'disbursement-confirmed');
  const facts = history.facts.flatMap(({ fact, recordedOn, reversedOn }): LoanFact[] => {
    if (recordedOn > date) return [];
    if (reversedOn === null || reversedOn > takenBackBy) return [fact];
    return fact.kind === 'payment' ? [{ ...fact, reversedOn: calendarDate(reversedOn) }] : [];
  });
  const status = events.at(-1)?.status ?? 'ORIGINATED';
  return { id, personId, loan: { number, status, terms, facts, ...(isPaidOut && valueDate && { valueDate }) } };
}
