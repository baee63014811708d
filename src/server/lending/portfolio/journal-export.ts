import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Account } from '#loan/ledger.ts';
import { type Cents, cents, ZERO } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { ChartOfAccounts } from '#server/lending/parameters/policies.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';
import { BOOKED_ON } from './book-date.ts';

/** A line of a journal, with the lender's own account. */
export interface JournalRow {
  /** At which it is in the books. */
  readonly date: string;
  /** The day it is about, when it became known later. */
  readonly ofDay: string;
  readonly journal: string;
  readonly kind: string;
  readonly reference: string;
  readonly loan: string | null;
  readonly code: string;
  readonly name: string;
  readonly account: Account;
  readonly debit: Cents;
  readonly credit: Cents;
}

export const JOURNAL_COLUMNS: StaffList<JournalRow>['columns'] = {
  date: 'plain',
  ofDay: 'plain',
  journal: 'plain',
  kind: 'plain',
  reference: 'plain',
  loan: 'plain',
  code: 'plain',
  name: 'plain',
  account: 'plain',
  debit: 'money',
  credit: 'money',
};

/** One kind of journal on one day, added up: what most accounting programs take in. */
export interface DayRow extends Pick<JournalRow, 'date' | 'kind' | 'code' | 'name' | 'account' | 'debit' | 'credit'> {
  readonly journals: number;
}

export const DAY_COLUMNS: StaffList<DayRow>['columns'] = {
  date: 'plain',
  kind: 'plain',
  journals: 'plain',
  code: 'plain',
  name: 'plain',
  account: 'plain',
  debit: 'money',
  credit: 'money',
};

export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

type ChartOn = (date: string) => Promise<ChartOfAccounts>;

/** A journal's place: its date and its id. */
export const JOURNAL_CURSOR = /^\d{4}-\d\d-\d\d~[0-9a-f-]{36}$/;

/** One page of journals with all their lines, by date. */
export async function pageOfJournals(
  db: Db,
  chartOn: ChartOn,
  { from, to }: Period,
  { cursor, limit }: PageRequest,
): Promise<Page<JournalRow>> {
  const conditions: RawBuilder<unknown>[] = [sql`${BOOKED_ON} between ${from}::date and ${to}::date`];
  const [date, id] = cursor?.split('~') ?? [];
  if (cursor !== undefined) conditions.push(sql`(${BOOKED_ON}, journal.id) > (${date}::date, ${id}::uuid)`);
  const { rows } = await sql<StoredLine>`
    with page as (
      select ${BOOKED_ON} as booked, journal.* from journal where ${sql.join(conditions, sql` and `)}
      order by ${BOOKED_ON}, journal.id limit ${limit}
    )
    select page.booked, page.business_date, page.id, page.kind, page.ref, loan.number, posting.account, posting.amount
    from page join posting on posting.journal_id = page.id left join loan on loan.id = page.loan_id
    order by page.booked, page.id, posting.position`.execute(db);
  const last = rows.at(-1);
  const isFull = new Set(rows.map((row) => row.id)).size === limit;
  return {
    rows: await Promise.all(rows.map(async (row) => lineOf(row, await chartOn(row.booked)))),
    next: isFull && last ? `${last.booked}~${last.id}` : undefined,
  };
}

interface StoredLine {
  readonly booked: string;
  readonly business_date: string;
  readonly id: string;
  readonly kind: string;
  readonly ref: string;
  readonly number: string | null;
  readonly account: Account;
  readonly amount: number;
}

function lineOf(
  { booked, business_date, id, kind, ref, number, account, amount }: StoredLine,
  chart: ChartOfAccounts,
): JournalRow {
  return {
    date: booked,
    ofDay: business_date,
    journal: id,
    kind,
    reference: ref,
    loan: number,
    ...chart[account],
    account,
    debit: amount > 0 ? cents(amount) : ZERO,
    credit: amount < 0 ? cents(-amount) : ZERO,
  };
}

export const DAY_CURSOR = /^\d{4}-\d\d-\d\d$/;

/** One day of journals, added up by kind and account. */
export async function pageOfDays(
  db: Db,
  chartOn: ChartOn,
  { from, to }: Period,
  { cursor }: PageRequest,
): Promise<Page<DayRow>> {
  const earliest = cursor === undefined ? from : addDays(calendarDate(cursor), 1);
  const found = await sql<{ day: string | null }>`
    select min(${BOOKED_ON}) as day from journal where ${BOOKED_ON} between ${earliest}::date and ${to}::date`.execute(
    db,
  );
  const day = found.rows[0]?.day;
  if (!day) return { rows: [] };
  const { rows } = await sql<{ kind: string; account: Account; journals: number; debit: number; credit: number }>`
    select journal.kind, posting.account, count(distinct journal.id)::bigint as journals,
      coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as debit,
      coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0)::bigint as credit
    from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} = ${day}::date
    group by journal.kind, posting.account order by journal.kind, posting.account`.execute(db);
  const chart = await chartOn(day);
  return {
    rows: rows.map(({ kind, account, journals, debit, credit }) => ({
      date: day,
      kind,
      journals,
      ...chart[account],
      account,
      debit: cents(debit),
      credit: cents(credit),
    })),
    next: day < to ? day : undefined,
  };
}
