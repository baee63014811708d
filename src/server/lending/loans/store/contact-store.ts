import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { awaitsAnswer, COMPLAINT_STATUSES } from '#loan/complaint.ts';
import type { ContactChannel, PauseReason } from '#loan/contact-hours.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { loanNumberOfRow } from '#server/lending/complaints/complaint-seal.ts';

export interface ContactAttempt {
  readonly personId: string;
  readonly loanId: string;
  readonly channel: ContactChannel;
  /** Of Lima's own calendar. */
  readonly madeOn: CalendarDate;
  readonly at: Date;
  readonly actor: string;
}

export async function insertContactAttempt(trx: Trx, attempt: ContactAttempt): Promise<void> {
  await trx
    .insertInto('contact_attempt')
    .values({
      id: uuidv7(attempt.at.getTime()),
      person_id: attempt.personId,
      loan_id: attempt.loanId,
      channel: attempt.channel,
      recipient: 'CLIENT',
      at: attempt.at,
      made_on: attempt.madeOn,
      actor: attempt.actor,
    })
    .execute();
}

/** Calls and visits a client has had since a date, about whichever loan, oldest first. */
export async function readContactAttempts(db: Db, personId: string, since: CalendarDate): Promise<ContactAttempt[]> {
  const rows = await db
    .selectFrom('contact_attempt')
    .selectAll()
    .where('person_id', '=', personId)
    .where('made_on', '>=', since)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    personId: row.person_id,
    loanId: row.loan_id,
    channel: row.channel,
    madeOn: calendarDate(row.made_on),
    at: row.at,
    actor: row.actor,
  }));
}

/**
 * Why collections must not contact a loan's client now: the pauses staff recorded, and any open complaint that names the
 * loan (no operator has to record that one).
 */
export async function readPauses(
  db: Db,
  { personId, loanNumber }: { readonly personId: string; readonly loanNumber: string },
): Promise<PauseReason[]> {
  const noted = await db
    .selectFrom('contact_pause')
    .select('reason')
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .execute();
  const reasons = new Set(noted.map(({ reason }) => reason));
  if (await hasOpenComplaint(db, loanNumber)) reasons.add('COMPLAINT');
  return [...reasons].sort();
}

const WAITING = COMPLAINT_STATUSES.filter(awaitsAnswer);

async function hasOpenComplaint(db: Db, loanNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('complaint')
    .select('id')
    .where('status', 'in', WAITING)
    .where(loanNumberOfRow(), '=', loanNumber)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a reason to pause contact; the same reason is stored once. */
export async function openPause(
  trx: Trx,
  pause: { readonly personId: string; readonly reason: PauseReason; readonly by: string; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('contact_pause')
    .values({
      id: uuidv7(pause.now),
      person_id: pause.personId,
      reason: pause.reason,
      opened_at: new Date(pause.now),
      opened_by: pause.by,
      closed_at: null,
      closed_by: null,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'reason']).where('closed_at', 'is', null).doNothing())
    .execute();
}

/** Closes a pause. False: it was not open. */
export async function closePause(
  trx: Trx,
  pause: { readonly personId: string; readonly reason: PauseReason; readonly by: string; readonly now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('contact_pause')
    .set({ closed_at: new Date(pause.now), closed_by: pause.by })
    .where('person_id', '=', pause.personId)
    .where('reason', '=', pause.reason)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
