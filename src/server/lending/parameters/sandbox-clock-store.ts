import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/** Reads how many whole days the sandbox is ahead of today. */
export async function readOffsetDays(db: Kysely<Tables>): Promise<number> {
  return (await db.selectFrom('sandbox_clock').select('offset_days').executeTakeFirstOrThrow()).offset_days;
}

/**
 * Moves the sandbox further ahead; never back, because booked entries stay booked.
 * @returns the new offset
 */
export async function addOffsetDays(db: Kysely<Tables>, days: number): Promise<number> {
  const row = await db
    .updateTable('sandbox_clock')
    .set({ offset_days: sql<number>`offset_days + ${days}` })
    .returning('offset_days')
    .executeTakeFirstOrThrow();
  return row.offset_days;
}
