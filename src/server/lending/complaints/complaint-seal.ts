import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Seal } from '#server/kit/vault.ts';
import type { ComplaintEventKind, FiledSheet, SealedSheet } from './tables.ts';

/**
 * The encryption of personal data in the complaints book: with the master key, because the book must outlive every
 * client's own key and most complainants are not clients. Older rows are plain: triggers forbid rewriting them, and
 * their form distinguishes them.
 */
interface BookSeal {
  sealSheet(id: string, sheet: FiledSheet): SealedSheet;
  openSheet(id: string, stored: FiledSheet | SealedSheet): FiledSheet;
  sealTrackingKey(id: string, key: string): string;
  openTrackingKey(id: string, stored: string): string;
  sealData(id: string, kind: ComplaintEventKind, data: EventData): string;
  openData(id: string, stored: EventData | string): EventData;
  sealFile(id: string, file: NamedBytes): NamedBytes;
  openFileName(id: string, stored: { readonly name: string; readonly sealed: SqlBool }): string;
  openFileBytes(id: string, stored: Uint8Array): Uint8Array;
  sealDocument(complaintId: string, document: string, bytes: Uint8Array): Uint8Array;
  openDocument(complaintId: string, document: string, stored: Uint8Array): Uint8Array;
}

type EventData = Readonly<Record<string, unknown>>;

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Kinds of events whose text people wrote: it is encrypted. Notes by the deadline job and by staff actions stay
 * readable, because an alert is found by its day.
 */
const WITH_WORDS: readonly ComplaintEventKind[] = ['note', 'answer', 'settle'];

const LOAN_NUMBER = /^P-\d{4}-\d{7}$/;

/** Every sealed value begins like this; no tracking key has a dot, and no file we take begins so. */
const MARK = '1.';

export function bookSeal(seal: Seal): BookSeal {
  const at = (table: string, column: string, id: string) => ({ table, column, id });
  const asJson = (text: string): string => JSON.stringify(text);
  return {
    sealSheet(id, sheet) {
      const sealed = seal.seal(JSON.stringify(sheet), at('complaint', 'sheet', id));
      const loanNumber = loanNumberOf(sheet);
      return { sealed, ...(loanNumber !== undefined && { loanNumber }) };
    },
    openSheet: (id, stored) =>
      'sealed' in stored ? JSON.parse(seal.open(stored.sealed, at('complaint', 'sheet', id))) : stored,
    sealTrackingKey: (id, key) => seal.seal(key, at('complaint', 'tracking_key', id)),
    openTrackingKey: (id, stored) =>
      stored.startsWith(MARK) ? seal.open(stored, at('complaint', 'tracking_key', id)) : stored,
    sealData(id, kind, data) {
      const json = JSON.stringify(data);
      return WITH_WORDS.includes(kind) ? asJson(seal.seal(json, at('complaint_event', 'data', id))) : json;
    },
    openData: (id, stored) =>
      typeof stored === 'string' ? JSON.parse(seal.open(stored, at('complaint_event', 'data', id))) : stored,
    sealFile: (id, { name, bytes }) => ({
      name: seal.seal(name, at('complaint_attachment', 'name', id)),
      bytes: seal.sealBytes(bytes, at('complaint_attachment', 'bytes', id)),
    }),
    openFileName: (id, { name, sealed }) => (sealed ? seal.open(name, at('complaint_attachment', 'name', id)) : name),
    openFileBytes: (id, stored) =>
      isSealed(stored) ? seal.openBytes(stored, at('complaint_attachment', 'bytes', id)) : stored,
    sealDocument: (complaintId, document, bytes) =>
      seal.sealBytes(bytes, at('complaint_document', document, complaintId)),
    openDocument: (complaintId, document, stored) =>
      isSealed(stored) ? seal.openBytes(stored, at('complaint_document', document, complaintId)) : stored,
  };
}

/** Accepts any case and spaces around it. Other text that people entered there stays encrypted. */
function loanNumberOf({ form }: FiledSheet): string | undefined {
  const number = form.loanNumber?.trim().toUpperCase() ?? '';
  return LOAN_NUMBER.test(number) ? number : undefined;
}

/** The loan of a sheet's row: an encrypted sheet stores it in its own field; an older one contains it as typed. */
export function loanNumberOfRow(): RawBuilder<string | null> {
  return sql`coalesce(sheet ->> 'loanNumber', upper(trim(sheet -> 'form' ->> 'loanNumber')))`;
}

/** Tells whether an attachment's row is encrypted, without reading the file. */
export function fileIsSealed(): RawBuilder<SqlBool> {
  return sql<SqlBool>`substring(bytes from 1 for 2) = convert_to(${MARK}, 'UTF8')`;
}

function isSealed(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MARK.length)).toString('latin1') === MARK;
}
