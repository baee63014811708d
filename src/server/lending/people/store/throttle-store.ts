import { type Kysely, sql } from 'kysely';
import type { RateDecision, RateLimit } from '#server/kit/rate-limit.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The counted attempts: messages sent and failures that protect a secret (quality A3). */
export type ThrottleScope =
  | 'code-to-phone'
  | 'code-behind-proof'
  | 'code-for-registration'
  | 'document-of-phone'
  | 'documents-of-phone'
  | 'code-again'
  | 'code-for-identifier'
  | 'code-for-account'
  | 'sign-in'
  | 'sign-in-of-person'
  | 'sign-in-from-address'
  | 'password'
  | 'reset-for-identifier'
  | 'reset-of-person'
  | 'recovery'
  | 'email-change'
  | 'passkey-adding'
  | 'visitor-data-day'
  | 'visitor-data-letter'
  | 'bank-account-change';

/** Acts that are limited by a rate: sent, started or uploaded so often that a row for each would cost too much. */
export type BucketScope =
  | 'code-from-address'
  | 'complaint-posted'
  | 'complaint-filed'
  | 'payment'
  | 'voucher'
  | 'application-document'
  | 'recovery-picture'
  | 'visitor-data-posted'
  | 'visitor-data-request'
  | 'inquiry'
  | 'loan-document'
  | 'staff-search';

/** A rule, and how far back it looks: a day unless it says less. */
export interface ThrottleRule {
  /**
   * Tells the time of the next allowed attempt, undefined for now.
   * @param times of earlier attempts, milliseconds, newest first
   */
  (times: readonly number[], now: number): number | undefined;
  readonly lookBackMs?: number;
}

/** One attempt under one key: a blind index, a person's id or an address, never personal data. */
export interface Counted {
  readonly scope: ThrottleScope;
  readonly key: string;
  readonly rule: ThrottleRule;
}

/** One call of a key whose rate is limited. */
export interface Metered {
  readonly scope: BucketScope;
  readonly key: string;
  readonly limit: RateLimit;
}

export type Attempt =
  | { readonly kind: 'allowed'; readonly ids: readonly string[]; readonly earlier: number }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

const LOOK_BACK_MS = 24 * 3_600_000;
const FORGET_AFTER_MS = 2 * LOOK_BACK_MS;
const MS_PER_MINUTE = 60_000;

/** Counts an attempt under one key: see `takeAttempts`. */
export function takeAttempt(
  db: Kysely<Tables>,
  { now, ...counted }: Omit<Counted, 'rule'> & { readonly now: number },
  rule: ThrottleRule,
): Promise<Attempt> {
  return takeAttempts(db, now, [{ ...counted, rule }]);
}

/**
 * Counts an attempt under all its keys before it is made, or under none when one of them has reached its limit, so that
 * parallel attempts get no further than sequential ones, and nobody can lock somebody else out for ever.
 * @param metered counted last: what the keys refuse uses nothing up of an address that many share
 */
export function takeAttempts(
  db: Kysely<Tables>,
  now: number,
  counted: readonly Counted[],
  metered?: Metered,
): Promise<Attempt> {
  return db.transaction().execute(async (trx): Promise<Attempt> => {
    await lockKeys(trx, counted);
    const earlier = await readTimes(trx, counted, now);
    const free = counted.map(({ rule }, n) => rule(earlier[n] ?? [], now) ?? now);
    const from = Math.max(now, ...free);
    if (from > now) return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((from - now) / 1000)) };
    const rate = metered && (await takeFromBucket(trx, metered, now));
    if (rate?.kind === 'limited') return rate;
    const rows = counted.map(({ scope, key }) => ({ id: uuidv7(now), scope, key, at: new Date(now) }));
    await trx.insertInto('throttle_event').values(rows).execute();
    return {
      kind: 'allowed',
      ids: rows.map(({ id }) => id),
      earlier: Math.max(0, ...earlier.map(({ length }) => length)),
    };
  });
}

