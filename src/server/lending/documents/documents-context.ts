import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { Provider } from './document-head.ts';

/** What the archive's routes and whoever issues documents share. */
export interface DocumentsContext
  extends Pick<
    LendingContext,
    'db' | 'clock' | 'calendar' | 'log' | 'vault' | 'limiter' | 'trustedProxies' | 'siteUrl'
  > {
  /** What one address may check. A guess at a SHA-256 finds nothing; this keeps load off the database. */
  readonly publicLimit: RateLimit;
  /** Who lends, as printed. */
  readonly provider: Provider;
}

/** What one client may ask to be printed: a paper costs some 20 ms of work and stays for ever. */
export const ISSUE_LIMIT: RateLimit = { perMinute: 10, burst: 20 };
