import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import type { AttachmentReference, MessageChannel } from './tables.ts';

/** What of a message is about a person: where it goes, and what it says. */
export interface MessageWords {
  readonly recipient: string;
  /** Of an e-mail; an SMS has an empty one. */
  readonly subject: string;
  readonly body: string;
}

export interface NewMessage extends MessageWords {
  readonly template: string;
  readonly templateVersion: number;
  /** `service`, or which consent lets us write. */
  readonly consentBasis: string;
  readonly attachments?: readonly AttachmentReference[];
  /** `email` unless told. */
  readonly channel?: MessageChannel;
}

export interface WaitingMessage {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly templateVersion: number;
  readonly consentBasis: string;
  /** Null: it is written when it leaves, from `notificationId`. */
  readonly words: MessageWords | null;
  readonly sealed: boolean;
  readonly personId: string | null;
  readonly notificationId: string | null;
  readonly attachments: readonly AttachmentReference[];
  /** This one included. */
  readonly attempts: number;
}

/**
 * Writes a message in the transaction that causes it: it goes out if, and only if, that transaction commits. Telephone,
 * name and code are no more readable here than in their own row.
 */
export async function enqueueSealedMessage(trx: Trx, vault: Vault, message: NewMessage, now: number): Promise<string> {
  const id = uuidv7(now);
  const { recipient, subject, body } = message;
  await trx
    .insertInto('outbox')
    .values({
      id,
      channel: message.channel ?? 'email',
      template: message.template,
      template_version: message.templateVersion,
      consent_basis: message.consentBasis,
      ...sealWords(vault, id, { recipient, subject, body }),
      sealed: true,
      attachments: JSON.stringify(message.attachments ?? []),
      created_at: new Date(now),
      next_attempt_at: new Date(now),
    })
    .execute();
  return id;
}

/** A message that is not written yet: what it is about and how it goes. */
export interface UnwrittenMessage {
  readonly notificationId: string;
  readonly personId: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly templateVersion: number;
  readonly consentBasis: string;
}

/** Asks for messages in the transaction that causes them; each is written for the address and consents of its moment. */
export async function enqueueUnwritten(trx: Trx, messages: readonly UnwrittenMessage[], now: number): Promise<void> {
  if (messages.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      messages.map(({ notificationId, personId, channel, template, templateVersion, consentBasis }) => ({
        id: uuidv7(now),
        channel,
        template,
        template_version: templateVersion,
        consent_basis: consentBasis,
        recipient: null,
        subject: null,
        body: null,
        person_id: personId,
        notification_id: notificationId,
        attachments: '[]',
        created_at: new Date(now),
        next_attempt_at: new Date(now),
      })),
    )
    .execute();
}

/** Each word for its own column and row. */
export function sealWords(seal: Seal, id: string, words: MessageWords): MessageWords {
  const at = (column: keyof MessageWords) => seal.seal(words[column], placeOf(column, id));
  return { recipient: at('recipient'), subject: at('subject'), body: at('body') };
}

/** Throws a `VaultError` for anything that is not exactly what was sealed for this row. */
export function openWords(seal: Seal, id: string, words: MessageWords): MessageWords {
  const at = (column: keyof MessageWords) => seal.open(words[column], placeOf(column, id));
  return { recipient: at('recipient'), subject: at('subject'), body: at('body') };
}

function placeOf(column: string, id: string) {
  return { table: 'outbox', column, id };
}

/** Messages that are to go out, as long as no more is known of them than that. */
export const OUTBOX: WorkQueue<'outbox'> = {
  table: 'outbox',
  turn: 'next_attempt_at',
  countsAttempts: true,
  isOpen: (row) => row.and([row('sent_at', 'is', null), row('failed_at', 'is', null), row('withheld_at', 'is', null)]),
  // Longer than a slow mail server, short enough to wait for.
  leaseMs: 120_000,
  batch: 10,
};

/** Keeps what is about to be sent: written before the gateway hears of it, so that nothing leaves without a record. */
export async function keepWords(
  db: Kysely<Tables>,
  id: string,
  sealed: MessageWords,
  templateVersion: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...sealed, sealed: true, template_version: templateVersion })
    .where('id', '=', id)
    .execute();
}

export async function markSent(db: Kysely<Tables>, id: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: new Date(now), last_error: null })
    .where('id', '=', id)
    .execute();
}

/** It must not be sent, now or later: `because` is one of our own words, without personal data. */
export async function markWithheld(
  db: Kysely<Tables>,
  id: string,
  { because, now }: { readonly because: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ withheld_at: new Date(now), withheld_because: because })
    .where('id', '=', id)
    .execute();
}

/** Puts it back until its hour; waiting is no attempt. */
export async function postpone(db: Kysely<Tables>, id: string, until: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(until), attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .execute();
}

/** Notes why it failed; `retryAt` undefined gives up. */
export async function markUnsent(
  db: Kysely<Tables>,
  id: string,
  outcome: { readonly error: string; readonly now: number; readonly retryAt?: number | undefined },
): Promise<void> {
  const next =
    outcome.retryAt === undefined
      ? { failed_at: new Date(outcome.now) }
      : { next_attempt_at: new Date(outcome.retryAt) };
  await db
    .updateTable('outbox')
    .set({ ...next, last_error: outcome.error.slice(0, 500) })
    .where('id', '=', id)
    .execute();
}

/** A message with what became of it. */
export interface KeptMessage extends WaitingMessage {
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  readonly failedAt: Date | null;
  readonly withheldBecause: string | null;
}

/** The newest messages, for the sandbox's page. */
export async function readMessages(db: Kysely<Tables>, limit: number): Promise<KeptMessage[]> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toKept);
}

/** One message with everything. */
export async function readMessage(db: Kysely<Tables>, id: string): Promise<KeptMessage | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toKept(row);
}

type OutboxRow = Selectable<Tables['outbox']>;

function toKept(row: OutboxRow): KeptMessage {
  return {
    ...toWaiting(row),
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    sentAt: row.sent_at,
    failedAt: row.failed_at,
    withheldBecause: row.withheld_because,
  };
}

export function toWaiting(row: OutboxRow): WaitingMessage {
  const { recipient, subject, body } = row;
  return {
    id: row.id,
    channel: row.channel,
    template: row.template,
    templateVersion: row.template_version,
    consentBasis: row.consent_basis,
    words: recipient === null || subject === null || body === null ? null : { recipient, subject, body },
    sealed: row.sealed,
    personId: row.person_id,
    notificationId: row.notification_id,
    attachments: row.attachments,
    attempts: row.attempts,
  };
}
