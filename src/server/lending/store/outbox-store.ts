import { type Kysely, sql, type Transaction } from 'kysely';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { AttachmentReference, MessageChannel } from './complaint-tables.ts';
import type { LendingTables } from './tables.ts';

export interface NewMessage {
  /** `email` unless told. */
  readonly channel?: MessageChannel;
  readonly template: string;
  readonly templateVersion: number;
  /** `service`, or which consent lets us write. */
  readonly consentBasis: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly attachments?: readonly AttachmentReference[];
}

export interface WaitingMessage {
  readonly id: string;
  readonly channel: MessageChannel;
  /** Recipient, subject and body are still to be opened: see `openMessage`. */
  readonly sealed: boolean;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly AttachmentReference[];
  /** This one included. */
  readonly attempts: number;
}

/** Writes a message in the transaction that causes it: it goes out if, and only if, that transaction commits. */
export async function enqueueMessage(
  trx: Transaction<LendingTables>,
  message: NewMessage,
  now: number,
): Promise<string> {
  return insertMessage(trx, uuidv7(now), message, { now, sealed: false });
}

/** The same for a message to a client: their telephone, their name and the code in it are no more readable than they are in the person's row. */
export async function enqueueSealedMessage(
  trx: Transaction<LendingTables>,
  vault: Vault,
  message: NewMessage,
  now: number,
): Promise<string> {
  const id = uuidv7(now);
  const part = (column: SealedPart) => vault.seal(message[column], { table: 'outbox', column, id });
  const closed = { recipient: part('recipient'), subject: part('subject'), body: part('body') };
  return insertMessage(trx, id, { ...message, ...closed }, { now, sealed: true });
}

type SealedPart = 'recipient' | 'subject' | 'body';

/** A message as it is to be read or sent. */
export function openMessage<Message extends Readonly<Record<SealedPart | 'id', string>> & { readonly sealed: boolean }>(
  vault: Vault,
  message: Message,
): Message {
  if (!message.sealed) return message;
  const part = (column: SealedPart) => vault.open(message[column], { table: 'outbox', column, id: message.id });
  return { ...message, recipient: part('recipient'), subject: part('subject'), body: part('body') };
}

async function insertMessage(
  trx: Transaction<LendingTables>,
  id: string,
  message: NewMessage,
  { now, sealed }: { readonly now: number; readonly sealed: boolean },
): Promise<string> {
  await trx
    .insertInto('outbox')
    .values({
      id,
      sealed,
      channel: message.channel ?? 'email',
      template: message.template,
      template_version: message.templateVersion,
      consent_basis: message.consentBasis,
      recipient: message.recipient,
      subject: message.subject,
      body: message.body,
      attachments: JSON.stringify(message.attachments ?? []),
      created_at: new Date(now),
      next_attempt_at: new Date(now),
    })
    .execute();
  return id;
}

/**
 * Takes messages that are due, so that no other copy takes them before `leaseUntil`. A copy that dies keeps them no
 * longer than that. The lock lasts as long as this statement: nothing is sent inside a transaction.
 */
export async function claimMessages(
  db: Kysely<LendingTables>,
  { now, leaseUntil, limit }: { readonly now: number; readonly leaseUntil: number; readonly limit: number },
): Promise<WaitingMessage[]> {
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_attempt_at', '<=', new Date(now))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(leaseUntil), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', due)
    .returning(['id', 'channel', 'sealed', 'recipient', 'subject', 'body', 'attachments', 'attempts'])
    .execute();
}

export async function markSent(db: Kysely<LendingTables>, id: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: new Date(now), last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Notes why it failed; `retryAt` undefined gives up. */
export async function markUnsent(
  db: Kysely<LendingTables>,
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

/** The newest messages, for the sandbox's page. */
export async function readMessages(db: Kysely<LendingTables>, limit: number) {
  return db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** One message with everything. */
export async function readMessage(db: Kysely<LendingTables>, id: string) {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}
