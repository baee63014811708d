import { type Selectable, sql } from 'kysely';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import type { Locale } from '#i18n/locale.ts';
import type { DataRequestKind } from '#loan/data-request.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type Seal, type Vault, VaultError } from '#server/kit/vault.ts';

/** The request of somebody who is not a client, and who they say they are. */
export interface VisitorAsked {
  readonly detail: string;
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly firstName: string;
  readonly lastNames: string;
  readonly email: string;
  readonly language: Locale;
}

export interface IdentityFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface VisitorRequest {
  readonly id: string;
  readonly type: DataRequestKind;
  readonly dueDate: string;
  readonly createdAt: string;
  /** Null: the master key that sealed it is gone, or it was changed. */
  readonly asked: VisitorAsked | null;
}

/** Without the documents, which are megabytes each: `readIdentity` has them one by one. */
const LISTED = ['id', 'kind', 'due_on', 'created_at', 'asked_sealed'] as const;
type Listed = Pick<Selectable<Tables['visitor_data_request']>, (typeof LISTED)[number]>;

/** @returns its id; undefined when the same person asked the same and waits for the answer */
export async function insertVisitorRequest(
  trx: Trx,
  vault: Vault,
  request: {
    readonly kind: DataRequestKind;
    readonly asked: VisitorAsked;
    readonly identity: IdentityFile;
    readonly dueOn: string;
    readonly now: number;
  },
): Promise<string | undefined> {
  const { kind, asked, identity, dueOn, now } = request;
  const id = uuidv7(now);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('visitor_data_request')
    .values({
      id,
      kind,
      asked_sealed: vault.seal(JSON.stringify(asked), placeOf('asked_sealed', id)),
      identity_sealed: vault.seal(Buffer.from(identity.bytes).toString('base64'), placeOf('identity_sealed', id)),
      identity_media_type: identity.mediaType,
      status: 'RECEIVED',
      due_on: dueOn,
      created_at: new Date(now),
      asked_index: askedIndexOf(vault, asked),
    })
    // In words: which index is meant must be seen without the values of a statement.
    .onConflict((conflict) =>
      conflict.columns(['kind', 'asked_index']).where(sql<boolean>`status = 'RECEIVED'`).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 0n ? undefined : id;
}

/** By document and mailbox: by the document alone, a stranger who types it would keep its owner from asking. */
function askedIndexOf(vault: Vault, { documentType, documentNumber, email }: VisitorAsked): string {
  return vault.blindIndex('visitor-request', `${documentType} ${documentNumber} ${email.toLowerCase()}`);
}

/** Counts the requests that wait for an answer. */
export async function countWaitingVisitorRequests(db: Db): Promise<number> {
  const { count } = await waiting(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Requests of these ids that wait for an answer, in any order. */
export async function readWaitingVisitorRequests(
  db: Db,
  seal: Seal,
  ids: readonly string[],
): Promise<VisitorRequest[]> {
  if (ids.length === 0) return [];
  const rows = await waiting(db).select(LISTED).where('id', 'in', ids).execute();
  return rows.map((row) => opened(seal, row));
}

/** The document that came with a request that waits. */
export async function readIdentity(db: Db, seal: Seal, id: string): Promise<IdentityFile | undefined> {
  const row = await waiting(db)
    .select(['identity_sealed', 'identity_media_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.identity_sealed) return undefined;
  const bytes = Buffer.from(seal.open(row.identity_sealed, placeOf('identity_sealed', id)), 'base64');
  return { bytes, mediaType: row.identity_media_type };
}

/** A request that waits, locked because it is about to be answered. */
export async function lockVisitorRequest(trx: Trx, seal: Seal, id: string): Promise<VisitorRequest | undefined> {
  const row = await waiting(trx).select(LISTED).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && opened(seal, row);
}

/** Answers a request, and deletes the document that came with it. */
export async function decideVisitorRequest(
  trx: Trx,
  seal: Seal,
  id: string,
  decision: { readonly status: 'DONE' | 'DENIED'; readonly answer: string; readonly by: string; readonly now: number },
): Promise<void> {
  const { status, answer, by, now } = decision;
  await trx
    .updateTable('visitor_data_request')
    .set({
      status,
      decided_at: new Date(now),
      decided_by: by,
      answer_sealed: seal.seal(answer, placeOf('answer_sealed', id)),
      identity_sealed: null,
    })
    .where('id', '=', id)
    .execute();
}

function waiting(db: Db) {
  return db.selectFrom('visitor_data_request').where('status', '=', 'RECEIVED');
}

function opened(seal: Seal, row: Listed): VisitorRequest {
  const { id, kind: type, due_on: dueDate, created_at: createdAt } = row;
  return { id, type, dueDate, createdAt: createdAt.toISOString(), asked: askedIn(seal, row.asked_sealed, id) };
}

/** One that does not open must not close the whole list. */
function askedIn(seal: Seal, sealed: string, id: string): VisitorAsked | null {
  try {
    return JSON.parse(seal.open(sealed, placeOf('asked_sealed', id)));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

/**
 * Seals again with the newest master key the requests that wait and will be read. Answered ones are deleted in time;
 * one that does not open stays as it is.
 * @returns how many requests were sealed anew
 */
export async function resealVisitorRequests(db: Db, vault: Vault): Promise<number> {
  let resealed = 0;
  for (const { id } of await waiting(db).select('id').execute()) {
    const row = await waiting(db).select(['asked_sealed', 'identity_sealed']).where('id', '=', id).executeTakeFirst();
    const fresh = row && resealedRow(vault, id, row);
    if (!fresh) continue;
    const { numUpdatedRows } = await db
      .updateTable('visitor_data_request')
      .set(fresh)
      .where('id', '=', id)
      .where('status', '=', 'RECEIVED')
      .where('asked_sealed', '=', row.asked_sealed)
      .where('identity_sealed', 'is not distinct from', row.identity_sealed)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return resealed;
}

type SealedRow = Pick<Selectable<Tables['visitor_data_request']>, 'asked_sealed' | 'identity_sealed'>;

/** @returns undefined when there is nothing to change */
function resealedRow(vault: Vault, id: string, { asked_sealed, identity_sealed }: SealedRow): SealedRow | undefined {
  try {
    const fresh = {
      asked_sealed: vault.reseal(asked_sealed, placeOf('asked_sealed', id)),
      identity_sealed: identity_sealed && vault.reseal(identity_sealed, placeOf('identity_sealed', id)),
    };
    return fresh.asked_sealed === asked_sealed && fresh.identity_sealed === identity_sealed ? undefined : fresh;
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

function placeOf(column: string, id: string) {
  return { table: 'visitor_data_request', column, id };
}
