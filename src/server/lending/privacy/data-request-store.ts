import type { Selectable } from 'kysely';
import type { DataRequestBody } from '#api/data-request-body.ts';
import { type DataRequestKind, EXPORT_DAYS, EXPORT_KINDS } from '#loan/data-request.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type Seal, type Vault, VaultError } from '#server/kit/vault.ts';

type Row = Selectable<Tables['data_request']>;

/** Stores a request as it was made. */
export async function insertDataRequest(
  trx: Trx,
  seal: Seal,
  asked: {
    readonly personId: string;
    readonly kind: DataRequestKind;
    readonly detail: string;
    readonly dueOn: string;
    readonly now: number;
  },
): Promise<DataRequestBody> {
  const id = uuidv7(asked.now);
  const row = await trx
    .insertInto('data_request')
    .values({
      id,
      person_id: asked.personId,
      kind: asked.kind,
      detail_sealed: seal.seal(asked.detail, placeOf('detail_sealed', id)),
      status: 'RECEIVED',
      due_on: asked.dueOn,
      created_at: new Date(asked.now),
      decided_at: null,
      decided_by: null,
      answer_sealed: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(seal, row);
}

/** Tells whether such a request is open already. */
export async function isOpenAlready(db: Db, personId: string, kind: DataRequestKind): Promise<boolean> {
  const row = await db
    .selectFrom('data_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('status', 'in', ['RECEIVED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return row !== undefined;
}

/** A client's requests, newest first. */
export async function readDataRequests(db: Db, seal: Seal, personId: string): Promise<DataRequestBody[]> {
  const rows = await db
    .selectFrom('data_request')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => present(seal, row));
}

/** The person of an open request, which is locked because it is about to be answered. */
export async function lockDataRequest(trx: Trx, id: string): Promise<Pick<Row, 'person_id' | 'kind'> | undefined> {
  return trx
    .selectFrom('data_request')
    .select(['person_id', 'kind'])
    .where('id', '=', id)
    .where('status', 'in', ['RECEIVED', 'IN_PROGRESS'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers a request. */
export async function answerDataRequest(
  trx: Trx,
  seal: Seal,
  answered: {
    readonly id: string;
    readonly status: 'DONE' | 'DENIED';
    readonly answer: string;
    readonly by: string;
    readonly now: number;
  },
): Promise<void> {
  const { id, status, answer, by, now } = answered;
  await trx
    .updateTable('data_request')
    .set({
      status,
      decided_at: new Date(now),
      decided_by: by,
      answer_sealed: seal.seal(answer, placeOf('answer_sealed', id)),
    })
    .where('id', '=', id)
    .execute();
}

const DAY_MS = 24 * 3_600_000;

/** Until when the export can be downloaded; undefined unless the answer grants access to the data. */
function exportUntil({ kind, status, decided_at: decidedAt }: Row): Date | undefined {
  if (status !== 'DONE' || !EXPORT_KINDS.includes(kind) || decidedAt === null) return undefined;
  return new Date(decidedAt.getTime() + EXPORT_DAYS * DAY_MS);
}

/** Tells whether a person may download their data now. */
export async function isExportOpen(db: Db, personId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('data_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', 'in', EXPORT_KINDS)
    .where('status', '=', 'DONE')
    .where('decided_at', '>', new Date(now - EXPORT_DAYS * DAY_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether a person waits for an answer about their data, or may still download them: both need their account. */
export async function isAnswerOwed(db: Db, personId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('data_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', 'in', ['RECEIVED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return row !== undefined || (await isExportOpen(db, personId, now));
}

/** An open request as staff see it. */
interface WaitingRequest extends Pick<DataRequestBody, 'id' | 'type' | 'status' | 'createdAt' | 'dueDate'> {
  readonly personId: string;
  /** Null: its client was erased, or the master key that sealed it is gone. */
  readonly detail: string | null;
  readonly isErased: boolean;
}

/** Open requests of these ids with their person, in any order. One that does not open must not close the whole list. */
export async function readWaitingRequests(db: Db, vault: Vault, ids: readonly string[]): Promise<WaitingRequest[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('data_request')
    .innerJoin('person', 'person.id', 'data_request.person_id')
    .selectAll('data_request')
    .select('person.data_key')
    .where('data_request.id', 'in', ids)
    .execute();
  return rows.map(({ data_key: dataKey, ...row }) => ({
    id: row.id,
    type: row.kind,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    dueDate: row.due_on,
    personId: row.person_id,
    detail: dataKey === null ? null : detailIn(vault, dataKey, row),
    isErased: dataKey === null,
  }));
}

function detailIn(vault: Vault, dataKey: string, row: Row): string | null {
  try {
    return vault.withKey(dataKey).open(row.detail_sealed, placeOf('detail_sealed', row.id));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

function present(seal: Seal, row: Row): DataRequestBody {
  const { id, answer_sealed: answer } = row;
  return {
    id,
    type: row.kind,
    status: row.status,
    detail: seal.open(row.detail_sealed, placeOf('detail_sealed', id)),
    createdAt: row.created_at.toISOString(),
    dueDate: row.due_on,
    decidedAt: row.decided_at?.toISOString() ?? null,
    answer: answer === null ? null : seal.open(answer, placeOf('answer_sealed', id)),
    exportUntil: exportUntil(row)?.toISOString() ?? null,
  };
}

function placeOf(column: string, id: string) {
  return { table: 'data_request', column, id };
}
