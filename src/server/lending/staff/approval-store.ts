import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type Vault, VaultError } from '#server/kit/vault.ts';
import type { SentRequest } from './act.ts';
import { keyset, type ListSource } from './list-source.ts';

interface NewApproval {
  readonly action: string;
  readonly subject: string;
  readonly digest: string;
  readonly about: unknown;
  /** The account. */
  readonly by: string;
  readonly now: number;
  /** Undefined: another account can approve it only by asking for the same. */
  readonly request: SentRequest | undefined;
  /** The client it is about. */
  readonly personId: string | undefined;
}

export async function insertApproval(
  trx: Trx,
  vault: Vault,
  { action, subject, digest, about, by, now, request, personId }: NewApproval,
): Promise<string> {
  const id = uuidv7(now);
  const stored = {
    act: request?.act ?? null,
    request_sealed: request ? vault.seal(JSON.stringify(request), placeOf(id)) : null,
    person_id: personId ?? null,
  };
  await trx
    .insertInto('staff_approval')
    .values({
      ...{ id, action, subject, digest, about: JSON.stringify(about), ...stored },
      ...{ proposed_by: by, proposed_at: new Date(now) },
    })
    .execute();
  return id;
}

/**
 * The proposal that waits. Two that ask at once, come one after the other: the second finds what the first one left.
 */
export async function lockOpenApproval(trx: Trx, action: string, subject: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${action} ${subject}`}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('staff_approval')
    .selectAll()
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('status', '=', 'PROPOSED')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toApproval(row);
}

export async function lockApproval(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('staff_approval')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toApproval(row);
}

/** Those that wait, oldest first, with the login of the colleague who proposed each. */
export function listOpenApprovals(db: Db): ListSource<OpenApproval> {
  const rows = db
    .selectFrom('staff_approval')
    .innerJoin('colleague', 'colleague.id', 'staff_approval.proposed_by')
    .select(['staff_approval.id', 'act', 'action', 'subject', 'about', 'colleague.login as proposedBy'])
    .select('staff_approval.proposed_at as proposedAt')
    .where('status', '=', 'PROPOSED');
  return keyset(db, { rows, keys: { id: 'uuid' } }, (stored) => stored);
}

/** A proposal that waits, as every colleague may see it. */
export interface OpenApproval {
  readonly id: string;
  /** The words of its command; null when only asking for the same approves it. */
  readonly act: string | null;
  readonly action: string;
  readonly subject: string;
  readonly about: unknown;
  readonly proposedBy: string;
  readonly proposedAt: Date;
}

/** A proposal that waits, with the request as it was sent. */
export interface StoredApproval extends OpenApproval {
  readonly proposerId: string;
  /** Undefined: none was stored, the client of it was erased, or the master key that sealed it is gone. */
  readonly request: SentRequest | undefined;
}

/** @returns undefined when it is not there or has been decided */
export async function readOpenApproval(db: Db, vault: Vault, id: string): Promise<StoredApproval | undefined> {
  const row = await db
    .selectFrom('staff_approval')
    .innerJoin('colleague', 'colleague.id', 'staff_approval.proposed_by')
    .select(['staff_approval.id', 'act', 'action', 'subject', 'about', 'colleague.login as proposedBy'])
    .select(['proposed_at as proposedAt', 'proposed_by as proposerId', 'request_sealed'])
    .where('staff_approval.id', '=', id)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirst();
  if (!row) return undefined;
  const { request_sealed: sealed, ...open } = row;
  return { ...open, request: sealed === null ? undefined : opened(vault, sealed, id) };
}

function opened(vault: Vault, sealed: string, id: string): SentRequest | undefined {
  try {
    return JSON.parse(vault.open(sealed, placeOf(id))) as SentRequest;
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

function placeOf(id: string) {
  return { table: 'staff_approval', column: 'request', id };
}

/** Erases the requests about a client whose data are erased: their proposals are approved by asking for the same. */
export async function forgetRequestsOf(trx: Trx, personId: string): Promise<void> {
  await trx
    .updateTable('staff_approval')
    .set({ request_sealed: null })
    .where('person_id', '=', personId)
    .where('request_sealed', 'is not', null)
    .execute();
}

/**
 * Seals the requests that wait with the newest master key. One that does not open stays as it is.
 * @returns how many were sealed anew
 */
export async function resealRequests(db: Db, vault: Vault): Promise<number> {
  let resealed = 0;
  const rows = await db.selectFrom('staff_approval').select(['id']).where('request_sealed', 'is not', null).execute();
  for (const { id } of rows) {
    const stored = db.selectFrom('staff_approval').select('request_sealed').where('id', '=', id);
    const sealed = (await stored.executeTakeFirst())?.request_sealed ?? null;
    const fresh = sealed === null || !opened(vault, sealed, id) ? sealed : vault.reseal(sealed, placeOf(id));
    if (fresh === sealed) continue;
    const { numUpdatedRows } = await db
      .updateTable('staff_approval')
      .set({ request_sealed: fresh })
      .where('id', '=', id)
      .where('request_sealed', '=', sealed)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return resealed;
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

/** Gives back what an account has taken and not done: it waits for anybody again. */
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
