import type { Kysely } from 'kysely';
import { type HolidayTable, holidayTable } from '#loan/business-days.ts';
import type { Tables } from '#server/kit/tables.ts';

export interface HolidayRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly name: string;
}

/** Every dated holiday: a few rows per year, read for each complaint so that a new one takes effect at once. */
export async function readHolidays(db: Kysely<Tables>): Promise<HolidayTable> {
  const rows = await db.selectFrom('holiday').select('date').execute();
  return holidayTable(rows.map(({ date }) => date));
}

/** Adds holidays; a date that is already there stays as it is. @returns how many were added */
export async function insertHolidays(
  db: Kysely<Tables>,
  holidays: readonly HolidayRow[],
  approvedBy: string,
): Promise<number> {
  if (holidays.length === 0) return 0;
  const added = await db
    .insertInto('holiday')
    .values(holidays.map(({ date, name }) => ({ date, name, approved_by: approvedBy })))
    .onConflict((conflict) => conflict.column('date').doNothing())
    .returning('date')
    .execute();
  return added.length;
}
