import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The counted attempts: messages sent and failures that protect a secret (quality A3). */
export type ThrottleScope =
  | 'code-to-phone'
  | 'code-again'
  | 'code-for-identifier'
  | 'code-from-address'
  | 'sign-in'
  | 'sign-in-from-address'
  | 'password'
  | 'reset-for-identifier'
  | 'recovery'
  | 'email-change';

/**
 * The time of the next allowed attempt, or undefined for now.
 * @param times of earlier attempts, milliseconds, newest first, at most `LOOK_BACK_MS` old
 */
export type ThrottleRule = (times: readonly number[], now: number) => number | undefined;

export type Attempt =
  | { readonly kind: 'allowed'; readonly id: string; readonly earlier: number }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

const LOOK_BACK_MS = 24 * 3_600_000;
const FORGET_AFTER_MS = 2 * LOOK_BACK_MS;

/**
 * Counts an attempt before it is made, so that parallel attempts get no further than sequential ones. Refused attempts
 * are not counted, so that nobody can lock somebody else out for ever.
 * @param key a blind index or an address, never personal data
 */
export function takeAttempt(
  db: Kysely<Tables>,
  attempt: { readonly scope: ThrottleScope; readonly key: string; readonly now: number },
  rule: ThrottleRule,
): Promise<Attempt> {
  const { scope, key, now } = attempt;
  return db.transaction().execute(async (trx): Promise<Attempt> => {
    // Serialises attempts of one key; other keys do not wait.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0))`.execute(trx);
    const rows = await trx
      .selectFrom('throttle_event')
      .select('at')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('at', '>', new Date(now - LOOK_BACK_MS))
      .orderBy('at', 'desc')
      .execute();
    const times = rows.map(({ at }) => at.getTime());
    const from = rule(times, now);
    if (from !== undefined && from > now) {
      return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((from - now) / 1000)) };
    }
    const id = uuidv7(now);
    await trx
      .insertInto('throttle_event')
      .values({ id, scope, key, at: new Date(now) })
      .execute();
    return { kind: 'allowed', id, earlier: times.length };
  });
}

/** Removes an attempt that succeeded: the password was right. */
export async function removeAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  if (attempt.kind === 'allowed') await db.deleteFrom('throttle_event').where('id', '=', attempt.id).execute();
}

/** Removes the attempts of a person who has passed a challenge. */
export async function forgetAttempts(db: Kysely<Tables>, scope: ThrottleScope, key: string): Promise<void> {
  await db.deleteFrom('throttle_event').where('scope', '=', scope).where('key', '=', key).execute();
}

/**
 * Deletes attempts older than any rule looks back.
 * @returns how many
 */
export async function forgetOldAttempts(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('throttle_event')
    .where('at', '<', new Date(now - FORGET_AFTER_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
