import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DocumentLanguage, DocumentType } from '#api/document-types.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Place, Vault } from '#server/kit/vault.ts';
import { pageCount } from './page-count.ts';

/** A stored document without its bytes. */
export interface StoredDocument {
  readonly id: string;
  readonly type: DocumentType;
  readonly language: DocumentLanguage;
  readonly title: string;
  readonly loanNumber: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly pages: number;
  readonly byteLength: number;
  readonly sha256: string;
  readonly supersededBy: string | null;
  readonly pairedWith: string | null;
}

/** Identifies a document: the same key is stored once, however often it is rendered. */
export interface DocumentKey {
  readonly personId: string;
  /** Null for documents of the person, and of an agreement that is not signed yet. */
  readonly loanId: string | null;
  readonly type: DocumentType;
  /** Cause it is issued for: the id of a payment or a consent, `signed`, a period. */
  readonly cause: string;
  readonly language: DocumentLanguage;
}

export interface NewDocument extends DocumentKey {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly businessDate: CalendarDate;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Kinds of which the newest version replaces the earlier ones. Documents of other kinds each stand alone. */
const REPLACED: ReadonlySet<DocumentType> = new Set([
  'CONTRACT',
  'HOJA_RESUMEN',
  'SCHEDULE',
  'PRIVACY_NOTICE',
  'PAID_OFF_CERTIFICATE',
]);
/** Kinds that belong to a person; any other kind without a loan is an unsigned draft. */
const PERSONAL = ['PRIVACY_NOTICE', 'CONSENT_RECEIPT'] as const satisfies readonly DocumentType[];
const PAGE = 50;

/**
 * Archives a document for good, encrypted. When the key is stored already, the stored one is returned and the new bytes
 * are dropped. The person's row is locked so that versions are numbered one after the other: lock it before a loan's.
 */
export async function storeDocument(trx: Trx, vault: Vault, document: NewDocument): Promise<StoredDocument> {
  const { personId, loanId, type, cause, language, bytes, now } = document;
  await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const known = await findDocument(trx, document);
  if (known) return known;
  const id = uuidv7(now);
  const before = REPLACED.has(type) ? await newestOf(trx, document) : undefined;
  await trx
    .insertInto('document')
    .values({
      id,
      person_id: personId,
      loan_id: loanId,
      type,
      cause,
      language,
      title: document.title,
      version: (before?.version ?? 0) + 1,
      created_at: new Date(now),
      business_date: document.businessDate,
      pages: pageCount(bytes),
      byte_length: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes_sealed: vault.sealBytes(bytes, placeOf(id)),
      superseded_by: null,
    })
    .execute();
  if (before) await trx.updateTable('document').set({ superseded_by: id }).where('id', '=', before.id).execute();
  return (await findDocument(trx, document)) as StoredDocument;
}

/** Marks the papers of a loan that were issued for these causes as replaced by another one; once each. */
export async function supersedeDocuments(
  trx: Trx,
  { loanId, causes }: { readonly loanId: string; readonly causes: readonly string[] },
  by: string,
): Promise<void> {
  if (causes.length === 0) return;
  await trx
    .updateTable('document')
    .set({ superseded_by: by })
    .where('loan_id', '=', loanId)
    .where('cause', 'in', causes)
    .where('superseded_by', 'is', null)
    .execute();
}

/** The document with this key. */
export async function findDocument(db: Db, key: DocumentKey): Promise<StoredDocument | undefined> {
  const row = await selectDocuments(db)
    .where('document.person_id', '=', key.personId)
    .where('document.loan_id', 'is not distinct from', key.loanId)
    .where('document.type', '=', key.type)
    .where('document.cause', '=', key.cause)
    .where('document.language', '=', key.language)
    .executeTakeFirst();
  return row && toDocument(row);
}

async function newestOf(trx: Trx, { personId, loanId, type, language }: DocumentKey) {
  return trx
    .selectFrom('document')
    .select(['id', 'version'])
    .where('person_id', '=', personId)
    .where('loan_id', 'is not distinct from', loanId)
    .where('type', '=', type)
    .where('language', '=', language)
    .where('superseded_by', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Assigns the documents shown before signing to the new loan. */
export async function attachToLoan(
  trx: Trx,
  documentIds: readonly string[],
  owner: { readonly personId: string; readonly loanId: string },
): Promise<void> {
  if (documentIds.length === 0) return;
  await trx
    .updateTable('document')
    .set({ loan_id: owner.loanId })
    .where('id', 'in', documentIds)
    .where('person_id', '=', owner.personId)
    .where('loan_id', 'is', null)
    .execute();
}

export interface DocumentFilter {
  readonly type?: DocumentType | undefined;
  /** P-2026-0001234 */
  readonly loanNumber?: string | undefined;
  /** The id of the last document of the previous page. */
  readonly after?: string | undefined;
}

export interface DocumentPage {
  readonly documents: readonly StoredDocument[];
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
}

/** A person's documents, newest first, without the drafts of agreements that were never signed. */
export async function listDocuments(db: Db, personId: string, filter: DocumentFilter = {}): Promise<DocumentPage> {
  let query = selectDocuments(db)
    .where('document.person_id', '=', personId)
    .where((is) => is.or([is('document.loan_id', 'is not', null), is('document.type', 'in', PERSONAL)]));
  if (filter.type) query = query.where('document.type', '=', filter.type);
  if (filter.loanNumber) query = query.where('loan.number', '=', filter.loanNumber);
  const { after } = filter;
  if (after) {
    query = query.where('document.position', '<', (seen) =>
      seen.selectFrom('document as last').select('last.position').where('last.id', '=', after),
    );
  }
  const rows = await query
    .orderBy('document.position', 'desc')
    .limit(PAGE + 1)
    .execute();
  const documents = rows.slice(0, PAGE).map(toDocument);
  return { documents, next: rows.length > PAGE ? documents.at(-1)?.id : undefined };
}

export interface DocumentFile extends StoredDocument {
  readonly bytes: Uint8Array;
}

/** One document with its bytes, only for the person it belongs to. */
export async function readDocumentFile(
  db: Db,
  vault: Vault,
  owner: { readonly personId: string; readonly id: string },
): Promise<DocumentFile | undefined> {
  const row = await selectDocuments(db)
    .select('document.bytes_sealed')
    .where('document.id', '=', owner.id)
    .where('document.person_id', '=', owner.personId)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...toDocument(row), bytes: vault.openBytes(row.bytes_sealed, placeOf(owner.id)) };
}

/** Tells whether a file with this SHA-256 (hex) is one of ours. */
export async function isKnownDocument(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('document').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The documents issued for a loan, as `type cause`. */
export async function readIssued(db: Db, loanId: string, language: DocumentLanguage): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('document')
    .select(['type', 'cause'])
    .where('loan_id', '=', loanId)
    .where('language', '=', language)
    .execute();
  return new Set(rows.map(({ type, cause }) => `${type} ${cause}`));
}

function selectDocuments(db: Db) {
  return (db as Kysely<Tables>)
    .selectFrom('document')
    .leftJoin('loan', 'loan.id', 'document.loan_id')
    .select([
      'document.id',
      'document.type',
      'document.language',
      'document.title',
      'loan.number as loanNumber',
      'document.version',
      'document.created_at as createdAt',
      'document.pages',
      'document.byte_length as byteLength',
      'document.sha256',
      'document.superseded_by as supersededBy',
    ])
    .select(pairedPaper().as('pairedWith'));
}

/** The tax document beside a payment receipt, or the receipt beside a tax document: of the same loan and day. */
function pairedPaper() {
  return sql<string | null>`(select other.id from document other
    where other.loan_id = document.loan_id and ${taxedOn('other')} = ${taxedOn('document')}
      and other.type = case document.type
        when 'PAYMENT_RECEIPT' then 'TAX_RECEIPT' when 'TAX_RECEIPT' then 'PAYMENT_RECEIPT' end
      and other.superseded_by is null
    order by other.position desc limit 1)`;
}

/** The day that a paper is about: of a receipt the one on which its payment became known, whenever it was printed. */
function taxedOn(paper: 'document' | 'other') {
  const column = (name: string) => sql.ref(`${paper}.${name}`);
  return sql`coalesce((select recorded_on from loan_fact where ${column('type')} = 'PAYMENT_RECEIPT'
    and loan_fact.loan_id = ${column('loan_id')} and loan_fact.id::text = ${column('cause')}), ${column('business_date')})`;
}

function toDocument<Row extends StoredDocument>(row: Row): StoredDocument {
  const { id, type, language, title, loanNumber, version, createdAt, pages, byteLength, sha256, supersededBy } = row;
  const { pairedWith } = row;
  const facts = { id, type, language, title, loanNumber, version, createdAt, pages, byteLength, sha256 };
  return { ...facts, supersededBy, pairedWith };
}

function placeOf(id: string): Place {
  return { table: 'document', column: 'bytes_sealed', id };
}
