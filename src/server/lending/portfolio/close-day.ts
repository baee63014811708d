import { expireExtensions } from '#server/lending/arrangements/expire-extensions.ts';
import { expireTopUps } from '#server/lending/arrangements/expire-top-ups.ts';
import {
  type Closing,
  closeBusiness,
  decidePromises,
  recordLateLoans,
} from '#server/lending/loans/close-of-business.ts';
import { remindClients } from '#server/lending/loans/remind-clients.ts';
import { waiveRemainders } from '#server/lending/loans/waive-remainders.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { abandonFailedDisbursements } from '#server/lending/payouts/disburse.ts';
import { type BookDaysContext, writeBookDays } from './book-days.ts';

/** The context of the close of a day. */
type DayContext = LoanContext & Pick<BookDaysContext, 'daySummary'>;

/** A step of the day beside the loans' own close. Selects its work by date, hence idempotent. */
interface DayStep {
  readonly name: string;
  /** @returns how many things it changed */
  readonly run: (context: DayContext) => Promise<number>;
}

const STEPS: readonly DayStep[] = [
  { name: 'voided', run: abandonFailedDisbursements },
  { name: 'topUpsExpired', run: expireTopUps },
  { name: 'extensionsExpired', run: expireExtensions },
  { name: 'remaindersWaived', run: waiveRemainders },
  // Before reminders, which rest only while a promise is open.
  { name: 'promisesDecided', run: decidePromises },
  { name: 'lateLoansWritten', run: recordLateLoans },
  { name: 'reminded', run: remindClients },
  // Last: a step before it may still change what the day before owes.
  { name: 'daysWritten', run: writeBookDays },
];

export interface ClosedDay extends Closing {
  readonly businessDate: string;
  /** Number of changes by each further step. A step that failed is missing: it is logged and runs again. */
  readonly steps: Readonly<Record<string, number>>;
}

/** Runs what is still missing for the business date: every loan's close, then the further steps. */
export async function closeDay(context: DayContext): Promise<ClosedDay> {
  const closing = await closeBusiness(context);
  const steps: Record<string, number> = {};
  for (const { name, run } of STEPS) {
    try {
      steps[name] = await run(context);
    } catch (error) {
      context.log.error({ err: error, step: name }, 'a step of the day failed');
    }
  }
  return { businessDate: context.clock.businessDate(), ...closing, steps };
}
