import type { InformationCode } from '#api/application-information.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

/** Something a client was asked for in the middle of a decision. */
export interface InformationItem {
  readonly id: string;
  readonly code: InformationCode;
  /** In the words of the colleague who asked. */
  readonly note: string | undefined;
  /** `engine`, `bank` or `operator:<name>`. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly answeredAt: Date | undefined;
  readonly documentIds: readonly string[];
}

export interface InformationRequest {
  readonly code: InformationCode;
  readonly note?: string | undefined;
}

/** Adds the items that are asked for now; earlier ones stay as history. */
export async function insertItems(
  trx: Trx,
  applicationId: string,
  requests: readonly InformationRequest[],
  { askedBy, now }: { readonly askedBy: string; readonly now: number },
): Promise<void> {
  const { last } = await trx
    .selectFrom('information_item')
    .select((of) => of.fn.max('position').as('last'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('information_item')
    .values(
      requests.map(({ code, note }, index) => ({
        id: uuidv7(now),
        application_id: applicationId,
        position: (last ?? 0) + index + 1,
        code,
        note: note ?? null,
        asked_by: askedBy,
        asked_at: new Date(now),
        answered_at: null,
        value_sealed: null,
        document_ids: '[]',
      })),
    )
    .execute();
}

/** Everything that was ever asked for, in its order. */
export async function readItems(db: Db, applicationId: string): Promise<InformationItem[]> {
  const rows = await db
    .selectFrom('information_item')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    note: row.note ?? undefined,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    answeredAt: row.answered_at ?? undefined,
    documentIds: row.document_ids,
  }));
}

/** Items that were asked for and are not answered yet. */
export async function readOpenItems(db: Db, applicationId: string): Promise<InformationItem[]> {
  return (await readItems(db, applicationId)).filter(({ answeredAt }) => answeredAt === undefined);
}

/** Keeps an answer: files by their ids, anything else sealed. */
export async function answerItem(
  trx: Trx,
  seal: Seal,
  answer: {
    readonly itemId: string;
    readonly value?: string | undefined;
    readonly documentIds: readonly string[];
    readonly now: number;
  },
): Promise<void> {
  const { itemId, value, documentIds, now } = answer;
  await trx
    .updateTable('information_item')
    .set({
      answered_at: new Date(now),
      value_sealed: value === undefined ? null : seal.seal(value, placeOf(itemId)),
      document_ids: JSON.stringify(documentIds),
    })
    .where('id', '=', itemId)
    .execute();
}

/** The answer to one item, for the people who decide. */
export async function readAnswer(db: Db, seal: Seal, itemId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('information_item')
    .select('value_sealed')
    .where('id', '=', itemId)
    .executeTakeFirst();
  return row?.value_sealed ? seal.open(row.value_sealed, placeOf(itemId)) : undefined;
}

function placeOf(id: string) {
  return { table: 'information_item', column: 'value_sealed', id };
}
