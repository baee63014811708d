import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { ACCOUNTS, type Account } from '#loan/ledger.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { BOOKED_ON } from './book-date.ts';
import { movementsOf } from './book-day-parts.ts';
import { chartReader } from './chart-on.ts';

/** An account on a date. Debits are above zero. */
export interface TrialBalanceRow {
  readonly code: string;
  readonly name: string;
  readonly account: Account;
  /** Before the first day. */
  readonly opening: Cents;
  readonly debit: Cents;
  readonly credit: Cents;
  /** At the end of the date. */
  readonly balance: Cents;
}

/** So many days are added up by one statement: a whole ledger would take longer than a statement may. */
const DAYS_AT_ONCE = 7;

/** Every account on a date, with its movements since the first day; since the beginning, by default. */
export async function trialBalance(
  context: Pick<LendingContext, 'db'>,
  { from, date }: { readonly from?: CalendarDate | undefined; readonly date: CalendarDate },
): Promise<TrialBalanceRow[]> {
  const chart = await chartReader(context)(date);
  const before = from === undefined ? new Map() : await movements(context.db.kysely, undefined, addDays(from, -1));
  const during = await movements(context.db.kysely, from, date);
  return ACCOUNTS.map((account) => {
    const earlier = before.get(account) ?? NOTHING;
    const { debit, credit } = during.get(account) ?? NOTHING;
    const opening = cents(earlier.debit - earlier.credit);
    const balance = cents(opening + debit - credit);
    return { ...chart[account], account, opening, debit, credit, balance };
  }).sort((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));
}

interface Movement {
  readonly debit: Cents;
  readonly credit: Cents;
}
const NOTHING: Movement = { debit: ZERO, credit: ZERO };

/**
 * Debits and credits of each account over some days, both included, in one snapshot: those of days that have ended as
 * they were written then, and of the others by the ledger.
 */
function movements(db: Db, from: CalendarDate | undefined, to: CalendarDate): Promise<ReadonlyMap<Account, Movement>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<Moved>`select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit
        from book_account where date <= ${to}::date and ${from === undefined ? sql`true` : sql`date >= ${from}::date`}
        group by 1`.execute(trx);
      const moved = new Map<Account, Movement>();
      const add = ({ account, debit, credit }: Moved) => {
        const known = moved.get(account) ?? NOTHING;
        moved.set(account, { debit: sum(known.debit, cents(debit)), credit: sum(known.credit, cents(credit)) });
      };
      rows.forEach(add);
      const days = await daysByTheLedger(trx, from, to);
      for (let n = 0; n < days.length; n += DAYS_AT_ONCE) {
        const some = await sql<Moved>`${movementsOf(days.slice(n, n + DAYS_AT_ONCE))}`.execute(trx);
        some.rows.forEach(add);
      }
      return moved;
    });
}

interface Moved {
  readonly account: Account;
  readonly debit: number;
  readonly credit: number;
}

/** Days since the first booking that have not been written as ended, oldest first. */
async function daysByTheLedger(db: Db, from: CalendarDate | undefined, to: CalendarDate): Promise<readonly string[]> {
  const { rows } = await sql<{ date: string }>`
    select day::date as date
    from (select min(${BOOKED_ON}) as first from journal) ledger,
      generate_series(greatest(first, ${from ?? null}::date)::timestamp, ${to}::timestamp, interval '1 day') day
    where not exists (select from book_account where book_account.date = day::date)
    order by 1`.execute(db);
  return rows.map(({ date }) => date);
}
