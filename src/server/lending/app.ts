import { compress } from 'hono/compress';
import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { MAX_CONNECTIONS } from '#server/kit/db.ts';
import { HEALTH_PATHS, serveHealth } from '#server/kit/health.ts';
import { answerEverythingElse, createHttpApp, type HttpApp } from '#server/kit/http.ts';
import type { Maintenance } from '#server/kit/maintenance.ts';
import { createRequestMetrics } from '#server/kit/metrics.ts';
import type { Migration } from '#server/kit/migrate.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '#server/kit/rate-limit.ts';
import { refuseOtherMethods, serveRoutes } from '#server/kit/serve-endpoint.ts';
import { applicationRoutes } from './applications/routes.ts';
import { extensionSales } from './arrangements/extend-loan.ts';
import { arrangementRoutes } from './arrangements/routes.ts';
import { readableWords } from './clients/message-writer.ts';
import { clientRoutes } from './clients/routes.ts';
import { serveUnsubscribe } from './clients/unsubscribe-page.ts';
import { type ComplaintsContext, SHEET_PATHS } from './complaints/complaints-context.ts';
import { ensureDocumentById } from './complaints/ensure-document.ts';
import { BOOK_ENDPOINTS, complaintRoutes, serveComplaints } from './complaints/routes.ts';
import { type LendingConfig, SANDBOX_BOOK } from './config.ts';
import { DESCRIBED_ACTS, type StaffServices } from './described-acts.ts';
import { DESK_PATH, type DeskLink, serveDesk } from './desk/desk.ts';
import { serveDocumentation } from './documentation/serve-documentation.ts';
import { documentRoutes } from './documents/routes.ts';
import { noChecks } from './gateways/checks/checks.ts';
import { type Gateways, serveSandboxes } from './gateways/open-gateways.ts';
import { readHealth } from './health.ts';
import type { LoanDocumentsContext } from './loan-documents/loan-documents-context.ts';
import { loanDocumentRoutes } from './loan-documents/routes.ts';
import { loanRoutes } from './loans/routes.ts';
import { closeDuringMaintenance, closedFor } from './maintenance.ts';
import { serveSandboxOutbox } from './messages/sandbox-outbox.ts';
import type { PageSource } from './pages/page-source.ts';
import { daysAhead } from './parameters/lender-time.ts';
import { createPaymentContext, type PaymentContext } from './payments/payment-context.ts';
import { paymentRoutes, servePayments } from './payments/routes.ts';
import { openDestinations } from './payouts/payout-destination.ts';
import { endVisitsOf } from './people/end-visits.ts';
import { endPasskeyWaits } from './people/passkeys/passkey-store.ts';
import { peopleRoutes, servePeople } from './people/routes.ts';
import { VISITOR_LIMIT } from './people/visitor.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { serveVisitorRequestForm } from './privacy/visitor-request-form.ts';
import { resealVisitorRequests } from './privacy/visitor-request-store.ts';
import { applyContactChangesAtOnce } from './profile/apply-contact-changes.ts';
import { profileRoutes, serveProfile } from './profile/routes.ts';

import { securityNames } from './security-events.ts';
import { createServices, MIN_ANSWER_MS, type ServiceOptions, type Services } from './services.ts';
import { type StaffRoute, withServices } from './staff/act.ts';
import { resealRequests } from './staff/approval-store.ts';
import { serveMaintenancePass } from './staff/maintenance-pass.ts';
import { resealSecondFactors } from './staff/second-factor.ts';
import type { DocumentOf } from './staff/staff-document.ts';
import { serveStaffRoutes } from './staff/staff-route.ts';
import type { TaxContext } from './tax-documents/issue-tax-documents.ts';
import { taxDocumentRoutes } from './tax-documents/routes.ts';
import type { TaxSendingContext } from './tax-documents/send-tax-documents.ts';

export interface LendingAppOptions extends ServiceOptions {
  readonly config: Pick<LendingConfig, 'production' | 'sandbox' | 'trustedProxies'> &
    Partial<Pick<LendingConfig, 'complaintsBook' | 'registryNumber' | 'daySummary' | 'maxConnections' | 'apiDocs'>>;
  /** The built pages into which answers to plain forms are rendered; without them the answers are bare pages. */
  readonly pages?: PageSource;
  /** Rate limiter of look-ups in the complaints book; one per process by default. */
  readonly complaintsLimiter?: RateLimiter;
  /** With it programs of a deployment call what is theirs of `/api/v1/staff`; without it no machine does. */
  readonly operatorToken?: string | undefined;
  /** The gateways to providers; in the sandbox their stand-ins are served under `/sandbox`. */
  readonly gateways?: Gateways;
  /** Rate limit of one address for each endpoint about a visitor; ten a minute by default. */
  readonly visitorLimit?: RateLimit;
  /** Timeout of a client's request that waits for its turn; 15 seconds by default. */
  readonly turnWithinMs?: number;
  /**
   * Called when the sandbox's business date moves or a parameter changes, because pages with computed figures must then
   * be rebuilt.
   */
  readonly onBusinessDate?: () => void;
  /** Tells whether editors have closed the product; without it, it is always open. */
  readonly maintenance?: Maintenance;
  /** Tells whether this process was told to stop: it serves what still comes, and is not ready for more. */
  readonly isStopping?: () => boolean;
  /** Migrations that this program knows; those of its folder by default. */
  readonly migrations?: readonly Migration[];
  /** In the sandbox: the link of `npm start` that signs a demo colleague in at the desk. */
  readonly deskLink?: DeskLink;
}

