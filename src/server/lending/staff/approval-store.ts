import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

interface NewApproval {
  readonly action: string;
  readonly subject: string;
  readonly digest: string;
  readonly about: unknown;
  /** The account. */
  readonly by: string;
  readonly now: number;
}

export async function insertApproval(
  trx: Trx,
  { action, subject, digest, about, by, now }: NewApproval,
): Promise<string> {
  const id = uuidv7(now);
  await trx
    .insertInto('staff_approval')
    .values({ id, action, subject, digest, about: JSON.stringify(about), proposed_by: by, proposed_at: new Date(now) })
    .execute();
  return id;
}

/** The proposal that waits. Two that ask at once, come one after the other: the second finds what the first one left. */
export async function lockOpenApproval(trx: Trx, action: string, subject: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${action} ${subject}`}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('staff_approval')
    .selectAll()
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('status', '=', 'PROPOSED')
    .forUpdate()
    .executeTakeFirst();
  return row && toApproval(row);
}

export async function lockApproval(trx: Trx, id: string) {
  const row = await trx.selectFrom('staff_approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toApproval(row);
}

/** Those that wait, oldest first, with the login of who proposed each. */
export async function listOpenApprovals(db: Db) {
  return db
    .selectFrom('staff_approval')
    .innerJoin('colleague', 'colleague.id', 'staff_approval.proposed_by')
    .select(['staff_approval.id', 'action', 'subject', 'about', 'colleague.login as proposedBy'])
    .select('staff_approval.proposed_at as proposedAt')
    .where('status', '=', 'PROPOSED')
    .orderBy('staff_approval.id')
    .execute();
}

/** It is one account's until then. */
export async function takeApproval(
  trx: Trx,
  id: string,
  { by, until }: { readonly by: string; readonly until: number },
): Promise<void> {
  await trx
    .updateTable('staff_approval')
    .set({ taken_by: by, taken_until: new Date(until) })
    .where('id', '=', id)
    .execute();
}

/** What an account has taken and not done waits for anybody again. */
export async function giveBackApproval(
  db: Db,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<void> {
  await db
    .updateTable('staff_approval')
    .set({ taken_by: null, taken_until: null })
    .where('id', '=', id)
    .where('taken_by', '=', by)
    .where('status', '=', 'PROPOSED')
    .execute();
}

/** @returns whether it was still open */
export async function decideApproval(
  trx: Trx,
  id: string,
  { status, by, now }: { readonly status: 'APPROVED' | 'WITHDRAWN'; readonly by: string; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_approval')
    .set({ status, decided_by: by, decided_at: new Date(now) })
    .where('id', '=', id)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function toApproval(row: Selectable<Tables['staff_approval']>) {
  const { id, action, subject, digest, status, proposed_by: proposedBy } = row;
  return { id, action, subject, digest, status, proposedBy, takenUntil: row.taken_until ?? undefined };
}
