import { createHash } from 'node:crypto';
import type { ApplicationDocumentType } from '#api/application-information.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

/** A file a client has sent, without its bytes. */
export interface ApplicationDocument {
  readonly id: string;
  readonly type: ApplicationDocumentType;
  readonly mediaType: string;
  readonly byteLength: number;
  /** Of the file as it came, in hex. */
  readonly sha256: string;
  /** Set once it belongs to something that was sent. */
  readonly submittedAt: Date | undefined;
  readonly createdAt: Date;
}

/** In hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Keeps a file, sealed with the client's own key. */
export async function insertApplicationDocument(
  trx: Trx,
  seal: Seal,
  file: {
    readonly applicationId: string;
    readonly type: ApplicationDocumentType;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
    readonly now: number;
  },
): Promise<ApplicationDocument> {
  const id = uuidv7(file.now);
  const sha256 = sha256Of(file.bytes);
  await trx
    .insertInto('application_document')
    .values({
      id,
      application_id: file.applicationId,
      type: file.type,
      media_type: file.mediaType,
      byte_length: file.bytes.length,
      sha256,
      bytes_sealed: seal.sealBytes(file.bytes, placeOf(id)),
      submitted_at: null,
      created_at: new Date(file.now),
    })
    .execute();
  const { type, mediaType } = file;
  const createdAt = new Date(file.now);
  return { id, type, mediaType, byteLength: file.bytes.length, sha256, submittedAt: undefined, createdAt };
}

/** The files of an application, oldest first. */
export async function readApplicationDocuments(db: Db, applicationId: string): Promise<ApplicationDocument[]> {
  const rows = await db
    .selectFrom('application_document')
    .select([
      'id',
      'type',
      'media_type as mediaType',
      'byte_length as byteLength',
      'sha256',
      'submitted_at as submittedAt',
      'created_at as createdAt',
    ])
    .where('application_id', '=', applicationId)
    .where('bytes_sealed', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt ?? undefined }));
}

/** The file as it came, for the people who decide. */
export async function readApplicationFile(
  db: Db,
  seal: Seal,
  key: { readonly applicationId: string; readonly documentId: string },
): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('application_document')
    .select(['id', 'media_type', 'bytes_sealed'])
    .where('application_id', '=', key.applicationId)
    .where('id', '=', key.documentId)
    .executeTakeFirst();
  if (!row?.bytes_sealed) return undefined;
  return { mediaType: row.media_type, bytes: seal.openBytes(row.bytes_sealed, placeOf(row.id)) };
}

/** From now on the files belong to what was sent with them. */
export async function markSubmitted(trx: Trx, documentIds: readonly string[], now: number): Promise<void> {
  if (documentIds.length === 0) return;
  await trx
    .updateTable('application_document')
    .set({ submitted_at: new Date(now) })
    .where('id', 'in', documentIds)
    .where('submitted_at', 'is', null)
    .execute();
}

/** Forgets a file that was not sent with anything. */
export async function deleteApplicationDocument(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('application_document').where('id', '=', id).where('submitted_at', 'is', null).execute();
}

/**
 * Tells whether people have approved an application of this client with a picture of their face before them, and none
 * was flagged as fraud since.
 */
export async function isIdentityConfirmed(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .innerJoin('application_document', 'application_document.application_id', 'application.id')
    .innerJoin('decision', 'decision.application_id', 'application.id')
    .select('application.id')
    .where('application.person_id', '=', personId)
    .where('application_document.type', '=', 'SELFIE')
    .where('application_document.submitted_at', 'is not', null)
    .where('decision.outcome', '=', 'APPROVE')
    .where('decision.decided_by', 'like', 'operator:%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application_event as flag')
            .innerJoin('application as flagged', 'flagged.id', 'flag.application_id')
            .select('flag.id')
            .where('flagged.person_id', '=', personId)
            .where('flag.event', '=', 'fraud-flagged')
            .whereRef('flag.at', '>=', 'decision.at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function placeOf(id: string) {
  return { table: 'application_document', column: 'bytes_sealed', id };
}
