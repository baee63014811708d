import type { Generated } from 'kysely';
import type { Json } from '#server/kit/tables.ts';

/** A stored document that goes with a message. */
export interface AttachmentReference {
  readonly complaintId: string;
  readonly document: string;
  readonly fileName: string;
}

/** The channel by which a message leaves. */
export type MessageChannel = 'email' | 'sms' | 'voice' | 'whatsapp';

declare module '#server/kit/tables.ts' {
  interface Tables extends MessagesTables {}
}

interface MessagesTables {
  readonly outbox: OutboxTable;
}

interface OutboxTable {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly template_version: number;
  readonly consent_basis: string;
  /** Null until a message to a client is rendered, which is when it is sent. */
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
  /** Recipient, subject and body are encrypted. */
  readonly sealed: Generated<boolean>;
  /** The person whose key encrypts it; null: the vault's own key. */
  readonly person_id: string | null;
  readonly notification_id: string | null;
  readonly withheld_at: Date | null;
  readonly withheld_because: string | null;
  /** A law gives it a date; see `NewMessage`. */
  readonly owed_about: string | null;
}
