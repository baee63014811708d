import type { Updateable } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { loanNumberOfRow } from '#server/lending/complaints/complaint-seal.ts';

/** The day an account will be closed; undefined when no closing is scheduled. */
export async function readClosingDay(db: Db, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_closing')
    .select('closes_on')
    .where('person_id', '=', personId)
    .where('undone_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row?.closes_on;
}

/** Schedules a closing. */
export async function insertClosing(
  trx: Trx,
  closing: { readonly personId: string; readonly closesOn: string; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('account_closing')
    .values({
      id: uuidv7(closing.now),
      person_id: closing.personId,
      asked_at: new Date(closing.now),
      closes_on: closing.closesOn,
      undone_at: null,
      closed_at: null,
      forget_on: null,
      forgotten_at: null,
    })
    .execute();
}

/**
 * Cancels a scheduled closing.
 * @returns false when none was scheduled
 */
export function undoClosing(trx: Trx, personId: string, now: number): Promise<boolean> {
  return changePending(trx, personId, { undone_at: new Date(now) });
}

/**
 * Changes a closing that is neither cancelled nor done.
 * @returns false when there is not one
 */
async function changePending(
  db: Db,
  personId: string,
  change: Updateable<Tables['account_closing']>,
): Promise<boolean> {
  const row = await db
    .updateTable('account_closing')
    .set(change)
    .where('person_id', '=', personId)
    .where('undone_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** People whose closing is due. */
export async function readDueClosings(db: Db, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_closing')
    .select('person_id')
    .where('closes_on', '<=', today)
    .where('undone_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('closes_on')
    .execute();
  return rows.map((row) => row.person_id);
}

/** @returns false when it was taken back, or closed, meanwhile */
export function markClosed(
  trx: Trx,
  personId: string,
  { forgetOn, now }: { readonly forgetOn: string; readonly now: number },
): Promise<boolean> {
  return changePending(trx, personId, { closed_at: new Date(now), forget_on: forgetOn });
}

/**
 * Postpones a closing, because something open must be settled first.
 * @returns false when it was taken back meanwhile
 */
export function postponeClosing(db: Db, personId: string, closesOn: string): Promise<boolean> {
  return changePending(db, personId, { closes_on: closesOn });
}

/** Closed accounts whose retention has ended and that are not erased yet. */
export async function readForgettable(db: Db, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_closing')
    .select('person_id')
    .where('closed_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .where('forget_on', '<=', today)
    .execute();
  return rows.map((row) => row.person_id);
}

/** @returns false when they were forgotten meanwhile */
export async function markForgotten(trx: Trx, personId: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('account_closing')
    .set({ forgotten_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('closed_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether an application of a person is under way. */
export async function hasOpenApplication(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where('person_id', '=', personId)
    // From the agreement on there is a loan, which is counted by itself; a draft binds nobody.
    .where('stage', 'in', ['SCORING', 'MANUAL_REVIEW', 'INFO_MISSING', 'OFFER', 'OFFER_REPEATED', 'AGREEMENT'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether a complaint about one of the person's loans, or recorded by staff, is unanswered. */
export async function hasOpenComplaint(db: Db, personId: string, loanNumbers: readonly string[]): Promise<boolean> {
  const noted = await db
    .selectFrom('contact_pause')
    .select('id')
    .where('person_id', '=', personId)
    .where('reason', '=', 'COMPLAINT')
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (noted) return true;
  if (loanNumbers.length === 0) return false;
  const sheet = await db
    .selectFrom('complaint')
    .select('id')
    .where('status', 'in', ['RECEIVED', 'ASSIGNED'])
    .where(loanNumberOfRow(), 'in', loanNumbers)
    .executeTakeFirst();
  return sheet !== undefined;
}
