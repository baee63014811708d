import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { Lender } from './document-head.ts';

/** The context shared by the archive's routes and the subjects that issue documents. */
export interface DocumentsContext
  extends Pick<
    LendingContext,
    'db' | 'clock' | 'calendar' | 'log' | 'vault' | 'limiter' | 'trustedProxies' | 'siteUrl'
  > {
  /** Rate limit of verification per address. Guessing a SHA-256 is hopeless; this limits the load on the database. */
  readonly publicLimit: RateLimit;
  /** The lender, as printed. */
  readonly provider: Lender;
}

/** Rate limit of documents issued on request per client: each costs some 20 ms of rendering and is stored for ever. */
export const ISSUE_LIMIT: RateLimit = { perMinute: 10, burst: 20 };
