import { type Selectable, sql } from 'kysely';
import type { Locale } from '#i18n/locale.ts';
import type { ComplaintStatus, ComplaintType } from '#loan/complaint.ts';
import type { CheckedAttachment } from '#server/kit/attachments.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import { bookSeal, fileIsSealed, loanNumberOfRow } from './complaint-seal.ts';
import type { ComplaintDocumentKind, ComplaintEventKind, FiledSheet } from './tables.ts';

export interface Complaint {
  readonly id: string;
  readonly code: string;
  readonly filedAt: Date;
  /** Business dates, `YYYY-MM-DD`. */
  readonly filedOn: string;
  readonly answerDueOn: string;
  readonly status: ComplaintStatus;
  readonly assignee: string | null;
  readonly type: ComplaintType;
  readonly locale: Locale;
  readonly sheet: FiledSheet;
  readonly trackingKey: string;
}

export interface ComplaintEvent {
  readonly id: string;
  readonly position: number;
  readonly at: Date;
  readonly businessDate: string;
  readonly kind: ComplaintEventKind;
  readonly actor: string;
  readonly toStatus: ComplaintStatus;
  readonly data: Readonly<Record<string, unknown>>;
}

const COLUMNS = [
  'id',
  'code',
  'filed_at as filedAt',
  'filed_on as filedOn',
  'answer_due_on as answerDueOn',
  'status',
  'assignee',
  'type',
  'locale',
  'sheet',
  'tracking_key as trackingKey',
] as const;

type Row = Omit<Complaint, 'sheet'> & Pick<Selectable<Tables['complaint']>, 'sheet'>;

function opened(seal: Seal, row: Row): Complaint {
  const book = bookSeal(seal);
  const sheet = book.openSheet(row.id, row.sheet);
  return { ...row, sheet, trackingKey: book.openTrackingKey(row.id, row.trackingKey) };
}

function openedIf(seal: Seal, row: Row | undefined): Complaint | undefined {
  return row && opened(seal, row);
}

/**
 * Locks the series of a book until the transaction ends, so that duplicates can be checked and the next number taken
 * without races.
 */
