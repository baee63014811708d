import { sql } from 'kysely';
import { APPLICATION_STAGES, type ApplicationStage, isOver } from '#loan/application.ts';
import { addDays, addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import { shareOf } from './history-lists.ts';
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
  const share = (part: number): string => shareOf(part, principal);
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
 * Reads the business on a day that has ended, the last one unless told, beside the same day of the month before: balances,
 * and what moved on that day, in its month so far and in as much of the month before. Amounts are soles; undefined before
 * the first day has ended.
 */
export async function readOverview(db: Db, on?: CalendarDate) {
  let days = db.selectFrom('book_day').selectAll().orderBy('date', 'desc').limit(1);
  if (on !== undefined) days = days.where('date', '=', on);
  const newest = await days.executeTakeFirst();
  if (!newest) return undefined;
  const date = calendarDate(newest.date);
  const before = addMonths(date, -1);
  const earlier = await db.selectFrom('book_day').selectAll().where('date', '=', before).executeTakeFirst();
  const movements = [
    await movementOf(db, 'DAY', date, date),
    await movementOf(db, 'MONTH', firstOf(date), date),
    await movementOf(db, 'MONTH_BEFORE', firstOf(before), before),
  ];
  const balances = [newest, ...(earlier ? [earlier] : [])].map(balanceOnWire);
  return { date, balances, movements, applications: await applicationsOn(db, date) };
}

/** Applications by step at the end of a day: those that stood in it, and those that reached it on that day and month. */
async function applicationsOn(db: Db, date: CalendarDate) {
  const open = APPLICATION_STAGES.filter((stage) => !isOver(stage));
  const { rows } = await sql<{ stage: ApplicationStage; standing: number; today: number; month: number }>`
    select stage, sum(standing) filter (where date = ${date})::int as standing,
      sum(reached) filter (where date = ${date})::int as today, sum(reached)::int as month
    from book_stage where date between ${firstOf(date)} and ${date} and stage = any(${open}::text[])
    group by stage having bool_or(date = ${date}) order by array_position(${open}::text[], stage)`.execute(db);
  return rows;
}

function firstOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - Number(date.slice(8)));
}

function balanceOnWire(day: BookDay) {
  const { date, loans, lateLoans, outstanding, principal, par1, par30, par60, par90, unapplied } = rowOf(day);
  const inSoles = {
    outstanding: toSoles(outstanding),
    principal: toSoles(principal),
    latePrincipal: toSoles(cents(day.late_1)),
    unapplied: toSoles(unapplied),
  };
  return { date, loans, lateLoans, ...inSoles, par1, par30, par60, par90 };
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