/** Tells whether an attempt was counted within the time that its rule looks back. */
export async function isCounted(db: Db, counted: Counted, now: number): Promise<boolean> {
  const [times = []] = await readTimes(db, [counted], now);
  return times.length > 0;
}

/**
 * Serialises attempts of one key; other keys do not wait. Always in the same order, so that two never wait for each
 * other.
 */
async function lockKeys(trx: Trx, counted: readonly Counted[]): Promise<void> {
  const names = counted.map(({ scope, key }) => `${scope} ${key}`);
  await sql`select pg_advisory_xact_lock(hash) from (
    select hashtextextended(name, 0) as hash from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name
    order by 1) as sorted`.execute(trx);
}

/** The times of earlier attempts under each key, newest first. */
async function readTimes(trx: Db, counted: readonly Counted[], now: number): Promise<readonly (readonly number[])[]> {
  const rows = await trx
    .selectFrom('throttle_event')
    .select(['scope', 'key', 'at'])
    .where((row) =>
      row.or(
        counted.map(({ scope, key, rule: { lookBackMs = LOOK_BACK_MS } }) =>
          row.and([row('scope', '=', scope), row('key', '=', key), row('at', '>', new Date(now - lookBackMs))]),
        ),
      ),
    )
    .orderBy('at', 'desc')
    .execute();
  return counted.map(({ scope, key }) =>
    rows.filter((row) => row.scope === scope && row.key === key).map(({ at }) => at.getTime()),
  );
}

/**
 * Takes one call of a rate that all processes count together, in one statement. It belongs to the transaction it is
 * taken in: what is rolled back was not used.
 */
export async function takeFromBucket(
  db: Db,
  { scope, key, limit: { perMinute, burst } }: Metered,
  now: number,
): Promise<RateDecision> {
  const stepMs = MS_PER_MINUTE / perMinute;
  /** Number of calls by which a burst may be ahead of the rate. */
  const reserveMs = (burst - 1) * stepMs;
  const taken = await sql`insert into throttle_bucket as bucket (scope, key, full_at_ms)
    values (${scope}, ${key}, ${now + stepMs}::double precision)
    on conflict (scope, key) do update
    set full_at_ms = greatest(bucket.full_at_ms, ${now}::double precision) + ${stepMs}::double precision
    where bucket.full_at_ms <= ${now + reserveMs}::double precision
    returning full_at_ms`.execute(db);
  if (taken.rows.length > 0) return { kind: 'allowed' };
  const { full_at_ms } = await db
    .selectFrom('throttle_bucket')
    .select('full_at_ms')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const waitMs = Math.min(full_at_ms - now - reserveMs, reserveMs + stepMs);
  return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Removes attempts that succeeded: the password was right. */
export async function removeAttempts(db: Kysely<Tables>, ...attempts: readonly Attempt[]): Promise<void> {
  const ids = attempts.flatMap((attempt) => (attempt.kind === 'allowed' ? attempt.ids : []));
  if (ids.length > 0) await db.deleteFrom('throttle_event').where('id', 'in', ids).execute();
}

/** Removes the attempts of a person who has passed a challenge. */
export async function forgetAttempts(db: Kysely<Tables>, scope: ThrottleScope, key: string): Promise<void> {
  await db.deleteFrom('throttle_event').where('scope', '=', scope).where('key', '=', key).execute();
}

/**
 * Deletes attempts older than any rule looks back, and rates that are whole again, because a missing row says the
 * same.
 * @returns how many attempts
 */
export async function forgetOldAttempts(db: Kysely<Tables>, now: number): Promise<number> {
  await db.deleteFrom('throttle_bucket').where('full_at_ms', '<', now).execute();
  const { numDeletedRows } = await db
    .deleteFrom('throttle_event')
    .where('at', '<', new Date(now - FORGET_AFTER_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
