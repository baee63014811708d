import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/** How many whole days the sandbox is ahead of today. */
export async function readOffsetDays(db: Kysely<Tables>): Promise<number> {
  return (await db.selectFrom('sandbox_clock').select('offset_days').executeTakeFirstOrThrow()).offset_days;
}

/** Moves the sandbox ahead, never back: booked entries stay booked. Returns the new offset. */
export async function addOffsetDays(db: Kysely<Tables>, days: number): Promise<number> {
  const row = await db
    .updateTable('sandbox_clock')
    .set({ offset_days: sql<number>`offset_days + ${days}` })
    .returning('offset_days')
    .executeTakeFirstOrThrow();
  return row.offset_days;
}
