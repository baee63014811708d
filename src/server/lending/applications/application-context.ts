import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { BusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import type { ParameterSource } from '#server/lending/parameters/parameter-source.ts';

/** The services that everything about applications shares. */
export interface ApplicationContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly calendar: BusinessCalendar;
  readonly parameters: ParameterSource;
  readonly vault: Vault;
  readonly log: Log;
  readonly trustedProxies: number;
}

/** Files of one client: a form has a handful, and each costs megabytes. */
export const UPLOAD_LIMIT: RateLimit = { perMinute: 10, burst: 20 };
/** Inquiries of one client (quality A3 asks for five a day; the stages allow one open at a time anyway). */
export const INQUIRY_LIMIT: RateLimit = { perMinute: 5, burst: 10 };
