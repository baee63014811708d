import { sql } from 'kysely';
import { addDays, type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import { ACCOUNTS, type Account } from '#loan/ledger.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { BOOKED_ON } from './book-date.ts';
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

/** Debits and credits of each account over some days, both included, in one snapshot. */
function movements(db: Db, from: CalendarDate | undefined, to: CalendarDate): Promise<ReadonlyMap<Account, Movement>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const moved = new Map<Account, Movement>();
      const { rows } = await sql<{ first: string | null }>`select min(${BOOKED_ON}) as first from journal`.execute(trx);
      const first = rows[0]?.first;
      if (!first) return moved;
      for (
        let day = laterOf(from ?? calendarDate(first), calendarDate(first));
        day <= to;
        day = addDays(day, DAYS_AT_ONCE)
      ) {
        const last = addDays(day, DAYS_AT_ONCE - 1);
        for (const { account, debit, credit } of await movementsOf(trx, day, last < to ? last : to)) {
          const known = moved.get(account) ?? NOTHING;
          moved.set(account, { debit: sum(known.debit, cents(debit)), credit: sum(known.credit, cents(credit)) });
        }
      }
      return moved;
    });
}

async function movementsOf(db: Db, from: string, to: string) {
  const { rows } = await sql<{ account: Account; debit: number; credit: number }>`
    select posting.account, coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as debit,
      coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0)::bigint as credit
    from journal join posting on posting.journal_id = journal.id
    where ${BOOKED_ON} between ${from}::date and ${to}::date
    group by posting.account`.execute(db);
  return rows;
}
