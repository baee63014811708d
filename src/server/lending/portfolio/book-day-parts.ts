import { type RawBuilder, sql } from 'kysely';
import { APPLICATION_STAGES } from '#loan/application.ts';
import type { Db } from '#server/kit/tables.ts';
import { BOOKED_ON } from './book-date.ts';

/**
 * Writes the parts of days that have ended: what was paid out and lost by month of disbursement, and the steps of
 * applications. They are read from the ledger and the history of applications, which no longer change for such days, so
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
}

/** Lists days that have a row and no parts yet, oldest first. */
export async function daysWithoutParts(db: Db, limit: number): Promise<string[]> {
  const days = await db
    .selectFrom('book_day')
    .select('date')
    .where((day) =>
      day.not(
        day.exists(day.selectFrom('book_stage').select('stage').whereRef('book_stage.date', '=', 'book_day.date')),
      ),
    )
    .orderBy('date')
    .limit(limit)
    .execute();
  return days.map(({ date }) => date);
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
  const [wrongVintages, wrongStages] = [
    await daysThatDiffer(db, vintages, vintagesOf(dates)),
    await daysThatDiffer(db, stages, stagesOf(dates)),
  ];
  return [
    ...wrongVintages.map((date) => `the day ${date}: disbursed and lost by month of disbursement are not the ledger's`),
    ...wrongStages.map((date) => `the day ${date}: the steps of applications are not those of their history`),
  ];
}

async function daysThatDiffer(db: Db, stored: RawBuilder<unknown>, read: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    with stored as (${stored}), known as (${read})
    select distinct date from (
      (select * from stored except select * from known) union all (select * from known except select * from stored)
    ) differing order by date`.execute(db);
  return rows.map(({ date }) => date);
}
