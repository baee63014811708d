import { sql } from 'kysely';
import { calendarDate } from '#loan/calendar.ts';
import type { Db } from '#server/kit/tables.ts';
import { verifyParts } from './book-day-parts.ts';
import { afterDay, LEDGER_FIGURES, type LedgerFigures, ledgerFigures, NOTHING_MOVED } from './book-days.ts';

/**
 * Checks the rows of the days that have ended: each figure that the ledger knows is the ledger's, added up from its first
 * day, and no day is left out; and so do the parts of each day.
 * @returns a sentence for each figure that differs; amounts are céntimos
 */
export async function verifyBookDays(trx: Db): Promise<string[]> {
  const rows = await trx.selectFrom('book_day').selectAll().orderBy('date').execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const moved = await ledgerFigures(trx, { to: calendarDate(last.date) });
  const days = [...moved.keys()].sort();
  const known = new Set(rows.map(({ date }) => date));
  const problems = days
    .filter((date) => date >= first.date && !known.has(date))
    .map((date) => `the day ${date} has no row, and later days have`);
  const figures = balancesThrough(moved, days);
  for (const row of rows) {
    const expected = figures.get(days.findLast((date) => date <= row.date) ?? '') ?? NOTHING_MOVED;
    const wanted = days.includes(row.date) ? expected : afterDay(expected, NOTHING_MOVED);
    for (const name of LEDGER_FIGURES) {
      if (row[name] !== wanted[name]) {
        problems.push(`the day ${row.date}: ${name} is ${row[name]} and should be ${wanted[name]}`);
      }
    }
  }
  return [...problems, ...(await verifyParts(trx)), ...(await verifyBuckets(trx))];
}

/** Checks the balances by days late of the days that have them against the rows of these days. */
async function verifyBuckets(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date from book_day
    join (
      select date, sum(loans) as all_loans, sum(loans) filter (where bucket <> '0') as all_late,
        sum(principal) as all_principal, sum(interest) as all_interest, sum(fees) as all_fees, sum(igv) as all_igv,
        sum(moratory) as all_moratory, sum(principal) filter (where bucket <> '0') as late_from_1,
        sum(principal) filter (where bucket in ('31-60', '61-90', '91+')) as late_from_31,
        sum(principal) filter (where bucket in ('61-90', '91+')) as late_from_61,
        sum(principal) filter (where bucket = '91+') as late_from_91
      from book_bucket group by date
    ) bucket using (date)
    where (loans, late_loans, principal, interest, fees, igv, moratory, late_1, late_31, late_61, late_91) is distinct from
      (all_loans, all_late, all_principal, all_interest, all_fees, all_igv, all_moratory, late_from_1, late_from_31,
        late_from_61, late_from_91)
    order by date`.execute(trx);
  return rows.map(({ date }) => `the day ${date}: the balances by days late do not add up to the day's`);
}

/** Adds up the balances at the end of each day on which something was booked. */
function balancesThrough(
  moved: ReadonlyMap<string, LedgerFigures>,
  days: readonly string[],
): ReadonlyMap<string, LedgerFigures> {
  let balance: LedgerFigures | undefined;
  return new Map(
    days.map((date) => {
      balance = afterDay(balance, moved.get(date) ?? NOTHING_MOVED);
      return [date, balance];
    }),
  );
}
