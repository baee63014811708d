import type { Kysely } from 'kysely';
import { type HolidayTable, holidayTable } from '#loan/business-days.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';

export interface HolidayRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly name: string;
}

/** A holiday for colleagues: also who added it, and when. */
interface AddedHoliday extends HolidayRow {
  readonly addedBy: string;
  readonly addedAt: Date;
}

const KEYS = { date: 'date' } as const;
export const isHolidayPlace = placesOf(KEYS);

/** Lists holidays by date, of one year or of all. */
export function listHolidays(db: Db, year: number | undefined): ListSource<AddedHoliday> {
  let rows = db.selectFrom('holiday').select(['date', 'name', 'approved_by as addedBy', 'created_at as addedAt']);
  // A year as dates have it: `0026` is not 2026.
  const of = String(year).padStart(4, '0');
  if (year !== undefined) rows = rows.where('date', '>=', `${of}-01-01`).where('date', '<=', `${of}-12-31`);
  return keyset(db, { rows, keys: KEYS }, (found) => found);
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
