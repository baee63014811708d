import type { MarketingChannel } from '#api/consent.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { SuppressionReason } from '../tables.ts';

interface Suppressed {
  readonly personId: string;
  readonly channels: readonly MarketingChannel[];
  readonly reason: SuppressionReason;
  readonly now: number;
}

/** Suppresses marketing by these channels; an existing reason is left as it is. */
export async function suppressMarketing(trx: Trx, { personId, channels, reason, now }: Suppressed): Promise<void> {
  if (channels.length === 0) return;
  await trx
    .insertInto('suppression')
    .values(
      channels.map((channel) => ({
        id: uuidv7(now),
        person_id: personId,
        channel,
        reason,
        since: new Date(now),
        lifted_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'channel', 'reason']).where('lifted_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Removes one reason; other reasons and the row stay. */
export async function liftSuppression(trx: Trx, { personId, channels, reason, now }: Suppressed): Promise<void> {
  if (channels.length === 0) return;
  await trx
    .updateTable('suppression')
    .set({ lifted_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('channel', 'in', channels)
    .where('reason', '=', reason)
    .where('lifted_at', 'is', null)
    .execute();
}

export async function isSuppressed(db: Db, personId: string, channel: MarketingChannel): Promise<boolean> {
  const row = await db
    .selectFrom('suppression')
    .select('id')
    .where('person_id', '=', personId)
    .where('channel', '=', channel)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
