import { type Kysely, sql } from 'kysely';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { ControlAccount } from '#loan/ledger.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import {
  ACCOUNT_OF,
  addToBucket,
  BUCKETS,
  type BucketRow,
  eachBalance,
  emptyBuckets,
} from './balances-by-days-late.ts';
import { BOOKED_ON, bookDate } from './book-date.ts';
import { daysWithoutParts, writeParts } from './book-day-parts.ts';
import { type DaySummary, enqueueSummary } from './day-summary.ts';
import type { BookDay } from './tables.ts';

/** The figures of a day by the ledger alone. */
export type LedgerFigures = Readonly<
  Record<keyof typeof ACCOUNT_OF | 'collected' | 'disbursed' | 'earned' | 'lost' | 'unapplied', Cents>
>;
/** The figures of a day by the standing of its loans. */
type LoanFigures = Readonly<Record<'late_1' | 'late_31' | 'late_61' | 'late_91' | 'due' | 'principal', Cents>> & {
  readonly loans: number;
  readonly late_loans: number;
};

/** Days that one close writes at most: a database that has none of its past yet catches up over several nights. */
const DAYS_AT_ONCE = 31;

/** The context of the step that writes the days. */
export interface BookDaysContext extends Pick<LendingContext, 'db' | 'clock' | 'calendar'> {
  /** The letter about each day that has ended; undefined: nobody is written to. */
  readonly daySummary?: DaySummary | undefined;
}

/**
 * Writes the row of each day that has become final since the last one, oldest first; a day is final once every running
 * loan has been closed beyond it, because nothing is entered at it from then on. Two processes that do it at once write
 * the same rows, and one of them stays. Whoever wrote the row queues the letter about the day in its transaction: it
 * leaves once for each day.
 * @returns how many days are new
 * @throws RangeError when the loans of a day do not add up to the ledger, which `ledger verify` explains
 */
export async function writeBookDays(context: BookDaysContext): Promise<number> {
  const { kysely } = context.db;
  await writeParts(kysely, await daysWithoutParts(kysely, DAYS_AT_ONCE));
  const before = await kysely.selectFrom('book_day').selectAll().orderBy('date', 'desc').limit(1).executeTakeFirst();
  const first = before ? addDays(calendarDate(before.date), 1) : await firstBooked(kysely);
  const today = calendarDate(context.clock.businessDate());
  let [written, last] = [0, before as LedgerFigures | undefined];
  for (let date = first; date && date < today && written < DAYS_AT_ONCE; date = addDays(date, 1)) {
    const on = await bookDate(context, date);
    if (on.kind === 'refused') break;
    const { day, buckets } = await figuresOf(context, date, last);
    if (await insertDay(context, day, buckets)) written += 1;
    last = day as unknown as LedgerFigures;
  }
  return written;
}

/** @returns false when another process was faster */
function insertDay(
  { db, clock, daySummary }: BookDaysContext,
  day: BookDay,
  buckets: readonly BucketRow[],
): Promise<boolean> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('book_day')
      .values({ ...day, recorded_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false;
    await writeParts(trx, [day.date]);
    const rows = buckets.map(({ total: _, ...figures }) => ({ date: day.date, ...figures }));
    await trx.insertInto('book_bucket').values(rows).execute();
    if (daySummary) await enqueueSummary(trx, daySummary, { date: calendarDate(day.date), now });
    return true;
  });
}

async function firstBooked(db: Db): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ first: string | null }>`select min(${BOOKED_ON}) as first from journal`.execute(db);
  return rows[0]?.first ? calendarDate(rows[0].first) : undefined;
}

/** @param before the row of the day before; undefined on the first day of the books */
async function figuresOf(
  { db, calendar }: Pick<LendingContext, 'db' | 'calendar'>,
  date: CalendarDate,
  before: LedgerFigures | undefined,
): Promise<{ readonly day: BookDay; readonly buckets: readonly BucketRow[] }> {
  const { kysely } = db;
  const { buckets, ...loans } = await figuresOfLoans(kysely, { date, calendar: await calendar.days(kysely) });
  const [ledger = NOTHING_MOVED] = (await ledgerFigures(kysely, { from: date, to: date })).values();
  const figures = afterDay(before, ledger);
  if (loans.principal !== figures.principal) {
    throw new RangeError(
      `on ${date} the loans owe ${loans.principal} of principal and the ledger ${figures.principal}`,
    );
  }
  return { day: { date, ...loans, ...figures }, buckets };
}

