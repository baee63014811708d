import { ENDPOINTS } from '#api/all-endpoints.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { answerEverythingElse, createHttpApp, type HttpApp } from '#server/kit/http.ts';
import type { Log } from '#server/kit/log.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '#server/kit/rate-limit.ts';
import { refuseOtherMethods, serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { Vault } from '#server/kit/vault.ts';
import { createBusinessCalendar } from './business-calendar.ts';
import type { ComplaintsContext } from './complaints-book.ts';
import { type LendingConfig, SANDBOX_BOOK } from './config.ts';
import { serveDocumentation } from './documentation/serve-documentation.ts';
import { type DocumentsContext, serveDocuments } from './documents-archive.ts';
import { serveSandboxOutbox } from './gateways/email/sandbox-email.ts';
import { readHealth } from './health.ts';
import type { IdentityContext } from './identity.ts';
import type { PageSource } from './pages/page-source.ts';
import { createParameterSource } from './parameter-source.ts';
import type { PublicOfferContext } from './public-offer.ts';
import { serveFileComplaint } from './routes/file-complaint.ts';
import { serveGetComplaint } from './routes/get-complaint.ts';
import { getProductSettingsRoute } from './routes/get-product-settings.ts';
import { getSessionRoute } from './routes/get-session.ts';
import { keepMarketingParamsRoute } from './routes/keep-marketing-params.ts';
import { makePublicOfferRoute } from './routes/make-public-offer.ts';
import { recordConsentRoute } from './routes/record-consent.ts';
import { sendDeviceDataRoute } from './routes/send-device-data.ts';
import { serveStaffComplaints } from './routes/staff-complaints.ts';
import { touchSessionRoute } from './routes/touch-session.ts';
import { createSessionGate } from './session-gate.ts';
import type { LendingTables } from './store/tables.ts';
import { VISITOR_LIMIT, type VisitorContext } from './visitor.ts';
import { ensureDocumentById } from './workflows/ensure-document.ts';

export interface LendingAppOptions {
  /** Open and migrated: see `prepareLendingDatabase`. */
  readonly db: Database<LendingTables>;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals and opens personal data; its keys belong to the database (see `openVault`). */
  readonly vault: Vault;
  readonly config: Pick<LendingConfig, 'production' | 'sandbox' | 'trustedProxies'> &
    Partial<Pick<LendingConfig, 'complaintsBook'>>;
  /** The built pages that answers to plain forms are written into; without them the answers are bare. */
  readonly pages?: PageSource;
  /** Counts the callers of the complaints book; one of this process's own unless told. */
  readonly complaintsLimiter?: RateLimiter;
  /** Opens `/api/v1/staff`; without it there is no operator API. */
  readonly operatorToken?: string | undefined;
  /** How old the knowledge of the parameters' version may be, in milliseconds; a second unless told. */
  readonly parameterMaxAgeMs?: number;
  /** What one address may do with each call about a visitor; ten a minute unless told. */
  readonly visitorLimit?: RateLimit;
}

const API = ['/api/*'];
const HEALTH = '/healthz';
const SANDBOX = ['/sandbox/*'];

/**
 * The lending API: every endpoint of the table under `/api/v1`, its documentation at `/api/docs` and
 * `/api/v1/openapi.json`, and `GET /healthz`. It answers only for `/api/*` and `/healthz`, so that the site can share
 * its server. It keeps no state but caches: any number of copies may run on one database.
 */
export function createLendingApp(options: LendingAppOptions): HttpApp {
  const { db, clock, log, config, parameterMaxAgeMs } = options;
  const sandbox = config.sandbox ? SANDBOX : [];
  const app = createHttpApp({ log, paths: [...API, ...sandbox, HEALTH], production: config.production });
  const context: PublicOfferContext = {
    parameters: createParameterSource({
      db: db.kysely,
      clock,
      carryCapForward: config.sandbox,
      ...(parameterMaxAgeMs !== undefined && { maxAgeMs: parameterMaxAgeMs }),
    }),
    limiter: createRateLimiter(clock.now),
    trustedProxies: config.trustedProxies,
  };
  serveEndpoint(app, getProductSettingsRoute(context));
  serveEndpoint(app, makePublicOfferRoute(context));
  const visitor: VisitorContext = {
    db,
    clock,
    limiter: context.limiter,
    trustedProxies: config.trustedProxies,
    secureCookies: config.production,
    limit: options.visitorLimit ?? VISITOR_LIMIT,
  };
  serveEndpoint(app, keepMarketingParamsRoute(visitor));
  serveEndpoint(app, recordConsentRoute(visitor));
  serveEndpoint(app, sendDeviceDataRoute(visitor));
  serveComplaints(app, options);
  serveIdentity(app, options);
  serveDocuments(app, documentsContext(options), createSessionGate(identityContext(options)));
  refuseOtherMethods(app, ENDPOINTS);
  serveDocumentation(app, ENDPOINTS);
  app.get(HEALTH, async (c) => {
    const health = await readHealth({ db, clock, carryCapForward: config.sandbox });
    return c.json(health, health.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  answerEverythingElse(app, [...API, ...sandbox]);
  return app;
}

function serveIdentity(app: HttpApp, { db, vault, clock, config }: LendingAppOptions): void {
  const identity = identityContext({ db, vault, clock, config });
  const gate = createSessionGate(identity);
  serveEndpoint(app, getSessionRoute(identity), gate);
  serveEndpoint(app, touchSessionRoute(identity), gate);
}

function identityContext({
  db,
  vault,
  clock,
  config,
}: Pick<LendingAppOptions, 'db' | 'vault' | 'clock' | 'config'>): IdentityContext {
  return { db, vault, clock, trustedProxies: config.trustedProxies };
}

/** What the archive's routes and its job share. */
export function documentsContext(options: LendingAppOptions): DocumentsContext {
  const { db, clock, log, vault, config, visitorLimit = VISITOR_LIMIT } = options;
  const { provider, siteUrl } = config.complaintsBook ?? SANDBOX_BOOK;
  return {
    db,
    clock,
    log,
    vault,
    provider,
    siteUrl,
    calendar: createBusinessCalendar(clock.now),
    limiter: createRateLimiter(clock.now),
    trustedProxies: config.trustedProxies,
    publicLimit: visitorLimit,
  };
}

/** What the complaints book's routes and jobs share. */
export function complaintsContext(options: Omit<LendingAppOptions, 'parameterMaxAgeMs' | 'vault'>): ComplaintsContext {
  const { db, clock, log, config, pages = { read: () => Promise.resolve(undefined) } } = options;
  const { trustedProxies, complaintsBook = SANDBOX_BOOK } = config;
  const limiter = options.complaintsLimiter ?? createRateLimiter(() => performance.now());
  return { db, clock, log, trustedProxies, limiter, pages, ...complaintsBook };
}

function serveComplaints(app: HttpApp, options: LendingAppOptions): void {
  const { db, config, operatorToken } = options;
  const complaints = complaintsContext(options);
  serveFileComplaint(app, complaints);
  serveGetComplaint(app, complaints);
  if (operatorToken !== undefined) serveStaffComplaints(app, complaints, operatorToken);
  if (config.sandbox) serveSandboxOutbox(app, db.kysely, (id, kind) => ensureDocumentById(complaints, id, kind));
}
