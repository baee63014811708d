import type { ContactOutcome } from '#loan/contact-hours.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';

export interface NewContactOutcome {
  readonly attemptId: string;
  readonly outcome: ContactOutcome;
  readonly note?: string | undefined;
  readonly promiseId?: string | undefined;
  readonly actor: string;
  readonly now: number;
}

/** Records what came of a contact. False: that is on record already. */
export async function insertContactOutcome(trx: Trx, seal: Seal, contact: NewContactOutcome): Promise<boolean> {
  const { attemptId, outcome, note, promiseId, actor, now } = contact;
  const row = await trx
    .insertInto('contact_outcome')
    .values({
      attempt_id: attemptId,
      outcome,
      note_sealed: note === undefined ? null : seal.seal(note, noteOf(attemptId)),
      promise_id: promiseId ?? null,
      at: new Date(now),
      actor,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether a contact is one about this loan. */
export async function isContactOf(db: Db, attemptId: string, loanId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_attempt')
    .select('id')
    .where('id', '=', attemptId)
    .where('loan_id', '=', loanId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether what came of a contact is on record. */
export async function hasOutcome(db: Db, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_outcome')
    .select('attempt_id')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The place where the note of a contact is sealed. */
export function noteOf(attemptId: string) {
  return { table: 'contact_outcome', column: 'note_sealed', id: attemptId };
}
