import type { ColumnType, Generated } from 'kysely';
import type { ComplaintBody } from '#api/complaint-form.ts';
import type { ComplaintAct, ComplaintStatus, ComplaintType } from '#loan/complaint.ts';

/** Written as JSON text, read as a value. */
type Json<Value> = ColumnType<Value, string, string>;
/** Sealed it is one JSON string; rows of before are the value itself. See `complaint-seal.ts`. */
type SealedJson<Value> = Json<Value | string>;

/** Who the complaint is made to, as printed on the sheet. */
export interface Provider {
  readonly legalName: string;
  readonly ruc: string;
  readonly address: string;
  /** Which of the provider's books this is (Indecopi's establishment code). */
  readonly establishmentCode: string;
}

/** The sheet as it was filed. */
export interface FiledSheet {
  readonly provider: Provider;
  readonly form: ComplaintBody;
}

/** The sheet as it stands in its row; rows of before are the sheet itself. */
export interface SealedSheet {
  readonly sealed: string;
  /** Of the loan the sheet names, if it names one: nobody may call its client while the sheet is open. */
  readonly loanNumber?: string;
}

export type ComplaintEventKind = 'filed' | 'alert' | ComplaintAct;
/** The sheet as filed; with the provider's answer; with the settlement (and the answer, if there was one). */
export const COMPLAINT_DOCUMENTS = ['sheet', 'answer', 'settlement'] as const;
export type ComplaintDocumentKind = (typeof COMPLAINT_DOCUMENTS)[number];

export interface ComplaintTables {
  readonly holiday: {
    readonly date: string;
    readonly name: string;
    readonly approved_by: string;
    readonly created_at: Generated<Date>;
  };
  readonly idempotency_key: {
    readonly client_id: string | null;
    readonly route: string;
    readonly key: string;
    readonly body_hash: string;
    readonly status: number;
    readonly response: Json<unknown>;
    readonly created_at: Generated<Date>;
  };
  readonly outbox: OutboxTable;
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
    readonly created_at: Generated<Date>;
  };
}

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
  readonly locale: 'es' | 'en';
  readonly sheet: Json<FiledSheet | SealedSheet>;
  readonly content_hash: string;
  readonly tracking_key: string;
  /** Of the consumer's document, as `person.document_index`; null in rows of before. */
  readonly document_index: string | null;
}

/** A stored document that goes with a message. */
export interface AttachmentReference {
  readonly complaintId: string;
  readonly document: ComplaintDocumentKind;
  readonly fileName: string;
}

/** How a message leaves. */
export type MessageChannel = 'email' | 'sms' | 'voice' | 'whatsapp';

interface OutboxTable {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly template_version: number;
  readonly consent_basis: string;
  /** Null until a message to a client is written, which is when it leaves. */
  readonly recipient: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly attachments: Json<readonly AttachmentReference[]>;
  readonly created_at: Date;
  readonly next_attempt_at: Date;
  readonly attempts: Generated<number>;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly last_error: string | null;
  /** Recipient, subject and body open with the vault only. */
  readonly sealed: Generated<boolean>;
  /** Whose key it is sealed with; null: the vault's own. */
  readonly person_id: string | null;
  readonly notification_id: string | null;
  readonly withheld_at: Date | null;
  readonly withheld_because: string | null;
}
