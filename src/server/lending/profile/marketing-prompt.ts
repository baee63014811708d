import { isOver } from '#loan/application.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Db } from '#server/kit/tables.ts';
import { readLatestApplication } from '#server/lending/applications/store/application-store.ts';
import { noteScreenSeen, readScreenSeen } from '#server/lending/applications/store/screen-seen-store.ts';
import { readOpenLoanSnapshot, type SnapshotContext } from '#server/lending/loans/loan-snapshot.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { readClosingDay } from './closing-store.ts';

/** How long "not now" suppresses the question (domain 2.24). */
const QUIET_MS = 90 * 86_400_000;
const SCREEN = 'profile-components-marketing';
const NOT_NOW = 'not-now';

/**
 * Tells whether a client is asked about marketing now (domain 2.24): once, while no decision of theirs is recorded, and
 * not within 90 days of a "not now". The box in the registration is a decision, ticked or not, so this is for clients
 * registered by staff. Nor is a client asked while something else is urgent: money overdue, a written-off debt, an
 * application or a top-up under way, a payout that has not arrived, an account about to close.
 */
export async function isMarketingPromptDue(services: SnapshotContext, personId: string): Promise<boolean> {
  const db = services.db.kysely;
  const { changedAt } = await readMarketingConsent(db, personId);
  if (changedAt !== null || (await isPutOff(db, personId, lenderNow(services.clock)))) return false;
  const application = await readLatestApplication(db, personId);
  if (application && !isOver(application.stage)) return false;
  if (await readClosingDay(db, personId)) return false;
  return !(await hasWrittenOff(db, personId)) && (await isLoanPaidOnTime(services, personId));
}

/** Records "not now"; only the newest counts. It is not a decision, and so is not written to the consent ledger. */
export async function putOffMarketingPrompt(db: Db, personId: string, now: number): Promise<void> {
  await noteScreenSeen(db, { personId, screen: SCREEN, ref: NOT_NOW }, now, 'newest');
}

async function isPutOff(db: Db, personId: string, now: number): Promise<boolean> {
  const at = await readScreenSeen(db, { personId, screen: SCREEN, ref: NOT_NOW });
  return at !== undefined && now - at.getTime() < QUIET_MS;
}

async function hasWrittenOff(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('loan')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', '=', 'WRITTEN_OFF')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** No loan, or one without overdue payments as of today, whether or not the close of business has run. */
async function isLoanPaidOnTime(services: SnapshotContext, personId: string): Promise<boolean> {
  const seen = await readOpenLoanSnapshot(services, personId);
  if (!seen) return true;
  const { loan, day } = seen;
  if (loan.status !== 'PERFORMING' || loan.topUp) return false;
  return statusOf(standingOn(loan, day)) === 'PERFORMING';
}
