/** `perMinute` calls on average, up to `burst` at once. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export type RateDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

export interface RateLimiter {
  /** Takes one call of the caller's allowance. The limit is a parameter: it may change between calls. */
  take(caller: string, limit: RateLimit): RateDecision;
}

/** Callers remembered at once: about 10 MB. Beyond it the longest silent ones start afresh. */
const MAX_CALLERS = 50_000;
const MS_PER_MINUTE = 60_000;

/**
 * Token buckets in this process's memory. A limit that guards the server's own time, not a secret, may be counted per
 * process: n copies allow up to n times as much, and no offer waits for a database write. Limits that guard secrets
 * (codes, sign-in) are to be counted in the database.
 * @param now milliseconds that never run backwards in steps that matter
 */
export function createRateLimiter(now: () => number): RateLimiter {
  // A Map keeps insertion order; re-inserting on use makes its head the longest silent caller.
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
