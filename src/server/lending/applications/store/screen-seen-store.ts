import type { Db } from '#server/kit/tables.ts';

/** A screen that a client has seen, and the thing it was about. */
export interface ScreenSeen {
  readonly personId: string;
  readonly screen: string;
  readonly ref: string;
}

/** Notes that a client has seen a screen. The first time counts, or the newest. */
export async function noteScreenSeen(
  db: Db,
  { personId, screen, ref }: ScreenSeen,
  now: number,
  counts: 'first' | 'newest' = 'first',
): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('screen_seen')
    .values({ person_id: personId, screen, ref, at })
    .onConflict((conflict) =>
      counts === 'first' ? conflict.doNothing() : conflict.columns(['person_id', 'screen', 'ref']).doUpdateSet({ at }),
    )
    .execute();
}

/** The instant when it was seen; undefined: never. */
export async function readScreenSeen(db: Db, { personId, screen, ref }: ScreenSeen): Promise<Date | undefined> {
  const row = await db
    .selectFrom('screen_seen')
    .select('at')
    .where('person_id', '=', personId)
    .where('screen', '=', screen)
    .where('ref', '=', ref)
    .executeTakeFirst();
  return row?.at;
}
