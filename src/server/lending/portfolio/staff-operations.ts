import type { Context } from 'hono';
import * as z from 'zod';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { MAX_ADVANCE_DAYS, type SandboxClock } from '#server/lending/parameters/sandbox-clock.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import type { BookDaysContext } from './book-days.ts';
import { closeDay } from './close-day.ts';
import { OPERATION_ANSWERS } from './operation-answers.ts';
import { verifyLedger } from './verify-ledger.ts';

export const STAFF_OPERATIONS_PATH = '/api/v1/staff/operations';

export interface OperationsContext extends LoanContext, Pick<BookDaysContext, 'daySummary'> {
  /** Only in the sandbox. */
  readonly sandboxClock?: SandboxClock | undefined;
  /** Ends what waits for a day by real instants, which do not move with the date. */
  readonly endWaits: () => Promise<void>;
  /** Called when the business date has moved: pages with computed figures are rebuilt. */
  readonly onBusinessDate?: (() => void) | undefined;
}

const advanceBody = z.strictObject({ days: z.int().min(1).max(MAX_ADVANCE_DAYS) });

/** Operations: business date, close of business, verification of the ledger. */
export function staffOperationActs(): readonly StaffAct<OperationsContext>[] {
  const path = STAFF_OPERATIONS_PATH;
  return [
    read({
      name: 'ledger verify',
      answers: OPERATION_ANSWERS['ledger verify'],
      path: `${path}/ledger`,
      may: ['finance', 'compliance', 'admin', 'machine'],
      answer: async (c, _, context) => c.json(await verifyLedger(context.db.kysely, context.calendar)),
    }),
    act({
      name: 'date close',
      answers: OPERATION_ANSWERS['date close'],
      path: `${path}/close-of-business`,
      may: ['finance', 'admin', 'machine'],
      answer: (c, _, context) => close(c, context),
    }),
    act({
      name: 'date advance',
      answers: OPERATION_ANSWERS['date advance'],
      path: `${path}/business-date`,
      may: ['admin'],
      needs: 'sandbox',
      body: advanceBody,
      answer: (c, { body }, context) => advance(c, context, body.days),
    }),
  ];
}

async function close(c: Context, context: OperationsContext): Promise<Response> {
  const result = await closeDay(context);
  await audit(c, context, 'business-date.close', result);
  return c.json(result);
}

async function advance(c: Context, context: OperationsContext, days: number): Promise<Response> {
  const { sandboxClock } = context;
  if (!sandboxClock) return answerRefusal(c, refused(404, 'not_found', 'There is nothing here.'));
  await sandboxClock.advance(days);
  await context.endWaits();
  const result = await closeDay(context);
  await audit(c, context, 'business-date.advance', { days, ...result });
  context.onBusinessDate?.();
  return c.json(result);
}

function audit(c: Context, { db, clock }: LoanContext, action: string, after: unknown): Promise<void> {
  const subject = `business-date:${clock.businessDate()}`;
  const entry = { actor: `operator:${operatorName(c)}`, action, subject, after, at: clock.now() };
  return db.kysely.transaction().execute((trx) => recordAudit(trx, entry));
}
