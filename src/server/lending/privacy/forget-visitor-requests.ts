import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { emptyMessages } from '#server/lending/messages/outbox-store.ts';

const DAY_MS = 86_400_000;

/**
 * How long the request of somebody without an account, and its answer, are kept for questions. The privacy page says
 * it.
 */
const KEPT_DAYS = 90;

const LETTERS = ['identity-visitor-data-received', 'identity-visitor-data-answer'];

/**
 * Deletes answered requests and empties their letters after 90 days. A request that nobody has answered must stay,
 * because an answer is still owed; its document goes 90 days after the last day for the answer.
 */
export async function forgetVisitorRequests({
  db,
  clock,
}: {
  readonly db: Kysely<Tables>;
  readonly clock: { now(): number };
}): Promise<void> {
  const now = clock.now();
  const before = new Date(now - KEPT_DAYS * DAY_MS);
  await db.deleteFrom('visitor_data_request').where('decided_at', '<', before).execute();
  await db
    .updateTable('visitor_data_request')
    .set({ identity_sealed: null })
    .where('status', '=', 'RECEIVED')
    .where('identity_sealed', 'is not', null)
    .where('due_on', '<', sql<string>`${before.toISOString().slice(0, 10)}::date`)
    .execute();
  await emptyMessages(db, [{ templates: LETTERS, before }], now);
}
