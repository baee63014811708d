import type { Kysely } from 'kysely';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { emptyMessages } from './outbox-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Time within which a consumer may take a matter to Indecopi: two years (Ley 29571, art. 121). A letter is kept as
 * long, because it is evidence of what its reader was told.
 */
const LETTER_DAYS = 730;

/**
 * Empties messages whose time is over (decision 0124): codes, and letters whose link has expired, an hour after, when nobody
 * can be sending them any more; every other one that is sealed with the vault's own key after two years. What was written
 * of a notification is sealed with the key of its person and ends with it.
 * @returns how many
 */
export async function forgetMessages({
  db,
  clock,
  log,
  validMs,
}: {
  readonly db: Kysely<Tables>;
  readonly clock: { now(): number };
  readonly log: Log;
  /** Time for which a message's content holds, by its template. */
  readonly validMs: Readonly<Record<string, number>>;
}): Promise<number> {
  const now = clock.now();
  const over = Object.entries(validMs).map(([template, ms]) => ({
    templates: [template],
    before: new Date(now - ms - HOUR_MS),
  }));
  const emptied = await emptyMessages(db, [...over, { before: new Date(now - LETTER_DAYS * DAY_MS) }], now);
  if (emptied > 0) log.info({ emptied }, 'messages whose time was over were emptied');
  return emptied;
}
