import { sql } from 'kysely';
import { APPLICATION_STAGES, type ApplicationStage } from '#loan/application.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A share of a whole in percent, with two decimals. */
export function shareOf(part: number, whole: number): string {
  return (whole > 0 ? (part / whole) * 100 : 0).toFixed(2);
}

/** A week of days that have ended, from Monday on: what moved in it, and the portfolio at risk at its end. */
interface WeekRow {
  readonly week: string;
  readonly through: string;
  readonly fellDue: Cents;
  readonly collected: Cents;
  readonly disbursed: Cents;
  readonly lost: Cents;
  readonly par1: string;
  readonly par30: string;
  readonly par60: string;
  readonly par90: string;
}

interface Week {
  readonly week: string;
  readonly through: string;
  readonly due: number;
  readonly collected: number;
  readonly disbursed: number;
  readonly lost: number;
  readonly principal: number;
  readonly late_1: number;
  readonly late_31: number;
  readonly late_61: number;
  readonly late_91: number;
}

const WEEK_KEYS = { week: 'date' } as const;
export const isWeekPlace = placesOf(WEEK_KEYS);

/** Lists the weeks of the days that have ended, the newest first. */
export function listWeeks(db: Db, { from, to }: Span): ListSource<WeekRow> {
  const atEnd = (column: string) => sql`(array_agg(${sql.ref(column)} order by date desc))[1] as ${sql.ref(column)}`;
  const rows = sql<Week>`
    select date_trunc('week', date)::date as week, max(date) as through, sum(due)::bigint as due,
      sum(collected)::bigint as collected, sum(disbursed)::bigint as disbursed, sum(lost)::bigint as lost,
      ${sql.join(['principal', 'late_1', 'late_31', 'late_61', 'late_91'].map(atEnd))}
    from book_day where date >= ${from ?? '-infinity'}::date and date <= ${to ?? 'infinity'}::date group by 1`;
  return keyset(db, { rows, keys: WEEK_KEYS, isDescending: true }, (weeks) => weeks.map(weekOf));
}

function weekOf({ week, through, principal, ...of }: Week): WeekRow {
  return {
    week,
    through,
    fellDue: cents(of.due),
    collected: cents(of.collected),
    disbursed: cents(of.disbursed),
    lost: cents(of.lost),
    par1: shareOf(of.late_1, principal),
    par30: shareOf(of.late_31, principal),
    par60: shareOf(of.late_61, principal),
    par90: shareOf(of.late_91, principal),
  };
}

/** Loans that were paid out in one month: how much that was, and what of it has been lost until now. */
interface VintageRow {
  readonly month: string;
  readonly disbursed: Cents;
  readonly lost: Cents;
  readonly lostShare: string;
}

const MONTH_KEYS = { month: 'word' } as const;
export const isMonthPlace = placesOf(MONTH_KEYS);

/** Lists losses by the month in which loans were paid out, the newest first. */
export function listLosses(db: Db): ListSource<VintageRow> {
  const rows = sql<{ month: string; disbursed: number; lost: number }>`
    select to_char(month, 'YYYY-MM') as month, sum(disbursed)::bigint as disbursed, sum(lost)::bigint as lost
    from book_vintage group by 1`;
  return keyset(db, { rows, keys: MONTH_KEYS, isDescending: true }, (months) =>
    months.map(({ month, disbursed, lost }) => ({
      month,
      disbursed: cents(disbursed),
      lost: cents(lost),
      lostShare: shareOf(lost, disbursed),
    })),
  );
}

/** A step of the application, with how many reached it in a period for the first time. */
interface FunnelRow {
  readonly stage: ApplicationStage;
  readonly reached: number;
  /** Of the step that most reached: returning clients begin further on, so that it need not be the first. */
  readonly share: string;
  /** At the end of the period. */
  readonly standing: number;
}

/** Days of the funnel unless told. */
const FUNNEL_DAYS = 30;

interface Funnel {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly rows: readonly FunnelRow[];
}

/** The funnel of a period of days that have ended, the last 30 unless told; undefined before the first day has ended. */
export async function readFunnel(db: Db, { from, to }: Span): Promise<Funnel | undefined> {
  let days = db.selectFrom('book_stage').select((day) => day.fn.max('date').as('newest'));
  if (to !== undefined) days = days.where('date', '<=', to);
  const { newest } = await days.executeTakeFirstOrThrow();
  if (newest === null) return undefined;
  const last = calendarDate(newest);
  const first = from === undefined ? addDays(last, 1 - FUNNEL_DAYS) : calendarDate(from);
  const { rows } = await sql<{ stage: ApplicationStage; reached: number; standing: number }>`
    select stage, sum(reached)::int as reached, coalesce(sum(standing) filter (where date = ${last}), 0)::int as standing
    from book_stage where date between ${first} and ${last} group by stage
    order by array_position(${[...APPLICATION_STAGES]}::text[], stage)`.execute(db);
  const most = Math.max(0, ...rows.map(({ reached }) => reached));
  return { from: first, to: last, rows: rows.map((row) => ({ ...row, share: shareOf(row.reached, most) })) };
}