const API = ['/api/*'];
const [HEALTH, ALIVE, READY] = HEALTH_PATHS;
const SANDBOX = ['/sandbox/*'];
const DESK = [DESK_PATH, `${DESK_PATH}/*`];

/**
 * The lending API: the endpoints of every subject under `/api/v1`, its documentation at `/api/docs` and
 * `/api/v1/openapi.json`, and `GET /healthz`. Of the site it answers only the page of a complaint's sheet, so that the
 * two can share a server. It keeps no state except caches: any number of instances may run on one database.
 */
export function createLendingApp(options: LendingAppOptions): HttpApp {
  const { db, log, config, operatorToken } = options;
  const sandbox = config.sandbox ? SANDBOX : [];
  const requests = createRequestMetrics();
  const app = createHttpApp({
    log,
    paths: [...API, ...SHEET_PATHS, ...DESK, ...sandbox, HEALTH, ALIVE, READY],
    security: securityNames(options.vault, config.trustedProxies),
    requests,
  });
  if (config.sandbox) sayDaysAhead(app, options);
  const services = createServices(options);
  const isClosedFor = closedFor({ ...options, maintenance: options.maintenance, operatorToken });
  closeDuringMaintenance(app, isClosedFor);
  const context = { ...contextOf(services, options), isClosedFor };
  const routes = [
    ...peopleRoutes(context),
    ...complaintRoutes(context),
    ...clientRoutes(context),
    ...loanRoutes(context),
    ...documentRoutes(context),
    ...taxDocumentRoutes(context),
    ...loanDocumentRoutes(context),
    ...applicationRoutes(context),
    ...paymentRoutes(context),
    ...arrangementRoutes(context),
    ...profileRoutes(context),
    ...privacyRoutes(context),
  ];
  // Two thousand places: compressed, a slow network has the list in a sixth of the time.
  app.use(listPlaces.path, compress());
  serveRoutes(app, routes, { gate: services.gate, perClient: perClient(options) });
  const complaints = complaintsContext(options);
  serveComplaints(app, complaints);
  serveVisitorRequestForm(app, services, complaints.pages);
  serveLinks(app, context, config);
  servePayments(app, context);
  const paysInBatches = context.gateways.payout?.batches !== undefined;
  const { migrations } = options;
  const metrics = { ...services, requests, migrations, paysInBatches };
  const acts = staffRoutes(context, options, { complaints, metrics });
  serveStaffRoutes(app, { ...services, operatorToken }, acts);
  serveDesk(app, services, { routes: acts, link: config.sandbox ? options.deskLink : undefined });
  if (operatorToken !== undefined) serveMaintenancePass(app, services, operatorToken);
  const endpoints = [...routes.map(({ endpoint }) => endpoint), ...BOOK_ENDPOINTS];
  refuseOtherMethods(app, endpoints);
  if (config.apiDocs ?? !config.production) serveDocumentation(app, endpoints, lenderOf(context));
  serveHealthOf(app, options);
  if (config.sandbox) {
    serveSandboxOutbox(app, {
      db: db.kysely,
      wordsOf: (message) => readableWords(services, message),
      bytesOf: (id, kind) => ensureDocumentById(complaints, id, kind),
    });
  }
  if (options.gateways) serveSandboxes(app, options.gateways);
  answerEverythingElse(app, [...API, ...SHEET_PATHS, ...DESK, ...sandbox]);
  return app;
}

/** The context shared by the routes of clients and staff. */
function contextOf(services: Services, options: LendingAppOptions) {
  return {
    ...services,
    ...paymentContext(services, options),
    ...taxContext(services, options),
    ...documentsContext(services, options),
    limit: options.visitorLimit ?? VISITOR_LIMIT,
    checks: options.gateways?.checks ?? noChecks,
  };
}

/** Serves the pages behind the links of letters. */
function serveLinks(app: HttpApp, context: Services & LoanDocumentsContext, config: LendingAppOptions['config']): void {
  servePeople(app, context, config);
  serveProfile(app, context);
  serveUnsubscribe(app, context);
}

/** Instants stay real in the sandbox; screens show them on the moved calendar. */
function sayDaysAhead(app: HttpApp, { clock }: LendingAppOptions): void {
  app.use('/api/*', async (c, next) => {
    await next();
    const ahead = daysAhead(clock);
    if (ahead !== 0) c.res.headers.set('X-Days-Ahead', String(ahead));
  });
}

