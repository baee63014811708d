import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { CONTACT_OUTCOMES, type ContactOutcome } from '#loan/contact-hours.ts';
import type { LoanStatus } from '#loan/loan.ts';
import type { Cents } from '#loan/money.ts';
import { PROMISE_STATUSES, type PromiseStatus } from '#loan/promise.ts';
import type { Db } from '#server/kit/tables.ts';
import { countRows, keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import { type ContactHoursOfRow, withContactHours } from './contact-hours-of-rows.ts';
import type { ListContext } from './loan-list.ts';

/** Outcomes of the last contact, and what there is instead: nothing on record yet, or no contact at all. */
export const LAST_OUTCOMES = [...CONTACT_OUTCOMES, 'NOT_RECORDED', 'NOT_CONTACTED'] as const;
export type LastOutcome = ContactOutcome | 'NOT_RECORDED' | 'NOT_CONTACTED';
/** States of the last promise, or that there is none. */
export const LAST_PROMISES = [...PROMISE_STATUSES, 'NOT_PROMISED'] as const;
export type LastPromise = PromiseStatus | 'NOT_PROMISED';

/** Filters; one that is left out does not restrict the list. */
export interface CollectionsFilter {
  readonly outcomes?: readonly LastOutcome[] | undefined;
  readonly promises?: readonly LastPromise[] | undefined;
  readonly daysLateFrom?: number | undefined;
  readonly daysLateTo?: number | undefined;
}

/** A late loan as collections work it. */
export interface CollectionsRow extends ContactHoursOfRow {
  readonly number: string;
  readonly status: LoanStatus;
  readonly personId: string;
  readonly daysLate: number;
  readonly overdue: Cents;
  readonly promise: LastPromise;
  readonly promised: Cents | null;
  readonly promisedFor: string | null;
  /** The last contact about this loan, by which its outcome is recorded. */
  readonly lastContact: string | null;
  readonly contactedAt: string | null;
  readonly outcome: LastOutcome;
}

interface Stored {
  readonly broken: number;
  readonly days_late: number;
  readonly overdue: number;
  readonly id: string;
  readonly number: string;
  readonly status: LoanStatus;
  readonly person_id: string;
  readonly promise: LastPromise;
  readonly promised: number | null;
  readonly promised_for: string | null;
}

/** Broken promises first, then the longest and the largest delays. */
const KEYS = { broken: 'number', days_late: 'number', overdue: 'number', id: 'uuid' } as const;
export const COLLECTIONS_CURSOR = placesOf(KEYS);

/**
 * Lists the loans that are late, as the close of the day and every payment leave them, with the last contact, the last
 * promise and the hours in which the client may be called (Ley 29571 arts. 61–62).
 */
export function listCollections(context: ListContext, filter: CollectionsFilter): ListSource<CollectionsRow> {
  const { db, clock } = context;
  const { kysely } = db;
  const today = calendarDate(clock.businessDate());
  const rows = lateRows(today, filter) as RawBuilder<Stored>;
  const list = keyset<Stored, CollectionsRow>(kysely, { rows, keys: KEYS, isDescending: true }, async (stored) => {
    const contacts = await readLastContacts(
      kysely,
      stored.map(({ id }) => id),
    );
    return withContactHours(
      context,
      stored.map((row) => present(row, contacts.get(row.id))),
    );
  });
  const isByDaysAlone = filter.promises === undefined && filter.outcomes === undefined;
  return {
    ...list,
    // The index of days late counts by itself.
    count: (request) =>
      isByDaysAlone && request.until === undefined
        ? countRows(kysely, sql`select from late_loan where ${daysOf(today, filter)}`, request.most)
        : list.count(request),
  };
}

function daysOf(today: CalendarDate, { daysLateFrom, daysLateTo }: CollectionsFilter): RawBuilder<unknown> {
  return sql`late_since < ${today}::date
    ${daysLateFrom === undefined ? sql`` : sql`and late_since <= ${today}::date - ${daysLateFrom}::int`}
    ${daysLateTo === undefined ? sql`` : sql`and late_since >= ${today}::date - ${daysLateTo}::int`}`;
}

/** The outcome of the last contact about a loan, as this list says it. */
const LAST_OUTCOME = sql`coalesce((
  select coalesce(contact_outcome.outcome, 'NOT_RECORDED') from contact_attempt attempt
  left join contact_outcome on contact_outcome.attempt_id = attempt.id
  where attempt.loan_id = loan.id order by attempt.id desc limit 1), 'NOT_CONTACTED')`;

function lateRows(today: CalendarDate, filter: CollectionsFilter): RawBuilder<unknown> {
  const { outcomes, promises } = filter;
  const promise = sql`coalesce(promise.status, 'NOT_PROMISED')`;
  return sql`
    select (${promise} = 'BROKEN')::int as broken, ${today}::date - late_since as days_late, late_loan.overdue, loan.id,
      loan.number, loan.status, loan.person_id, ${promise} as promise, promise.amount as promised,
      promise.due_on as promised_for
    from late_loan
    join loan on loan.id = late_loan.loan_id
    left join lateral (
      select status, amount, due_on from payment_promise where payment_promise.loan_id = loan.id order by id desc limit 1
    ) promise on true
    where ${daysOf(today, filter)}
      ${promises === undefined ? sql`` : sql`and ${promise} = any(${promises}::text[])`}
      ${outcomes === undefined ? sql`` : sql`and ${LAST_OUTCOME} = any(${outcomes}::text[])`}`;
}

interface LastContact {
  readonly id: string;
  readonly at: Date;
  readonly outcome: ContactOutcome | null;
}

/** The last contact about each of these loans, by the loan's id. */
async function readLastContacts(db: Db, loanIds: readonly string[]): Promise<ReadonlyMap<string, LastContact>> {
  if (loanIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('contact_attempt')
    .leftJoin('contact_outcome', 'contact_outcome.attempt_id', 'contact_attempt.id')
    .distinctOn('contact_attempt.loan_id')
    .select(['contact_attempt.loan_id', 'contact_attempt.id', 'contact_attempt.at', 'contact_outcome.outcome'])
    .where('contact_attempt.loan_id', 'in', loanIds)
    .orderBy('contact_attempt.loan_id')
    .orderBy('contact_attempt.id', 'desc')
    .execute();
  return new Map(rows.map(({ loan_id, ...contact }) => [loan_id, contact]));
}

function present(stored: Stored, contact: LastContact | undefined): Omit<CollectionsRow, keyof ContactHoursOfRow> {
  return {
    number: stored.number,
    status: stored.status,
    personId: stored.person_id,
    daysLate: stored.days_late,
    overdue: stored.overdue as Cents,
    promise: stored.promise,
    promised: stored.promised as Cents | null,
    promisedFor: stored.promised_for,
    lastContact: contact?.id ?? null,
    contactedAt: contact?.at.toISOString() ?? null,
    outcome: contact ? (contact.outcome ?? 'NOT_RECORDED') : 'NOT_CONTACTED',
  };
}
