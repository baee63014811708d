import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readOverview } from '#server/lending/portfolio/business-at-a-glance.ts';
import { closeDay } from '#server/lending/portfolio/close-day.ts';
import { verifyBookDays } from '#server/lending/portfolio/verify-book-days.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import {
  aLoan,
  closeThrough,
  createLoanService,
  type LoanService,
  pay,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { aDebtor, asOperator, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

/** A database of its own, because what is written of a day stays for ever. */
async function anotherLender(): Promise<LoanService> {
  const service = createLoanService(await openTestDatabase(), '2026-01-15');
  onTestFinished(() => service.db.close());
  return service;
}

const rowsOf = () => payments.db.kysely.selectFrom('book_day').selectAll().orderBy('date').execute();
const closed = async (through: string, service: LoanService = payments.loans) => {
  await closeThrough(service, through);
  await closeDay(service.context);
};
const read = async (path: string) => (await asOperator(payments, `books/${path}`)).json();

test('each day is written once it has ended, with what is owed, late, due, collected, paid out and earned', async () => {
  await aDebtor(payments, EX1_TERMS);
  const paid = await aDebtor(payments, EX1_TERMS);
  expect(await rowsOf()).toEqual([]);
  await closed('2026-02-14');
  await pay(payments.loans, paid.loan.id, 573.03);
  await closed('2026-02-18');
  const rows = await rowsOf();
  expect(rows.map(({ date }) => date)).toEqual(
    Array.from({ length: 34 }, (_, day) => new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10)),
  );
  // Paid out on the first day, whose acceptance fee is earned at once: twice 8,00.
  expect(rows[0]).toMatchObject({
    date: '2026-01-15',
    loans: 2,
    disbursed: 100_000,
    earned: 1_600,
    due: 0,
    collected: 0,
  });
  // Both fall due on a Saturday; one is paid on it, and no one is late before Tuesday.
  const due = rows.find(({ date }) => date === '2026-02-14');
  expect(due).toMatchObject({ loans: 1, late_loans: 0, due: 114_606, collected: 57_303, principal: 50_000, late_1: 0 });
  expect(rows.at(-1)).toMatchObject({ date: '2026-02-17', loans: 1, late_loans: 1, late_1: 50_000, late_31: 0 });
  expect((await verify(payments.loans)).problems).toEqual([]);

  // And again nothing changes.
  await closeDay(payments.loans.context);
  expect(await rowsOf()).toEqual(rows);
  expect(await read('overview')).toEqual({
    date: '2026-02-17',
    balances: [
      expect.objectContaining({
        date: '2026-02-17',
        loans: 1,
        lateLoans: 1,
        principal: 500,
        par1: '100.00',
        par30: '0.00',
      }),
      expect.objectContaining({ date: '2026-01-17', loans: 2, lateLoans: 0, principal: 1000, par1: '0.00' }),
    ],
    movements: [
      expect.objectContaining({ period: 'DAY', from: '2026-02-17', collected: 0 }),
      expect.objectContaining({
        period: 'MONTH',
        from: '2026-02-01',
        fellDue: 1146.06,
        collected: 573.03,
        disbursed: 0,
      }),
      expect.objectContaining({ period: 'MONTH_BEFORE', from: '2026-01-01', to: '2026-01-17', disbursed: 1000 }),
    ],
    applications: expect.arrayContaining([{ stage: 'PERSONAL', standing: 0, today: 0, month: 0 }]),
  });
  const { days, next } = await read('history?limit=2&from=2026-02-01');
  expect(days.map(({ date }: { date: string }) => date)).toEqual(['2026-02-17', '2026-02-16']);
  expect(next).toBe('2026-02-16');
});

test('before the first day has ended there is nothing at a glance, and one close writes a month of a past', async () => {
  const service = await anotherLender();
  expect(await readOverview(service.db.kysely)).toBeUndefined();
  await aLoan(service, EX1_TERMS);
  await closeThrough(service, '2026-03-31');
  const written = async () => (await closeDay(service.context)).steps['daysWritten'];
  expect([await written(), await written(), await written(), await written()]).toEqual([31, 31, 13, 0]);
});

test('a row that was changed, or is missing, is found by the ledger', async () => {
  const service = await anotherLender();
  await aLoan(service, EX1_TERMS);
  await closed('2026-01-20', service);
  const problemsAfter = async (fault: ReturnType<typeof sql>) => {
    const undone = new Error('undone');
    let problems: readonly string[] = [];
    const planted = service.db.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await fault.execute(trx);
      problems = await verifyBookDays(trx);
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
    return problems;
  };
  const day = sql`date = '2026-01-16'`;
  for (const column of ['principal', 'interest', 'igv', 'collected', 'disbursed', 'earned', 'lost', 'unapplied']) {
    const problems = await problemsAfter(
      sql`update book_day set ${sql.ref(column)} = ${sql.ref(column)} + 1 where ${day}`,
    );
    // What is owed is there by days late, too.
    const isOwed = ['principal', 'interest', 'igv'].includes(column);
    expect(problems, column).toEqual([
      expect.stringMatching(new RegExp(`^the day 2026-01-16: ${column} is `)),
      ...(isOwed ? ["the day 2026-01-16: the balances by days late do not add up to the day's"] : []),
    ]);
  }
  expect(await problemsAfter(sql`delete from book_day where ${day}`)).toContain(
    'the day 2026-01-16 has no row, and later days have',
  );
});
