import type { ComplaintBody } from '#api/complaint-form.ts';
import type { Locale } from '#i18n/locale.ts';
import type { ComplaintAct, ComplaintStatus, ComplaintType } from '#loan/complaint.ts';
import type { Json } from '#server/kit/tables.ts';
import type { Provider } from '#server/lending/documents/document-head.ts';

/** The sheet as it was filed. */
export interface FiledSheet {
  readonly provider: Provider;
  readonly form: ComplaintBody;
}

/** The sheet as its row holds it, sealed; rows older than the sealing hold the sheet itself. */
export interface SealedSheet {
  readonly sealed: string;
  /** Of the loan the sheet names, if it names one: nobody may call its client while the sheet is open. */
  readonly loanNumber?: string;
}

export type ComplaintEventKind = 'filed' | 'alert' | ComplaintAct;

/** The sheet as filed; with the provider's answer; with the settlement (and the answer, if there was one). */
export const COMPLAINT_DOCUMENTS = ['sheet', 'answer', 'settlement'] as const;

export type ComplaintDocumentKind = (typeof COMPLAINT_DOCUMENTS)[number];

declare module '#server/kit/tables.ts' {
  interface Tables extends ComplaintsTables {}
}

interface ComplaintsTables {
  readonly complaint_counter: {
    readonly establishment_code: string;
    readonly year: number;
    readonly last_number: number;
  };
  readonly complaint: ComplaintTable;
  readonly complaint_event: {
    readonly id: string;
    readonly complaint_id: string;
    readonly position: number;
    readonly at: Date;
    readonly business_date: string;
    readonly kind: ComplaintEventKind;
    readonly actor: string;
    readonly from_status: ComplaintStatus | null;
    readonly to_status: ComplaintStatus;
    readonly data: SealedJson<Readonly<Record<string, unknown>>>;
  };
  readonly complaint_attachment: {
    readonly id: string;
    readonly complaint_id: string;
    readonly event_id: string;
    readonly position: number;
    readonly name: string;
    readonly media_type: string;
    readonly bytes: Uint8Array;
    readonly byte_length: number;
    readonly sha256: string;
  };
  readonly complaint_document: {
    readonly complaint_id: string;
    readonly document: ComplaintDocumentKind;
    readonly bytes: Uint8Array;
    readonly sha256: string;
    readonly created_at: Date;
  };
}

/** Sealed it is one JSON string; rows older than the sealing hold the value itself. See `complaint-seal.ts`. */
type SealedJson<Value> = Json<Value | string>;

interface ComplaintTable {
  readonly id: string;
  readonly code: string;
  readonly establishment_code: string;
  readonly year: number;
  readonly number: number;
  readonly filed_at: Date;
  readonly filed_on: string;
  readonly answer_due_on: string;
  readonly status: ComplaintStatus;
  readonly assignee: string | null;
  readonly type: ComplaintType;
  readonly locale: Locale;
  readonly sheet: Json<FiledSheet | SealedSheet>;
  readonly content_hash: string;
  readonly tracking_key: string;
  /** Of the consumer's document, as `person.document_index`; null in rows older than this column. */
  readonly document_index: string | null;
}
