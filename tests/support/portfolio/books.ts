import { expect } from 'vitest';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { ACCOUNTS, type Account, type Balances } from '#loan/ledger.ts';
import { type Cents, cents, sum } from '#loan/money.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import {
  ACCOUNT_OF,
  type BalanceRow,
  balancesByDaysLate,
  listBalances,
} from '#server/lending/portfolio/balances-by-days-late.ts';
import { bookDate } from '#server/lending/portfolio/book-date.ts';
import { writeBookDays } from '#server/lending/portfolio/book-days.ts';
import { chartReader } from '#server/lending/portfolio/chart-on.ts';
import { listDays, pageOfJournals } from '#server/lending/portfolio/journal-export.ts';
import type { BookDay } from '#server/lending/portfolio/tables.ts';
import { trialBalance } from '#server/lending/portfolio/trial-balance.ts';
import type { Page, PageRequest } from '#server/lending/staff/list-source.ts';

type Context = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

/** Every row of a list, read page by page: small ones, so that a page's end is met often. */
export async function allOf<Row>(page: (at: PageRequest) => Promise<Page<Row>>, limit = 3): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { rows: found, next } = await page({ cursor, limit });
    rows.push(...found);
    cursor = next;
  } while (cursor !== undefined);
  return rows;
}

/** Everything that the books say of one date. */
async function exportsOn(context: Context, date: CalendarDate) {
  const { db } = context;
  const calendar = await context.calendar.days(db.kysely);
  const chartOn = chartReader(context);
  const from = calendarDate('2026-01-01');
  return {
    trial: await trialBalance(context, { date }),
    journals: await allOf((at) => pageOfJournals(db.kysely, chartOn, { from, to: date }, at), 40),
    days: await allOf(listDays(db.kysely, chartOn, { from, to: date }).page),
    balances: await allOf(listBalances(db.kysely, { date, calendar }).page),
    buckets: await balancesByDaysLate(db.kysely, { date, calendar }),
  };
}
type Exports = Awaited<ReturnType<typeof exportsOn>>;
type Ended = Exports & { readonly day: BookDay | undefined };

/** The row of a day that has ended says what its ledger and its balances by days late say. */
function expectDay({ day, buckets, days }: Ended, ledger: Balances): void {
  const date = day?.date ?? 'a day without a row';
  for (const [figure, account] of Object.entries(ACCOUNT_OF) as [keyof typeof ACCOUNT_OF, Account][]) {
    expect(day?.[figure], `${figure} of ${date}`).toBe(ledger[account] ?? 0);
  }
  expect(day?.unapplied, date).toBe(-(ledger['unapplied-funds'] ?? 0) + 0);
  expect(day?.loans, date).toBe(buckets.reduce((all, { loans }) => all + loans, 0));
  const lateBy = (first: number) => sum(...buckets.slice(first).map(({ principal }) => principal));
  expect([day?.late_1, day?.late_31, day?.late_61, day?.late_91], date).toEqual([1, 2, 3, 4].map(lateBy));
  const moved = (kind: RegExp, account: Account) =>
    sum(
      ...days
        .filter((line) => line.date === date && kind.test(line.kind) && line.account === account)
        .map(({ debit, credit }) => cents(debit - credit)),
    );
  expect(day?.disbursed, date).toBe(-moved(/^disbursement-paid$/, 'bank') + 0);
  expect(day?.lost, date).toBe(moved(/./, 'loss'));
}

/** Reads the books of a lender day by day, and holds each to the ledger as it stood and to what it said before. */
export class Books {
  readonly #context: Context;
  readonly #ledgers = new Map<CalendarDate, Balances>();
  readonly #said = new Map<CalendarDate, Ended>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Before the date moves: what the ledger holds at the end of the day. */
  async endOfDay(): Promise<void> {
    const { db, clock } = this.#context;
    this.#ledgers.set(calendarDate(clock.businessDate()), await readBalances(db.kysely));
  }

  /** Today's books as they stand. */
  async checkToday(): Promise<void> {
    const { db, clock } = this.#context;
    const today = calendarDate(clock.businessDate());
    await this.#check(today, await exportsOn(this.#context, today), await readBalances(db.kysely));
  }

  /** The last day that ended: equal to the ledger of its evening. */
  async checkYesterday(): Promise<void> {
    const date = [...this.#ledgers.keys()].at(-1);
    if (date !== undefined) await this.#checkEnded(date);
  }

  /** Every day that ended while we looked says what it said on its first morning. */
  async checkPast(): Promise<void> {
    for (const date of this.#ledgers.keys()) await this.#checkEnded(date);
  }

  async #checkEnded(date: CalendarDate): Promise<void> {
    expect(await bookDate(this.#context, date)).toMatchObject({ kind: 'date', isFinal: true });
    // A long time that has passed is caught up in several runs.
    while ((await writeBookDays(this.#context)) > 0);
    const { db } = this.#context;
    const day = await db.kysely.selectFrom('book_day').selectAll().where('date', '=', date).executeTakeFirst();
    const now = { ...(await exportsOn(this.#context, date)), day };
    const earlier = this.#said.get(date);
    if (earlier) return expect(now).toEqual(earlier);
    await this.#check(date, now, this.#ledgers.get(date) ?? {});
    expectDay(now, this.#ledgers.get(date) ?? {});
    this.#said.set(date, now);
  }

  async #check(date: CalendarDate, books: Exports, ledger: Balances): Promise<void> {
    const held = (account: Account): Cents => ledger[account] ?? cents(0);
    for (const account of ACCOUNTS) {
      const row = books.trial.find((one) => one.account === account);
      expect(row?.balance, `${account} on ${date}`).toBe(held(account));
      const lines = books.journals.filter((line) => line.account === account);
      expect(sum(...lines.map(({ debit, credit }) => cents(debit - credit)))).toBe(held(account));
      const days = books.days.filter((line) => line.account === account);
      expect(sum(...days.map(({ debit, credit }) => cents(debit - credit)))).toBe(held(account));
    }
    for (const [figure, account] of Object.entries(ACCOUNT_OF) as [keyof typeof ACCOUNT_OF, Account][]) {
      expect(sum(...books.balances.map((row) => row[figure])), `${figure} on ${date}`).toBe(held(account));
      expect(sum(...books.buckets.map((row) => row[figure]))).toBe(held(account));
    }
    await this.#checkLoans(date, books.balances);
  }

  /** Each loan by itself holds what its own journals say. */
  async #checkLoans(date: CalendarDate, balances: readonly BalanceRow[]): Promise<void> {
    const { db } = this.#context;
    const rows = await db.kysely
      .selectFrom('journal')
      .innerJoin('posting', 'posting.journal_id', 'journal.id')
      .innerJoin('loan', 'loan.id', 'journal.loan_id')
      .select(['loan.number', 'posting.account', 'posting.amount', 'journal.business_date', 'journal.booked_on'])
      .execute();
    const wanted = new Map<string, number>();
    const control: readonly string[] = Object.values(ACCOUNT_OF);
    for (const { number, account, amount, business_date, booked_on } of rows) {
      if ((booked_on ?? business_date) > date || !control.includes(account)) continue;
      wanted.set(number, (wanted.get(number) ?? 0) + amount);
    }
    const found = Object.fromEntries(balances.map(({ loan, total }) => [loan, total]));
    expect(found).toEqual(Object.fromEntries([...wanted].filter(([, amount]) => amount !== 0)));
  }
}