/**
 * `/healthz` tells operators how things are. `/livez` and `/readyz` are for machines: one restarts a process that does
 * not answer, the other sends requests elsewhere while a process cannot serve them.
 */
function serveHealthOf(
  app: HttpApp,
  { db, clock, config, isStopping = () => false, migrations }: Omit<LendingAppOptions, 'operatorToken'>,
): void {
  const noStore = { 'Cache-Control': 'no-store' };
  const read = () => readHealth({ db, clock, carryCapForward: config.sandbox, migrations });
  serveHealth(app, HEALTH, async (c) => {
    const health = await read();
    return c.json(health, health.status === 'ok' ? 200 : 503, noStore);
  });
  serveHealth(app, ALIVE, (c) => c.json({ status: 'alive' }, 200, noStore));
  serveHealth(app, READY, async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503, noStore);
    const { status } = await read();
    return c.json({ status: status === 'ok' ? 'ready' : status }, status === 'ok' ? 200 : 503, noStore);
  });
}

/**
 * Requests of one client that are worked on at once. They often wait for each other, because they want the same loan,
 * and each one that waits holds a connection: two thirds of the connections are always left for everybody else.
 */
function perClient({ config, turnWithinMs: timeoutMs = 15_000 }: LendingAppOptions): ConcurrencyLimit {
  const { maxConnections = MAX_CONNECTIONS } = config;
  return createConcurrencyLimit({ atOnce: Math.max(1, Math.floor(maxConnections / 3)), timeoutMs });
}

/** Everything the staff API answers here, with who may ask: the table of roles (decision 0141). */
function staffRoutes(
  context: ReturnType<typeof contextOf>,
  { operatorToken, onBusinessDate, config }: LendingAppOptions,
  { complaints, metrics }: Pick<StaffServices, 'complaints' | 'metrics'>,
): readonly StaffRoute[] {
  const { db, vault, clock } = context;
  const reseal = async () =>
    (await resealVisitorRequests(db.kysely, vault)) +
    (await resealSecondFactors(db.kysely, vault)) +
    (await resealRequests(db.kysely, vault));
  const lender = lenderOf(context);
  const own = {
    endVisits: endVisitsOf,
    endWaits: async () => {
      await applyContactChangesAtOnce(context);
      await endPasskeyWaits(db.kysely, clock.now());
    },
    onBusinessDate,
    onChange: onBusinessDate,
    operatorToken,
    reseal,
    lender,
    complaints,
    metrics,
  };
  const has = { sandbox: config.sandbox, 'operator-token': operatorToken !== undefined };
  const acts = DESCRIBED_ACTS.filter(({ needs }) => needs === undefined || has[needs]);
  return withServices(acts, { ...context, ...own });
}

/** The lender's name and address, for integrators who read the document. */
function lenderOf({ brandName: title, siteUrl }: Pick<Services, 'brandName' | 'siteUrl'>): DocumentOf {
  return { title, siteUrl };
}

/** The context shared by the routes and jobs of the complaints book. */
export function complaintsContext(options: Omit<LendingAppOptions, 'parameterMaxAgeMs'>): ComplaintsContext {
  const { db, clock, log, vault, config, pages = { read: () => Promise.resolve(undefined) } } = options;
  const { trustedProxies, complaintsBook = SANDBOX_BOOK } = config;
  const limiter = options.complaintsLimiter ?? createRateLimiter(() => performance.now());
  const { minAnswerMs = MIN_ANSWER_MS } = options;
  return { db, clock, log, vault, trustedProxies, limiter, pages, minAnswerMs, ...complaintsBook };
}

/** The context shared by the routes and jobs of payments. */
export function paymentContext(
  services: Services,
  { gateways, config }: Pick<LendingAppOptions, 'gateways' | 'config'>,
): PaymentContext {
  const { siteUrl } = config.complaintsBook ?? SANDBOX_BOOK;
  return { ...createPaymentContext(services, { gateways, siteUrl }), extensions: extensionSales };
}

/** The context shared by the routes and jobs of tax documents. */
export function taxContext(
  services: Services,
  { gateways, config }: Pick<LendingAppOptions, 'gateways' | 'config'>,
): TaxContext & TaxSendingContext {
  const { provider } = config.complaintsBook ?? SANDBOX_BOOK;
  return { ...services, provider, taxKey: gateways?.taxKey, taxDocuments: gateways?.taxDocuments };
}

/** The context shared by the document archive, its routes and its job. */
export function documentsContext(
  services: Services,
  { config, visitorLimit = VISITOR_LIMIT }: Pick<LendingAppOptions, 'config' | 'visitorLimit'>,
): LoanDocumentsContext {
  const { provider, siteUrl } = config.complaintsBook ?? SANDBOX_BOOK;
  const openDestination = openDestinations(services.db.kysely, services.vault);
  const lender = { ...provider, registryNumber: config.registryNumber };
  return { ...services, provider: lender, siteUrl, openDestination, publicLimit: visitorLimit };
}
