import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/** Checks that one transfer counts once, however its number is written, and two references of ours twice (domain P36). @returns what is wrong */
export async function verifyBankLines(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ bank: string; date: string; one: string; other: string }>`
    with counting as (
      select *, coalesce(booked_on, value_date) as day from bank_line
      where not exists (select from loan_fact where loan_fact.id = money_id and reversed_on is not null)
        and not exists (select from unapplied where unapplied.id = money_id and status = 'RETURNED')
    )
    select line.bank, line.value_date as date, line.bank_ref as one, again.bank_ref as other
    from counting line
    join counting again on again.bank = line.bank and again.operation = line.operation and again.amount = line.amount
      and (again.value_date = line.value_date or again.day = line.day) and again.id > line.id
      and coalesce(again.reference = line.reference, true)
    order by line.id, again.id`.execute(db);
  return rows.map(
    ({ bank, date, one, other }) => `${bank}: ${one} and ${other} of ${date} are one transfer, booked twice`,
  );
}