export async function lockSeries(trx: Trx, establishmentCode: string, year: number): Promise<number> {
  const row = await trx
    .insertInto('complaint_counter')
    .values({ establishment_code: establishmentCode, year, last_number: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['establishment_code', 'year'])
        .doUpdateSet({ last_number: sql<number>`complaint_counter.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return row.last_number;
}

/** Takes a number of a locked series. A rollback gives it back. */
export async function takeNumber(
  trx: Trx,
  series: { readonly establishmentCode: string; readonly year: number; readonly number: number },
): Promise<void> {
  await trx
    .updateTable('complaint_counter')
    .set({ last_number: series.number })
    .where('establishment_code', '=', series.establishmentCode)
    .where('year', '=', series.year)
    .execute();
}

/** Finds a complaint of the same content, filed in the same book on the same day. */
export async function findSameComplaint(
  trx: Trx,
  seal: Seal,
  natural: { readonly establishmentCode: string; readonly filedOn: string; readonly contentHash: string },
): Promise<Complaint | undefined> {
  const row = await trx
    .selectFrom('complaint')
    .select(COLUMNS)
    .where('establishment_code', '=', natural.establishmentCode)
    .where('filed_on', '=', natural.filedOn)
    .where('content_hash', '=', natural.contentHash)
    .executeTakeFirst();
  return openedIf(seal, row);
}

export interface NewComplaint extends Omit<Complaint, 'id' | 'status' | 'assignee'> {
  readonly year: number;
  readonly number: number;
  /** Keyed: a plain hash of so few unknown values could be reversed. */
  readonly contentHash: string;
  /** Of the consumer's document (`documentIndexOf`). */
  readonly documentIndex: string;
}

/** Adds a complaint in its first state. @returns its id */
export async function insertComplaint(trx: Trx, seal: Seal, complaint: NewComplaint): Promise<string> {
  const id = uuidv7(complaint.filedAt.getTime());
  const book = bookSeal(seal);
  await trx
    .insertInto('complaint')
    .values({
      id,
      code: complaint.code,
      establishment_code: complaint.sheet.provider.establishmentCode,
      year: complaint.year,
      number: complaint.number,
      filed_at: complaint.filedAt,
      filed_on: complaint.filedOn,
      answer_due_on: complaint.answerDueOn,
      status: 'RECEIVED',
      assignee: null,
      type: complaint.type,
      locale: complaint.locale,
      sheet: JSON.stringify(book.sealSheet(id, complaint.sheet)),
      content_hash: complaint.contentHash,
      tracking_key: book.sealTrackingKey(id, complaint.trackingKey),
      document_index: complaint.documentIndex,
    })
    .execute();
  return id;
}

export async function findComplaint(db: Db, seal: Seal, code: string): Promise<Complaint | undefined> {
  return openedIf(seal, await db.selectFrom('complaint').select(COLUMNS).where('code', '=', code).executeTakeFirst());
}

export async function findComplaintById(db: Db, seal: Seal, id: string): Promise<Complaint | undefined> {
  return openedIf(seal, await db.selectFrom('complaint').select(COLUMNS).where('id', '=', id).executeTakeFirst());
}

/** More sheets of one person than this are not shown at once. */
const MOST_OF_ONE = 50;

/** Sheets that may belong to a person, newest first: with the same document, or older ones about one of their loans. */
export async function listComplaintsOf(
  db: Db,
  seal: Seal,
  { documentIndex, loanNumbers }: { readonly documentIndex: string; readonly loanNumbers: readonly string[] },
): Promise<Complaint[]> {
  const rows = await db
    .selectFrom('complaint')
    .select(COLUMNS)
    .where((row) => {
      const same = row('document_index', '=', documentIndex);
      if (loanNumbers.length === 0) return same;
      return row.or([same, row.and([row('document_index', 'is', null), row(loanNumberOfRow(), 'in', loanNumbers)])]);
    })
    .orderBy('filed_at', 'desc')
    .limit(MOST_OF_ONE)
    .execute();
  return rows.map((row) => opened(seal, row));
}

/** Locks the complaint: of two operators the second decides on the state left by the first. */
export async function lockComplaint(trx: Trx, seal: Seal, code: string): Promise<Complaint | undefined> {
  const row = await trx
    .selectFrom('complaint')
    .select(COLUMNS)
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return openedIf(seal, row);
}

export async function moveComplaint(
  trx: Trx,
  id: string,
  to: { readonly status: ComplaintStatus; readonly assignee?: string | undefined },
): Promise<void> {
  await trx
    .updateTable('complaint')
    .set({ status: to.status, ...(to.assignee !== undefined && { assignee: to.assignee }) })
    .where('id', '=', id)
    .execute();
}

export interface NewEvent {
  readonly complaintId: string;
  readonly now: number;
  readonly businessDate: string;
  readonly kind: ComplaintEventKind;
  readonly actor: string;
  readonly fromStatus: ComplaintStatus | null;
  readonly toStatus: ComplaintStatus;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Adds an event with its files. The caller holds the complaint's lock. @returns the event's id */
export async function insertEvent(
  trx: Trx,
  seal: Seal,
  event: NewEvent,
  attachments: readonly CheckedAttachment[] = [],
): Promise<string> {
  const id = uuidv7(event.now);
  const book = bookSeal(seal);
  await trx
    .insertInto('complaint_event')
    .values((values) => ({
      id,
      complaint_id: event.complaintId,
      position: values
        .selectFrom('complaint_event')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('complaint_id', '=', event.complaintId),
      at: new Date(event.now),
      business_date: event.businessDate,
      kind: event.kind,
      actor: event.actor,
      from_status: event.fromStatus,
      to_status: event.toStatus,
      data: book.sealData(id, event.kind, event.data ?? {}),
    }))
    .execute();
  for (const [position, file] of attachments.entries()) {
    const fileId = uuidv7(event.now);
    await trx
      .insertInto('complaint_attachment')
      .values({
        id: fileId,
        complaint_id: event.complaintId,
        event_id: id,
        position,
        ...book.sealFile(fileId, file),
        media_type: file.mediaType,
        byte_length: file.bytes.length,
        sha256: file.sha256,
      })
      .execute();
  }
  return id;
}

export async function readEvents(db: Db, seal: Seal, complaintId: string): Promise<ComplaintEvent[]> {
  const rows = await db
    .selectFrom('complaint_event')
    .select(['id', 'position', 'at', 'business_date as businessDate', 'kind', 'actor', 'to_status as toStatus', 'data'])
    .where('complaint_id', '=', complaintId)
    .orderBy('position')
    .execute();
  const book = bookSeal(seal);
  return rows.map((row) => ({ ...row, data: book.openData(row.id, row.data) }));
}

export interface StoredAttachment {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly byteLength: number;
  readonly sha256: string;
}

/** Reads what is attached, without the bytes. */
export async function readAttachments(db: Db, seal: Seal, complaintId: string): Promise<StoredAttachment[]> {
  const rows = await db
    .selectFrom('complaint_attachment')
    .select(['id', 'event_id as eventId', 'name', 'media_type as mediaType', 'byte_length as byteLength', 'sha256'])
    .select(fileIsSealed().as('sealed'))
    .where('complaint_id', '=', complaintId)
    .orderBy('event_id')
    .orderBy('position')
    .execute();
  const book = bookSeal(seal);
  return rows.map(({ sealed, ...row }) => ({ ...row, name: book.openFileName(row.id, { name: row.name, sealed }) }));
}

/** One file with its bytes; only of the complaint it belongs to. */
export async function readAttachmentBytes(db: Db, seal: Seal, complaintId: string, attachmentId: string) {
  const row = await db
    .selectFrom('complaint_attachment')
    .select(['id', 'name', 'media_type as mediaType', 'bytes'])
    .select(fileIsSealed().as('sealed'))
    .where('complaint_id', '=', complaintId)
    .where('id', '=', attachmentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const book = bookSeal(seal);
  const { id, mediaType } = row;
  return { name: book.openFileName(id, row), mediaType, bytes: book.openFileBytes(id, row.bytes) };
}

export async function readDocument(db: Db, seal: Seal, complaintId: string, document: ComplaintDocumentKind) {
  const row = await db
    .selectFrom('complaint_document')
    .select(['bytes', 'sha256'])
    .where('complaint_id', '=', complaintId)
    .where('document', '=', document)
    .executeTakeFirst();
  return row && { ...row, bytes: bookSeal(seal).openDocument(complaintId, document, row.bytes) };
}

/**
 * Stores a rendering unless another instance was faster.
 * @returns the stored one
 */
export async function insertRendering(
  db: Db,
  seal: Seal,
  document: {
    readonly complaintId: string;
    readonly document: ComplaintDocumentKind;
    readonly bytes: Uint8Array;
    readonly sha256: string;
    readonly now: number;
  },
): Promise<{ readonly bytes: Uint8Array; readonly sha256: string }> {
  await db
    .insertInto('complaint_document')
    .values({
      complaint_id: document.complaintId,
      document: document.document,
      bytes: bookSeal(seal).sealDocument(document.complaintId, document.document, document.bytes),
      sha256: document.sha256,
      created_at: new Date(document.now),
    })
    .onConflict((conflict) => conflict.columns(['complaint_id', 'document']).doNothing())
    .execute();
  const kept = await readDocument(db, seal, document.complaintId, document.document);
  if (!kept) throw new Error(`the document of complaint ${document.complaintId} was not kept`);
  return kept;
}

export interface RegisterFilter {
  /** Filing dates, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: readonly ComplaintStatus[] | undefined;
}

/** Complaints by filing, oldest first. */
export async function listComplaints(db: Db, seal: Seal, filter: RegisterFilter = {}): Promise<Complaint[]> {
  const rows = await filedOnes(db, filter).orderBy('year').orderBy('number').execute();
  return rows.map((row) => opened(seal, row));
}

// Numbers run within a year and a book.
const KEYS = { year: 'number', number: 'number', id: 'uuid' } as const;
export const isComplaintPlace = placesOf(KEYS);

/** Complaints by filing, oldest first, page by page. */
export function pagedComplaints<Row>(
  db: Db,
  seal: Seal,
  filter: RegisterFilter,
  present: (complaint: Complaint) => Row,
): ListSource<Row> {
  const rows = filedOnes(db, filter).select(['year', 'number']);
  return keyset(db, { rows, keys: KEYS }, (stored) => stored.map((row) => present(opened(seal, row))));
}

function filedOnes(db: Db, { from, to, status }: RegisterFilter) {
  let query = db.selectFrom('complaint').select(COLUMNS);
  if (from) query = query.where('filed_on', '>=', from);
  if (to) query = query.where('filed_on', '<=', to);
  if (status) query = query.where('status', 'in', status);
  return query;
}
