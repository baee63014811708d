import type { Selectable } from 'kysely';
import type { DataRequestBody } from '#api/data-request-body.ts';
import { type DataRequestKind, EXPORT_DAYS, EXPORT_KINDS } from '#loan/data-request.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

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

/** Whether the same request is open already. */
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
    .forUpdate()
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

/** Whether a person may download their data now. */
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

/** Open requests with their person, the most urgent first. */
export async function readWaitingRequests(
  db: Db,
  sealOf: (personId: string) => Promise<Seal>,
): Promise<(DataRequestBody & { readonly personId: string })[]> {
  const rows = await db
    .selectFrom('data_request')
    .selectAll()
    .where('status', 'in', ['RECEIVED', 'IN_PROGRESS'])
    .orderBy('due_on')
    .orderBy('id')
    .execute();
  const requests = [];
  for (const row of rows) requests.push({ ...present(await sealOf(row.person_id), row), personId: row.person_id });
  return requests;
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
