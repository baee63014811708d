import { addDays, addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import type { BookDay } from './tables.ts';

/** The business at the end of a day, for people: amounts in soles, shares of the principal in percent. */
export interface DayRow {
  readonly date: string;
  readonly loans: number;
  readonly lateLoans: number;
  /** Everything owed. */
  readonly outstanding: Cents;
  readonly principal: Cents;
  /** Portfolio at risk: principal of loans that are late by more than 0, 30, 60 and 90 days. */
  readonly par1: string;
  readonly par30: string;
  readonly par60: string;
  readonly par90: string;
  /** Fell due on the day and had not been paid before. */
  readonly fellDue: Cents;
  readonly collected: Cents;
  readonly disbursed: Cents;
  readonly earned: Cents;
  readonly lost: Cents;
  readonly unapplied: Cents;
}

const KEYS = { date: 'date' } as const;
export const isDayRow = placesOf(KEYS);

/** Lists the days that have ended, the newest first. */
export function listBookDays(
  db: Db,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): ListSource<DayRow> {
  let rows = db.selectFrom('book_day').selectAll();
  if (from !== undefined) rows = rows.where('date', '>=', from);
  if (to !== undefined) rows = rows.where('date', '<=', to);
  return keyset<BookDay, DayRow>(db, { rows, keys: KEYS, isDescending: true }, (days) => days.map(rowOf));
}

function rowOf(day: BookDay): DayRow {
  const { date, loans, principal, interest, fees, igv, moratory } = day;
  const share = (part: number): string => (principal > 0 ? (part / principal) * 100 : 0).toFixed(2);
  return {
    date,
    loans,
    lateLoans: day.late_loans,
    outstanding: sum(...[principal, interest, fees, igv, moratory].map(cents)),
    principal: cents(principal),
    par1: share(day.late_1),
    par30: share(day.late_31),
    par60: share(day.late_61),
    par90: share(day.late_91),
    fellDue: cents(day.due),
    collected: cents(day.collected),
    disbursed: cents(day.disbursed),
    earned: cents(day.earned),
    lost: cents(day.lost),
    unapplied: cents(day.unapplied),
  };
}

/** The movements of a span of days, in soles. */
interface Movement {
  readonly period: 'DAY' | 'MONTH' | 'MONTH_BEFORE';
  readonly from: string;
  readonly to: string;
  readonly fellDue: number;
  readonly collected: number;
  readonly disbursed: number;
  readonly earned: number;
  readonly lost: number;
}

/**
 * Reads the business on the last day that has ended, beside the same day of the month before: balances, and what moved on
 * that day, in its month so far and in as much of the month before. Amounts are soles; undefined before the first day has
 * ended.
 */
export async function readOverview(db: Db) {
  const newest = await db.selectFrom('book_day').selectAll().orderBy('date', 'desc').limit(1).executeTakeFirst();
  if (!newest) return undefined;
  const date = calendarDate(newest.date);
  const before = addMonths(date, -1);
  const earlier = await db.selectFrom('book_day').selectAll().where('date', '=', before).executeTakeFirst();
  const movements = await Promise.all([
    movementOf(db, 'DAY', date, date),
    movementOf(db, 'MONTH', firstOf(date), date),
    movementOf(db, 'MONTH_BEFORE', firstOf(before), before),
  ]);
  return { date, balances: [newest, ...(earlier ? [earlier] : [])].map(balanceOnWire), movements };
}

function firstOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - Number(date.slice(8)));
}

function balanceOnWire(day: BookDay) {
  const { date, loans, lateLoans, outstanding, principal, par1, par30, par60, par90, unapplied } = rowOf(day);
  const [all, of, nobodys] = [outstanding, principal, unapplied].map(toSoles);
  return { date, loans, lateLoans, outstanding: all, principal: of, par1, par30, par60, par90, unapplied: nobodys };
}

async function movementOf(db: Db, period: Movement['period'], from: CalendarDate, to: CalendarDate): Promise<Movement> {
  const { fn } = db;
  const sums = await db
    .selectFrom('book_day')
    .select([
      fn.sum<number | null>('due').as('due'),
      fn.sum<number | null>('collected').as('collected'),
      fn.sum<number | null>('disbursed').as('disbursed'),
      fn.sum<number | null>('earned').as('earned'),
      fn.sum<number | null>('lost').as('lost'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .executeTakeFirstOrThrow();
  const [fellDue = 0, collected = 0, disbursed = 0, earned = 0, lost = 0] = [
    sums.due,
    sums.collected,
    sums.disbursed,
    sums.earned,
    sums.lost,
  ].map((amount) => toSoles(cents(Number(amount ?? 0))));
  return { period, from, to, fellDue, collected, disbursed, earned, lost };
}
