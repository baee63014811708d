import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Account } from '#loan/ledger.ts';
import { type Cents, cents, ZERO } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { ChartOfAccounts } from '#server/lending/parameters/policies.ts';
import {
  type Counted,
  type CountRequest,
  computedList,
  countRows,
  type ListSource,
  type Page,
  type PageRequest,
} from '#server/lending/staff/list-source.ts';
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

/** One kind of journal on one day, added up: what most accounting programs take in. */
export interface DayRow extends Pick<JournalRow, 'date' | 'kind' | 'code' | 'name' | 'account' | 'debit' | 'credit'> {
  readonly journals: number;
}

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
      order by ${BOOKED_ON}, journal.id limit ${limit + 1}
    )
    select page.booked, page.business_date, page.id, page.kind, page.ref, loan.number, posting.account, posting.amount
    from page join posting on posting.journal_id = page.id left join loan on loan.id = page.loan_id
    order by page.booked, page.id, posting.position`.execute(db);
  // Only one more journal says that this page is not the last.
  const [beyond] = [...new Set(rows.map((row) => row.id))].slice(limit);
  const shown = rows.filter((row) => row.id !== beyond);
  const last = shown.at(-1);
  return {
    rows: await Promise.all(shown.map(async (row) => lineOf(row, await chartOn(row.booked)))),
    next: beyond !== undefined && last ? `${last.booked}~${last.id}` : undefined,
  };
}

/** Counts the lines of journals. */
export function countJournals(db: Db, { from, to }: Period, { until, most }: CountRequest): Promise<Counted> {
  const [date, id] = until?.split('~') ?? [];
  const upTo = until === undefined ? sql`true` : sql`(${BOOKED_ON}, journal.id) <= (${date}::date, ${id}::uuid)`;
  const lines = sql`select from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} between ${from}::date and ${to}::date and ${upTo}`;
  return countRows(db, lines, most);
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

/** Days that are added up for one answer: a whole ledger would take longer than a page may. */
const DAYS_AT_ONCE = 7;

/** Days of journals, each added up by kind and account. */
export function listDays(db: Db, chartOn: ChartOn, { from, to }: Period): ListSource<DayRow> {
  return computedList<string, DayRow>({
    candidates: async ({ cursor, until = to }) => {
      const earliest = cursor === undefined ? from : addDays(calendarDate(cursor), 1);
      const { rows } = await sql<{ day: string | null }>`
        select min(${BOOKED_ON}) as day from journal
        where ${BOOKED_ON} between ${earliest}::date and ${until}::date`.execute(db);
      return rows.flatMap(({ day }) => day ?? []);
    },
    placeOf: (day) => day,
    rowsOf: (days) => Promise.all(days.map((day) => linesOf(db, chartOn, day))),
    batch: 1,
    longestLook: DAYS_AT_ONCE,
  });
}

async function linesOf(db: Db, chartOn: ChartOn, day: string): Promise<DayRow[]> {
  const { rows } = await sql<{ kind: string; account: Account; journals: number; debit: number; credit: number }>`
    select journal.kind, posting.account, count(distinct journal.id)::bigint as journals,
      coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as debit,
      coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0)::bigint as credit
    from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} = ${day}::date
    group by journal.kind, posting.account order by journal.kind, posting.account`.execute(db);
  const chart = await chartOn(day);
  return rows.map(({ kind, account, journals, debit, credit }) => ({
    date: day,
    kind,
    journals,
    ...chart[account],
    account,
    debit: cents(debit),
    credit: cents(credit),
  }));
}
