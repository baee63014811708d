import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { BusinessCalendar } from './business-calendar.ts';
import type { ParameterSource } from './parameter-source.ts';

/** The context common to every subject. A subject names the part it needs as its own context. */
export interface LendingContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly calendar: BusinessCalendar;
  readonly parameters: ParameterSource;
  /** The rate limiter of this process, for reads and offers; shared, because its keys begin with the name of the endpoint. */
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
  /** Base URL of the site, without a trailing slash; links in messages begin with it. */
  readonly siteUrl: string;
  /** The lender's name in messages. */
  readonly brandName: string;
}
