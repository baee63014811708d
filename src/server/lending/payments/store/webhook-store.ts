import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** A message of a provider, as it came. */
export interface Webhook {
  readonly id: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** This one included. */
  readonly attempts: number;
  readonly receivedAt: number;
}

export interface NewWebhook {
  readonly provider: 'PAGOEFECTIVO';
  /** The same for every delivery of one message. */
  readonly eventId: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
}

/** Keeps a message whose signature was good. False: it was delivered before. */
export async function storeWebhook(db: Kysely<Tables>, webhook: NewWebhook): Promise<boolean> {
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

/** Claims unprocessed webhooks with a lease until `leaseUntil`. Order does not matter: payments ignore stale events. */
export async function claimWebhooks(
  db: Kysely<Tables>,
  { now, leaseUntil, limit }: { readonly now: number; readonly leaseUntil: number; readonly limit: number },
): Promise<Webhook[]> {
  const due = db
    .selectFrom('webhook_inbox')
    .select('id')
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', new Date(now))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('webhook_inbox')
    .set({ next_attempt_at: new Date(leaseUntil), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', due)
    .returning(['id', 'body', 'headers', 'attempts', 'received_at'])
    .execute();
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ received_at, ...row }) => ({ ...row, receivedAt: received_at.getTime() }));
}

/** What a message led to. */
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
