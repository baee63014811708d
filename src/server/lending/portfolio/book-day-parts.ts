import { type RawBuilder, sql } from 'kysely';
import { APPLICATION_STAGES } from '#loan/application.ts';
import { ACCOUNTS } from '#loan/ledger.ts';
import type { Db } from '#server/kit/tables.ts';
import { BOOKED_ON } from './book-date.ts';

/**
 * Writes the parts of days that have ended: what was paid out and lost by month of disbursement, the steps of
 * applications, and the movements of each account. They are read from the ledger and the history of applications, which no longer change for such days, so
 * that writing them late gives the same.
 */
export async function writeParts(db: Db, dates: readonly string[]): Promise<void> {
  if (dates.length === 0) return;
  await sql`insert into book_vintage (date, month, disbursed, lost) ${vintagesOf(dates)} on conflict do nothing`.execute(
    db,
  );
  await sql`insert into book_stage (date, stage, reached, standing) ${stagesOf(dates)} on conflict do nothing`.execute(
    db,
  );
  // Also of accounts that did not move, so that a day without any is one that has not been written.
  await sql`insert into book_account (date, account, debit, credit)
    select date, account, coalesce(debit, 0), coalesce(credit, 0)
    from unnest(${dates}::date[]) day (date) cross join unnest(${[...ACCOUNTS]}::text[]) chart (account)
    left join (${movementsOf(dates)}) moved using (date, account) on conflict do nothing`.execute(db);
}

/** Lists days that have a row and not all parts yet, oldest first. */
export async function daysWithoutParts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date from book_day
    where not exists (select from book_stage where book_stage.date = book_day.date)
      or not exists (select from book_account where book_account.date = book_day.date)
    order by date limit ${limit}`.execute(db);
  return rows.map(({ date }) => date);
}

/** Adds up the money paid out and lost on these days by the ledger, by the month in which each loan was paid out. */
function vintagesOf(dates: readonly string[]): RawBuilder<unknown> {
  return sql`select ${BOOKED_ON} as date,
      date_trunc('month', coalesce(loan.value_date, loan.originated_on))::date as month,
      coalesce(-sum(amount) filter (where account = 'bank'), 0)::bigint as disbursed,
      coalesce(sum(amount) filter (where account = 'loss'), 0)::bigint as lost
    from journal
    join posting on posting.journal_id = journal.id
    join loan on loan.id = journal.loan_id
    where ${BOOKED_ON} = any(${dates}::date[])
      and (account = 'loss' or (account = 'bank' and journal.kind = 'disbursement-paid'))
    group by 1, 2`;
}

/** Adds up debits and credits of each account on these days by the ledger, as (date, account, debit, credit). */
export function movementsOf(dates: readonly string[]): RawBuilder<unknown> {
  return sql`select ${BOOKED_ON} as date, posting.account,
      coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as debit,
      coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0)::bigint as credit
    from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} = any(${dates}::date[])
    group by 1, 2`;
}

/** Counts applications that reached each step on these days for the first time, and that stood in it at their end. */
function stagesOf(dates: readonly string[]): RawBuilder<unknown> {
  return sql`with ended as (
      select distinct on (application_id, business_date) application_id, business_date as date, to_stage as stage
      from application_event order by application_id, business_date, id desc
    ), asked as (
      select day.date, step.stage
      from unnest(${dates}::date[]) day (date) cross join unnest(${[...APPLICATION_STAGES]}::text[]) step (stage)
    ), moved as (
      select date, stage, 1 as by, false as is_asked from ended
      union all
      select lead(date) over (partition by application_id order by date), stage, -1, false from ended
      union all
      select date, stage, 0, true from asked
    ), stood as (
      select date, stage, is_asked, sum(by) over (partition by stage order by date) as standing
      from moved where date is not null
    ), firsts as (
      select min(business_date) as date, to_stage as stage from application_event group by application_id, to_stage
    ), reached as (
      select date, stage, count(*) as applications from firsts group by 1, 2
    )
    select stood.date, stood.stage, coalesce(reached.applications, 0)::int as reached, stood.standing::int as standing
    from stood left join reached on reached.date = stood.date and reached.stage = stood.stage
    where stood.is_asked`;
}

/**
 * Checks the parts of the days that have them by what they were read from.
 * @returns a sentence for each day and part that differs
 */
export async function verifyParts(db: Db): Promise<string[]> {
  const found = await sql<{ date: string }>`select distinct date from book_stage order by date`.execute(db);
  const dates = found.rows.map(({ date }) => date);
  if (dates.length === 0) return [];
  const vintages = sql`select date, month, disbursed, lost from book_vintage`;
  const stages = sql`select date, stage, reached, standing from book_stage`;
  const accounts = sql`select date, account, debit, credit from book_account where debit <> 0 or credit <> 0`;
  const [wrongVintages, wrongStages, wrongAccounts] = [
    await daysThatDiffer(db, vintages, vintagesOf(dates)),
    await daysThatDiffer(db, stages, stagesOf(dates)),
    await daysThatDiffer(db, accounts, movementsOf(await daysWithAccounts(db))),
  ];
  return [
    ...wrongVintages.map((date) => `the day ${date}: disbursed and lost by month of disbursement are not the ledger's`),
    ...wrongStages.map((date) => `the day ${date}: the steps of applications are not those of their history`),
    ...wrongAccounts.map((date) => `the day ${date}: debits and credits of its accounts are not the ledger's`),
  ];
}

async function daysWithAccounts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('book_account').select('date').distinct().execute();
  return rows.map(({ date }) => date);
}

async function daysThatDiffer(db: Db, stored: RawBuilder<unknown>, read: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    with stored as (${stored}), known as (${read})
    select distinct date from (
      (select * from stored except select * from known) union all (select * from known except select * from stored)
    ) differing order by date`.execute(db);
  return rows.map(({ date }) => date);
}
