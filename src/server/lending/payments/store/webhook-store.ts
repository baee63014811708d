import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';

/** A message of a provider, as it came. */
export interface NewWebhook {
  readonly provider: 'PAGOEFECTIVO';
  /** The provider's number of what it tells. */
  readonly eventId: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
}

/**
 * Keeps a message whose signature was good. Another one under the same number (another amount, say) is kept too: whether
 * it matters is decided where it is read. False: it was delivered before, byte for byte.
 */
export async function storeWebhook(db: Kysely<Tables>, webhook: NewWebhook): Promise<boolean> {
  if (await insertWebhook(db, webhook)) return true;
  const known = await db
    .selectFrom('webhook_inbox')
    .select('body')
    .where('provider', '=', webhook.provider)
    .where('event_id', '=', webhook.eventId)
    .executeTakeFirstOrThrow();
  if (Buffer.compare(known.body, webhook.body) === 0) return false;
  const digest = createHash('sha256').update(webhook.body).digest('hex');
  return insertWebhook(db, { ...webhook, eventId: `${webhook.eventId}:${digest}` });
}

async function insertWebhook(db: Kysely<Tables>, webhook: NewWebhook): Promise<boolean> {
  const at = new Date(webhook.now);
  const row = await db
    .insertInto('webhook_inbox')
    .values({
      id: uuidv7(webhook.now),
      provider: webhook.provider,
      event_id: webhook.eventId,
      body: Buffer.from(webhook.body),
      headers: JSON.stringify(webhook.headers),
      signature_valid: true,
      received_at: at,
      processed_at: null,
      result: null,
      next_attempt_at: at,
      error: null,
    })
    .onConflict((conflict) => conflict.constraint('webhook_inbox_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages that are not processed yet. Their order does not matter: payments know old news. */
export const WEBHOOKS: WorkQueue<'webhook_inbox'> = {
  table: 'webhook_inbox',
  turn: 'next_attempt_at',
  countsAttempts: true,
  isOpen: (row) => row('processed_at', 'is', null),
  leaseMs: 60_000,
  batch: 20,
};

/** Marks a message as processed, with its result. */
export async function markProcessed(db: Kysely<Tables>, id: string, result: string, now: number): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ processed_at: new Date(now), result, error: null })
    .where('id', '=', id)
    .execute();
}

/** Records why a webhook failed, and when it is retried. */
export async function markFailed(
  db: Kysely<Tables>,
  id: string,
  { error, retryAt }: { readonly error: string; readonly retryAt: number },
): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ error: error.slice(0, 300), next_attempt_at: new Date(retryAt) })
    .where('id', '=', id)
    .execute();
}
