import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { awaitsAnswer, COMPLAINT_STATUSES } from '#loan/complaint.ts';
import type { ContactChannel, ContactOutcome, ContactSituation, PauseReason } from '#loan/contact-hours.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import { loanNumberOfRow } from '#server/lending/complaints/complaint-seal.ts';
import { noteOf } from './contact-outcome-store.ts';

export interface ContactAttempt {
  readonly personId: string;
  readonly loanId: string;
  readonly channel: ContactChannel;
  /** Of Lima's own calendar. */
  readonly madeOn: CalendarDate;
  readonly at: Date;
  readonly actor: string;
}

/** @returns its id, by which its outcome is recorded */
export async function insertContactAttempt(trx: Trx, attempt: ContactAttempt): Promise<string> {
  const id = uuidv7(attempt.at.getTime());
  await trx
    .insertInto('contact_attempt')
    .values({
      id,
      person_id: attempt.personId,
      loan_id: attempt.loanId,
      channel: attempt.channel,
      recipient: 'CLIENT',
      at: attempt.at,
      made_on: attempt.madeOn,
      actor: attempt.actor,
    })
    .execute();
  return id;
}

/** A call or visit, and what came of it. */
export interface Contact {
  readonly id: string;
  readonly channel: ContactChannel;
  readonly at: Date;
  readonly outcome: ContactOutcome | null;
  readonly note: string | null;
  readonly promisedCents: Cents | null;
  readonly promisedFor: CalendarDate | null;
}

/**
 * Contacts of a client or about a loan, the latest first.
 * @param seal the client's own; undefined once they are erased, and then the notes are not there
 */
export async function readContacts(
  db: Db,
  seal: Seal | undefined,
  of: { readonly loanId: string } | { readonly personId: string },
  limit: number,
): Promise<Contact[]> {
  const [column, value] = 'loanId' in of ? (['loan_id', of.loanId] as const) : (['person_id', of.personId] as const);
  const rows = await db
    .selectFrom('contact_attempt')
    .leftJoin('contact_outcome', 'contact_outcome.attempt_id', 'contact_attempt.id')
    .leftJoin('payment_promise', 'payment_promise.id', 'contact_outcome.promise_id')
    .select(['contact_attempt.id', 'contact_attempt.channel', 'contact_attempt.at'])
    .select(['contact_outcome.outcome', 'contact_outcome.note_sealed'])
    .select(['payment_promise.amount', 'payment_promise.due_on'])
    .where(`contact_attempt.${column}`, '=', value)
    .orderBy('contact_attempt.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, channel, at, outcome, note_sealed, amount, due_on }) => ({
    id,
    channel,
    at,
    outcome,
    note: note_sealed === null || !seal ? null : seal.open(note_sealed, noteOf(id)),
    promisedCents: amount === null ? null : cents(amount),
    promisedFor: due_on === null ? null : calendarDate(due_on),
  }));
}

/** A loan and whose it is. */
export interface LoanOfPerson {
  readonly personId: string;
  readonly loanNumber: string;
}

/**
 * Reads what decides whether clients may be contacted about their loans: pauses, and calls and visits since a date, about
 * whichever loan.
 * @returns one for each loan, by its number
 */
export async function readContactSituations(
  db: Db,
  loans: readonly LoanOfPerson[],
  since: CalendarDate,
): Promise<ReadonlyMap<string, ContactSituation>> {
  if (loans.length === 0) return new Map();
  const attempts = await db
    .selectFrom('contact_attempt')
    .select(['person_id', 'made_on'])
    .where('person_id', 'in', peopleOf(loans))
    .where('made_on', '>=', since)
    .orderBy('id')
    .execute();
  const pauses = await readPausesOf(db, loans);
  return new Map(
    loans.map(({ personId, loanNumber }) => {
      const own = attempts.filter((attempt) => attempt.person_id === personId);
      const contactDates = own.map(({ made_on }) => calendarDate(made_on));
      return [loanNumber, { pauses: pauses.get(loanNumber) ?? [], contactDates }];
    }),
  );
}

/** Why collections must not contact a loan's client now. */
export async function readPauses(db: Db, loan: LoanOfPerson): Promise<readonly PauseReason[]> {
  return (await readPausesOf(db, [loan])).get(loan.loanNumber) ?? [];
}

/** The pauses staff recorded, and any open complaint that names the loan (no operator has to record that one). */
async function readPausesOf(db: Db, loans: readonly LoanOfPerson[]): Promise<ReadonlyMap<string, PauseReason[]>> {
  const noted = await db
    .selectFrom('contact_pause')
    .select(['person_id', 'reason'])
    .where('person_id', 'in', peopleOf(loans))
    .where('closed_at', 'is', null)
    .execute();
  const complaints = await readLoansWithComplaint(db, loans);
  return new Map(
    loans.map(({ personId, loanNumber }) => {
      const reasons = new Set(noted.flatMap((pause) => (pause.person_id === personId ? [pause.reason] : [])));
      if (complaints.has(loanNumber)) reasons.add('COMPLAINT');
      return [loanNumber, [...reasons].sort()];
    }),
  );
}

function peopleOf(loans: readonly LoanOfPerson[]): string[] {
  return [...new Set(loans.map(({ personId }) => personId))];
}

const WAITING = COMPLAINT_STATUSES.filter(awaitsAnswer);

async function readLoansWithComplaint(db: Db, loans: readonly LoanOfPerson[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('complaint')
    .select(loanNumberOfRow().as('loan_number'))
    .where('status', 'in', WAITING)
    .where(
      loanNumberOfRow(),
      'in',
      loans.map(({ loanNumber }) => loanNumber),
    )
    .execute();
  return new Set(rows.flatMap(({ loan_number }) => loan_number ?? []));
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
