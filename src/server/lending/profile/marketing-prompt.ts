import { isOver } from '#loan/application.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Db } from '#server/kit/tables.ts';
import { readLatestApplication } from '#server/lending/applications/store/application-store.ts';
import { readOpenLoanSnapshot, type SnapshotContext } from '#server/lending/loans/loan-snapshot.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { readClosingDay } from './closing-store.ts';

/** For so long "not now" is kept to (domain 2.24). */
const QUIET_MS = 90 * 86_400_000;
const SCREEN = 'profile-components-marketing';
const NOT_NOW = 'not-now';

/**
 * Whether a client is asked about advertising now (domain 2.24): once, while no decision of theirs is on record, and not
 * within 90 days of a "not now". The box of the registration is one, ticked or not: who registered on the site has been
 * asked, and this is for clients whom the lender's people registered. Nor is somebody asked who has another thing on
 * their mind: money that is late, a debt that was written off, an application or a top-up under way, a deposit that has
 * not arrived, an account about to close.
 */
export async function isMarketingPromptDue(services: SnapshotContext, personId: string): Promise<boolean> {
  const db = services.db.kysely;
  const { changedAt } = await readMarketingConsent(db, personId);
  if (changedAt !== null || (await isPutOff(db, personId, lenderNow(services.clock)))) return false;
  const application = await readLatestApplication(db, personId);
  if (application && !isOver(application.stage)) return false;
  if (await readClosingDay(db, personId)) return false;
  return !(await hasWrittenOff(db, personId)) && (await isLoanCalm(services, personId));
}

/** Remembers "not now"; one at a time, the newest counts. It is no decision: the ledger of consents has nothing of it. */
export async function putOffMarketingPrompt(db: Db, personId: string, now: number): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('screen_seen')
    .values({ person_id: personId, screen: SCREEN, ref: NOT_NOW, at })
    .onConflict((conflict) => conflict.columns(['person_id', 'screen', 'ref']).doUpdateSet({ at }))
    .execute();
}

async function isPutOff(db: Db, personId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('screen_seen')
    .select('at')
    .where('person_id', '=', personId)
    .where('screen', '=', SCREEN)
    .where('ref', '=', NOT_NOW)
    .executeTakeFirst();
  return row !== undefined && now - row.at.getTime() < QUIET_MS;
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

/** No loan, or one that is paid in time as of today, whether or not the night has written that down. */
async function isLoanCalm(services: SnapshotContext, personId: string): Promise<boolean> {
  const seen = await readOpenLoanSnapshot(services, personId);
  if (!seen) return true;
  const { loan, day } = seen;
  if (loan.status !== 'PERFORMING' || loan.topUp) return false;
  return statusOf(standingOn(loan, day)) === 'PERFORMING';
}
