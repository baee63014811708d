import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { BusinessCalendar } from './business-calendar.ts';
import type { ParameterSource } from './parameter-source.ts';

/** What every subject works with. A subject names the part it needs as its own context. */
export interface LendingContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly calendar: BusinessCalendar;
  readonly parameters: ParameterSource;
  /** Counts what callers may do so often; shared, because a name tells the counts apart. */
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
  /** Where people reach us, without a slash at the end: links in messages begin with it. */
  readonly siteUrl: string;
  /** As the lender calls itself in messages. */
  readonly brandName: string;
}
