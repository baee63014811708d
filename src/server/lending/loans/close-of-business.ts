import { calendarDate } from '#loan/calendar.ts';
import { latenessOf } from './late-loans.ts';
import { todayOfLoan } from './loan-snapshot.ts';
import { settlePromises } from './settle-promises.ts';
import { readStaleLateLoans, saveLateLoans } from './store/late-loan-store.ts';
import { readLoans, readLoansToClose } from './store/loan-store.ts';
import { readLoansToDecide } from './store/promise-store.ts';
import { type LoanContext, withLoan } from './with-loan.ts';

const BATCH = 200;
/** Loans closed at once; each in a transaction of its own. An embedded database does one after the other anyway. */
const PARALLEL = 4;

export interface Closing {
  readonly closed: number;
  /** Loans that could not be closed; each is logged, and the next run and the next command on it try again. */
  readonly failed: readonly string[];
}

/**
 * Runs the close of business for every running loan that is behind today (domain 2.23): due dates, statuses, accrual,
 * plans and flex pays that ended. A loan that fails does not stop the others. Idempotent.
 */
export async function closeBusiness(context: LoanContext): Promise<Closing> {
  const today = calendarDate(context.clock.businessDate());
  const failed = new Set<string>();
  let closed = 0;
  for (;;) {
    const ids = await readLoansToClose(context.db.kysely, today, BATCH + failed.size);
    const left = ids.filter((id) => !failed.has(id));
    if (left.length === 0) return { closed, failed: [...failed] };
    const queue = left.values();
    const work = async (): Promise<void> => {
      for (const id of queue) {
        if (await closeOne(context, id)) closed += 1;
        else failed.add(id);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  }
}

async function closeOne(context: LoanContext, id: string): Promise<boolean> {
  try {
    // Locking the loan closes its missed days; there is nothing else to do.
    await withLoan(context, { id }, async () => undefined);
    return true;
  } catch (error) {
    context.log.error({ err: error, loanId: id }, 'a loan could not be closed');
    return false;
  }
}

/**
 * Decides every promise whose date is over by what was really paid; a loan that fails is logged and does not stop the
 * others.
 * @returns how many were decided
 */
export async function decidePromises(context: LoanContext): Promise<number> {
  const today = calendarDate(context.clock.businessDate());
  let decided = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await readLoansToDecide(context.db.kysely, today, { after, limit: BATCH });
    for (const id of ids) {
      try {
        const changed = await withLoan(context, { id }, ({ trx, loan: { status }, day }) =>
          settlePromises(trx, { id, status }, day.date),
        );
        if (typeof changed === 'number') decided += changed;
      } catch (error) {
        context.log.error({ err: error, loanId: id }, 'a promise could not be decided');
      }
    }
    after = ids.at(-1);
    if (ids.length < BATCH) return decided;
  }
}

/**
 * Writes the rows of the worklist that are not of today: what is overdue grows with each night. A row that a payment has
 * written meanwhile is newer and stays.
 * @returns how many
 */
export async function recordLateLoans(context: Omit<LoanContext, 'log'>): Promise<number> {
  const { kysely } = context.db;
  const today = calendarDate(context.clock.businessDate());
  const calendar = await context.calendar.days(kysely);
  let written = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await readStaleLateLoans(kysely, today, { after, limit: BATCH });
    const loans = await readLoans(kysely, ids);
    const rows = loans.map((stored) => {
      const date = todayOfLoan(context.clock, stored);
      return { loanId: stored.id, ...latenessOf(stored, { date, calendar }), asOf: date };
    });
    await saveLateLoans(kysely, rows, { overSameDay: false });
    written += rows.length;
    after = ids.at(-1);
    if (ids.length < BATCH) return written;
  }
}
