import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

/** A declaration that the form asks of a client. */
export type DeclarationKind = 'POLITICALLY_EXPOSED';

export interface Declaration {
  readonly kind: DeclarationKind;
  readonly answer: boolean;
  /** The detail of a yes: the office. */
  readonly detail: string | undefined;
  /** SHA-256 of the words that were on the screen, in hex. */
  readonly textVersion: string;
}

/** Adds a declaration; earlier ones stay. */
export async function insertDeclaration(
  trx: Trx,
  seal: Seal,
  declared: Declaration & { readonly personId: string; readonly applicationId: string; readonly now: number },
): Promise<void> {
  const id = uuidv7(declared.now);
  const { detail } = declared;
  await trx
    .insertInto('declaration')
    .values({
      id,
      person_id: declared.personId,
      application_id: declared.applicationId,
      kind: declared.kind,
      answer: declared.answer,
      detail_sealed: detail === undefined ? null : seal.seal(detail, placeOf(id)),
      text_version: declared.textVersion,
      declared_at: new Date(declared.now),
    })
    .execute();
}

/** Everything a client has declared, oldest first. */
export async function readDeclarations(db: Db, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('declaration')
    .innerJoin('application', 'application.id', 'declaration.application_id')
    .select(['declaration.id', 'kind', 'answer', 'detail_sealed', 'text_version', 'declared_at', 'reference'])
    .where('declaration.person_id', '=', personId)
    .orderBy('declared_at')
    .orderBy('declaration.id')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    answer: row.answer,
    detail: row.detail_sealed === null ? null : seal.open(row.detail_sealed, placeOf(row.id)),
    textVersion: row.text_version,
    declaredAt: row.declared_at,
    application: row.reference,
  }));
}

function placeOf(id: string) {
  return { table: 'declaration', column: 'detail_sealed', id };
}
