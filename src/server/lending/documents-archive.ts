import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Gate } from '#server/kit/gate.ts';
import type { HttpApp } from '#server/kit/http.ts';
import type { Log } from '#server/kit/log.ts';
import type { RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { BusinessCalendar } from './business-calendar.ts';
import { getDocumentFileRoute } from './routes/get-document-file.ts';
import { listDocumentsRoute } from './routes/list-documents.ts';
import { requestPayoffPaperRoute } from './routes/request-payoff-paper.ts';
import { requestStatementRoute } from './routes/request-statement.ts';
import { verifyDocumentRoute } from './routes/verify-document.ts';
import type { Provider } from './store/complaint-tables.ts';
import type { DisbursementOrder } from './store/disbursement-store.ts';
import type { LendingTables } from './store/tables.ts';
import type { Destination } from './workflows/queue-disbursement.ts';

/** What the archive's routes, its job and whoever issues papers share. */
export interface DocumentsContext {
  readonly db: Database<LendingTables>;
  readonly clock: Clock;
  readonly calendar: BusinessCalendar;
  readonly log: Log;
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
  /** What one address may check. A guess at a SHA-256 finds nothing; this keeps the database from being asked for sport. */
  readonly publicLimit: RateLimit;
  /** Who lends, as printed. */
  readonly provider: Provider;
  /** Where copies are checked; no slash at the end. */
  readonly siteUrl: string;
  /** Opens the account of a payout; without it no account is printed. */
  readonly openDestination?: ((order: DisbursementOrder) => Promise<Destination>) | undefined;
}

/** What one client may ask to be printed: a paper costs some 20 ms of work and stays for ever. */
export const ISSUE_LIMIT: RateLimit = { perMinute: 10, burst: 20 };

/** The archive's calls (domain 2.9). */
export function serveDocuments(app: HttpApp, context: DocumentsContext, gate: Gate): void {
  serveEndpoint(app, listDocumentsRoute(context), gate);
  serveEndpoint(app, getDocumentFileRoute(context), gate);
  serveEndpoint(app, requestStatementRoute(context), gate);
  serveEndpoint(app, requestPayoffPaperRoute(context), gate);
  serveEndpoint(app, verifyDocumentRoute(context));
}
