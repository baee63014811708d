import { calendarDate } from '#loan/calendar.ts';
import { readLoansToClose } from './store/loan-store.ts';
import { type LoanContext, withLoan } from './with-loan.ts';

const BATCH = 200;
/** Loans closed at once; each in a transaction of its own. An embedded database does one after the other anyway. */
const PARALLEL = 4;

export interface Closing {
  readonly closed: number;
  /** Loans that could not be closed; each is logged, and the next run and the next command on it try again. */
  readonly failed: readonly string[];
}

/** Close of business for every running loan behind today (domain 2.23), one failure alone. Idempotent. */
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
