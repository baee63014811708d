/** `perMinute` calls on average, up to `burst` at once. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export type RateDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

export interface RateLimiter {
  /** Consumes one call. The limit is a parameter: it may change between calls. */
  take(caller: string, limit: RateLimit): RateDecision;
}

/** Callers remembered at once, about 10 MB. Beyond it the least recently seen ones are dropped. */
const MAX_CALLERS = 50_000;
const MS_PER_MINUTE = 60_000;

/**
 * Token buckets in memory, per process: n processes allow up to n times as much. That is enough for limits that
 * protect the server's time, and saves a database write per offer. Limits that protect secrets or people, or what costs
 * (sign-in, codes, complaints, payments, uploads), are counted in the database (decision 0117).
 * @param now a monotonic clock in milliseconds
 */
export function createRateLimiter(now: () => number): RateLimiter {
  // A Map keeps insertion order; re-inserting on use makes its first entry the least recently seen caller.
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(caller, { perMinute, burst }) {
      const at = now();
      const known = buckets.get(caller);
      const earned = known ? (Math.max(0, at - known.at) * perMinute) / MS_PER_MINUTE : burst;
      const tokens = Math.min(burst, (known?.tokens ?? 0) + earned);
      const allowed = tokens >= 1;
      buckets.delete(caller);
      buckets.set(caller, { tokens: allowed ? tokens - 1 : tokens, at });
      if (buckets.size > MAX_CALLERS) buckets.delete(buckets.keys().next().value as string);
      if (allowed) return { kind: 'allowed' };
      return {
        kind: 'limited',
        retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) * MS_PER_MINUTE) / perMinute / 1000)),
      };
    },
  };
}