async function figuresOfLoans(
  db: Kysely<Tables>,
  day: Parameters<typeof eachBalance>[1],
): Promise<LoanFigures & { readonly buckets: readonly BucketRow[] }> {
  const buckets = emptyBuckets();
  const late = { late_1: ZERO, late_31: ZERO, late_61: ZERO, late_91: ZERO };
  let [loans, lateLoans, due, principal] = [0, 0, ZERO, ZERO];
  for await (const { row, dueCents } of eachBalance(db, day)) {
    due = sum(due, dueCents);
    if (!row) continue;
    addToBucket(buckets, row);
    loans += 1;
    if (row.daysLate > 0) lateLoans += 1;
    principal = sum(principal, row.principal);
    for (const { fromDay } of BUCKETS) {
      const name = `late_${fromDay}` as keyof typeof late;
      if (fromDay > 0 && row.daysLate >= fromDay) late[name] = sum(late[name], row.principal);
    }
  }
  return { loans, late_loans: lateLoans, due, principal, ...late, buckets: [...buckets.values()] };
}

const MOVED = ['collected', 'disbursed', 'earned', 'lost'] as const;
const BALANCES = [...(Object.keys(ACCOUNT_OF) as (keyof typeof ACCOUNT_OF)[]), 'unapplied'] as const;
export const LEDGER_FIGURES = [...MOVED, ...BALANCES];
export const NOTHING_MOVED = Object.fromEntries(LEDGER_FIGURES.map((name) => [name, ZERO])) as LedgerFigures;

/** Adds the movements of a day to the balances of the day before. */
export function afterDay(before: LedgerFigures | undefined, moved: LedgerFigures): LedgerFigures {
  const balances = BALANCES.map((name) => [name, cents((before?.[name] ?? 0) + moved[name])]);
  return { ...moved, ...Object.fromEntries(balances) };
}

/**
 * Adds up what the ledger says of each day of a period: movements of its balances, and what came in and went out. Money
 * is collected when it is on a loan; what is taken back counts on the day it is.
 * @returns by date; a day on which nothing was booked is absent
 */
export async function ledgerFigures(
  db: Db,
  { from, to }: { readonly from?: CalendarDate; readonly to: CalendarDate },
): Promise<ReadonlyMap<string, LedgerFigures>> {
  const account = (name: ControlAccount) => sql`coalesce(sum(amount) filter (where account = ${name}), 0)::bigint`;
  const { rows } = await sql<LedgerFigures & { readonly date: string }>`
    select ${BOOKED_ON} as date,
      ${account(ACCOUNT_OF.principal)} as principal, ${account(ACCOUNT_OF.interest)} as interest,
      ${account(ACCOUNT_OF.fees)} as fees, ${account(ACCOUNT_OF.igv)} as igv,
      ${account(ACCOUNT_OF.moratory)} as moratory,
      coalesce(sum(amount) filter (where account in ('bank', 'psp-clearing') and journal.loan_id is not null
        and journal.kind <> 'disbursement-paid' and journal.kind not like 'refund%'), 0)::bigint as collected,
      coalesce(-sum(amount) filter (where account = 'bank' and journal.kind = 'disbursement-paid'), 0)::bigint
        as disbursed,
      coalesce(-sum(amount) filter (where account in ('interest-income', 'fee-income', 'moratory-income')), 0)::bigint
        as earned,
      coalesce(sum(amount) filter (where account = 'loss'), 0)::bigint as lost,
      coalesce(-sum(amount) filter (where account = 'unapplied-funds'), 0)::bigint as unapplied
    from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} <= ${to}::date and ${from === undefined ? sql`true` : sql`${BOOKED_ON} >= ${from}::date`}
    group by 1`.execute(db);
  return new Map(rows.map(({ date, ...figures }) => [date, figures]));
}
