import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { firstUuidAt, momentOfUuid, uuidv7 } from '#server/kit/uuid.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import type { AttachmentReference, MessageChannel } from './tables.ts';

/** The personal part of a message: recipient and text. */
export interface MessageWords {
  readonly recipient: string;
  /** Of an e-mail; an SMS has an empty one. */
  readonly subject: string;
  readonly body: string;
}

export interface NewMessage extends MessageWords {
  readonly template: string;
  readonly templateVersion: number;
  /** `service`, or the consent on which the message is based. */
  readonly consentBasis: string;
  readonly attachments?: readonly AttachmentReference[];
  /** `email` unless told. */
  readonly channel?: MessageChannel;
  /** A decoy: the same work, and nothing is sent. */
  readonly isDecoy?: boolean;
  /**
   * A law gives it a date: what it is about (`complaint:LR-…`, `person:<id>`), for the subject that has to be told when
   * it is given up.
   */
  readonly owedAbout?: string | undefined;
}

export interface WaitingMessage {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly templateVersion: number;
  readonly consentBasis: string;
  /** Null: rendered from `notificationId` when it is sent. */
  readonly words: MessageWords | null;
  readonly sealed: boolean;
  readonly personId: string | null;
  readonly notificationId: string | null;
  readonly attachments: readonly AttachmentReference[];
  readonly createdAt: Date;
  /** This one included. */
  readonly attempts: number;
  /** See `NewMessage`. */
  readonly owedAbout: string | null;
}

const LAST_ERROR_LENGTH = 500;

/** A message that is written only so that writing takes as long: it never leaves. */
const DECOY = 'nobody';

/**
 * Queues a message in the transaction that causes it: it is sent if, and only if, that transaction commits. Contact,
 * name and code are encrypted as in their own row.
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
      owed_about: message.owedAbout ?? null,
      created_at: new Date(now),
      next_attempt_at: new Date(now),
      ...(message.isDecoy && { withheld_at: new Date(now), withheld_because: DECOY }),
    })
    .execute();
  return id;
}

/** A message without text yet: what it is about and its channel. */
export interface UnwrittenMessage {
  readonly notificationId: string;
  readonly personId: string;
  readonly channel: MessageChannel;
  readonly template: string;
  readonly templateVersion: number;
  readonly consentBasis: string;
}

/**
 * Queues messages in the transaction that causes them; each is rendered later, with the address and the consents at
 * the time of sending.
 */
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
        owed_about: null,
        created_at: new Date(now),
        next_attempt_at: new Date(now),
      })),
    )
    .execute();
}

/** Encrypts each field for its own column and row. */
export function sealWords(seal: Seal, id: string, words: MessageWords): MessageWords {
  const at = (column: keyof MessageWords) => seal.seal(words[column], placeOf(column, id));
  return { recipient: at('recipient'), subject: at('subject'), body: at('body') };
}

/** Throws a `VaultError` for anything that was not encrypted for this row. */
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

/**
 * Stores the text before it goes to the gateway, so that every message sent has a record.
 * @returns false when it was withheld since it was claimed
 */
export async function storeWords(
  db: Kysely<Tables>,
  id: string,
  sealed: MessageWords,
  templateVersion: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...sealed, sealed: true, template_version: templateVersion })
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSent(db: Kysely<Tables>, id: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: new Date(now), last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Why a message is never sent: our own codes, without personal data. */
export type Withheld =
  | 'account-closed'
  | 'no-address'
  | 'not-verified'
  | 'not-chosen'
  | 'no-consent'
  | 'suppressed'
  | 'no-longer-true'
  /** It says something that is over: a code, or the link of a letter. */
  | 'expired';

/** Marks a message as never to be sent; with the error of the last attempt, if there was one. */
export async function markWithheld(
  db: Kysely<Tables>,
  id: string,
  { because, now, error }: { readonly because: Withheld; readonly now: number; readonly error?: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      withheld_at: new Date(now),
      withheld_because: because,
      ...(error !== undefined && { last_error: error.slice(0, LAST_ERROR_LENGTH) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Tells whether the message about a notification by one channel was withheld. */
export async function isWithheld(
  db: Kysely<Tables>,
  { notificationId, channel }: { readonly notificationId: string; readonly channel: MessageChannel },
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('withheld_at')
    .where('notification_id', '=', notificationId)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row !== undefined && row.withheld_at !== null;
}

/** Withholds what has not left yet of the notifications that a query selects. */
export async function withholdNotifications(
  trx: Trx,
  notifications: SelectQueryBuilder<Tables, 'notification', { id: string }>,
  { because, now }: { readonly because: Withheld; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ withheld_at: new Date(now), withheld_because: because })
    .where('notification_id', 'in', notifications)
    .where(OUTBOX.isOpen)
    .execute();
}

/** Postpones a message until its hours; this does not count as an attempt. */
export async function postpone(db: Kysely<Tables>, id: string, until: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(until), attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .execute();
}

/** Records why sending failed; without `retryAt` it is given up. */
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
    .set({ ...next, last_error: outcome.error.slice(0, LAST_ERROR_LENGTH) })
    .where('id', '=', id)
    .execute();
}

/** A message with its outcome. */
export interface KeptMessage extends WaitingMessage {
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
    createdAt: row.created_at,
    attempts: row.attempts,
    owedAbout: row.owed_about,
  };
}

/** Which messages have come to their end: those from before a time, of these templates or of every one. */
export interface MessagesEnd {
  readonly templates?: readonly string[];
  readonly before: Date;
}

/** No statement reads more of the table than this. */
const EMPTIED_AT_ONCE_MS = 31 * 86_400_000;

/**
 * Empties messages that brought their words along: who got them and what they said is forgotten; that, when and by which
 * template they were sent stays. One that never left is withheld. What was written of a notification ends with the key of
 * its person.
 * @returns how many
 */
export async function emptyMessages(db: Kysely<Tables>, ends: readonly MessagesEnd[], now: number): Promise<number> {
  const oldest = await db.selectFrom('outbox').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (!oldest) return 0;
  const until = Math.max(...ends.map(({ before }) => before.getTime()));
  let emptied = 0;
  for (let from = momentOfUuid(oldest.id); from < until; from += EMPTIED_AT_ONCE_MS) {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set((row) => ({
        recipient: '',
        subject: '',
        body: '',
        sealed: false,
        withheld_at: row.case().when(OUTBOX.isOpen(row)).then(new Date(now)).else(row.ref('withheld_at')).end(),
        withheld_because: row.case().when(OUTBOX.isOpen(row)).then('expired').else(row.ref('withheld_because')).end(),
      }))
      .where('id', '>=', firstUuidAt(from))
      .where('id', '<', firstUuidAt(Math.min(from + EMPTIED_AT_ONCE_MS, until)))
      .where('notification_id', 'is', null)
      .where('recipient', '<>', '')
      .where(({ eb, and, or }) =>
        or(
          ends.map(({ templates, before }) =>
            and([eb('created_at', '<', before), ...(templates ? [eb('template', 'in', templates)] : [])]),
          ),
        ),
      )
      .executeTakeFirst();
    emptied += Number(numUpdatedRows);
  }
  return emptied;
}
