import { ENDPOINTS } from '#api/all-endpoints.ts';
import { answerEverythingElse, createHttpApp, type HttpApp } from '#server/kit/http.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '#server/kit/rate-limit.ts';
import { refuseOtherMethods, serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { ComplaintsContext } from './complaints-book.ts';
import { type LendingConfig, SANDBOX_BOOK } from './config.ts';
import { serveDocumentation } from './documentation/serve-documentation.ts';
import { serveSandboxOutbox } from './gateways/email/sandbox-email.ts';
import { type Gateways, serveSandboxes } from './gateways/open-gateways.ts';
import { readHealth } from './health.ts';
import type { PageSource } from './pages/page-source.ts';
import { createPaymentContext, type PaymentContext } from './payment-context.ts';
import { serveFileComplaint } from './routes/file-complaint.ts';
import { serveGetComplaint } from './routes/get-complaint.ts';
import { getProductSettingsRoute } from './routes/get-product-settings.ts';
import { keepMarketingParamsRoute } from './routes/keep-marketing-params.ts';
import { makePublicOfferRoute } from './routes/make-public-offer.ts';
import { recordConsentRoute } from './routes/record-consent.ts';
import { sendDeviceDataRoute } from './routes/send-device-data.ts';
import { serveStaffApplications } from './routes/staff-applications.ts';
import { serveStaffArrangements } from './routes/staff-arrangements.ts';
import { serveStaffComplaints } from './routes/staff-complaints.ts';
import { serveStaffContact } from './routes/staff-contact.ts';
import { serveStaffLoans } from './routes/staff-loans.ts';
import { serveStaffMoneyBack } from './routes/staff-money-back.ts';
import { serveStaffOperations } from './routes/staff-operations.ts';
import { serveStaffParameters } from './routes/staff-parameters.ts';
import { serveStaffPayments } from './routes/staff-payments.ts';
import { serveApplications } from './serve-applications.ts';
import { documentsContext, serveDocuments } from './serve-documents.ts';
import { serveIdentity } from './serve-identity.ts';
import { serveLoans } from './serve-loans.ts';
import { serveNotifications } from './serve-notifications.ts';
import { servePayments } from './serve-payments.ts';
import { createServices, type ServiceOptions, type Services } from './services.ts';
import { VISITOR_LIMIT, type VisitorContext } from './visitor.ts';
import { ensureDocumentById } from './workflows/ensure-document.ts';
import { extensionMoney, takeExtensionQuote } from './workflows/extend-loan.ts';
import { readableWords } from './workflows/message-writer.ts';

export interface LendingAppOptions extends ServiceOptions {
  readonly config: Pick<LendingConfig, 'production' | 'sandbox' | 'trustedProxies'> &
    Partial<Pick<LendingConfig, 'complaintsBook'>>;
  /** The built pages that answers to plain forms are written into; without them the answers are bare. */
  readonly pages?: PageSource;
  /** Counts the callers of the complaints book; one of this process's own unless told. */
  readonly complaintsLimiter?: RateLimiter;
  /** Opens `/api/v1/staff`; without it there is no operator API. */
  readonly operatorToken?: string | undefined;
  /** How the lender reaches the world; in the sandbox its stand-ins are served under `/sandbox`. */
  readonly gateways?: Gateways;
  /** What one address may do with each call about a visitor; ten a minute unless told. */
  readonly visitorLimit?: RateLimit;
  /** Told when the sandbox's business date was moved or a figure changed: pages with computed figures are built anew. */
  readonly onBusinessDate?: () => void;
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
  const { db, clock, log, config } = options;
  const sandbox = config.sandbox ? SANDBOX : [];
  const app = createHttpApp({ log, paths: [...API, ...sandbox, HEALTH], production: config.production });
  const services = createServices(options);
  serveEndpoint(app, getProductSettingsRoute(services));
  serveEndpoint(app, makePublicOfferRoute(services));
  const visitor = { ...services, limit: options.visitorLimit ?? VISITOR_LIMIT };
  serveVisitors(app, visitor);
  serveComplaints(app, services, options);
  serveIdentity(app, services, { sandbox: config.sandbox, operatorToken: options.operatorToken });
  const payments = paymentContext(services, options);
  servePayments(app, { ...services, ...payments });
  serveLoans(app, services, payments);
  const papers = documentsContext(services, options);
  serveNotifications(app, services);
  serveDocuments(app, papers, services.gate);
  serveApplications(app, { ...services, ...papers }, { gate: services.gate, visitor });
  serveOperators(app, { ...services, ...payments }, options);
  refuseOtherMethods(app, ENDPOINTS);
  serveDocumentation(app, ENDPOINTS);
  app.get(HEALTH, async (c) => {
    const health = await readHealth({ db, clock, carryCapForward: config.sandbox });
    return c.json(health, health.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  if (options.gateways) serveSandboxes(app, options.gateways);
  answerEverythingElse(app, [...API, ...sandbox]);
  return app;
}

function serveVisitors(app: HttpApp, visitor: VisitorContext): void {
  serveEndpoint(app, keepMarketingParamsRoute(visitor));
  serveEndpoint(app, recordConsentRoute(visitor));
  serveEndpoint(app, sendDeviceDataRoute(visitor));
}

/** What people of the lender decide and look after, for whoever holds the operator token. */
function serveOperators(
  app: HttpApp,
  services: Services & PaymentContext,
  { operatorToken, onBusinessDate }: Pick<LendingAppOptions, 'operatorToken' | 'onBusinessDate'>,
): void {
  if (operatorToken === undefined) return;
  serveStaffOperations(app, { ...services, onBusinessDate }, operatorToken);
  serveStaffLoans(app, services, operatorToken);
  serveStaffPayments(app, services, operatorToken);
  serveStaffMoneyBack(app, services, operatorToken);
  serveStaffApplications(app, services, operatorToken);
  serveStaffArrangements(app, services, operatorToken);
  serveStaffParameters(app, { ...services, onChange: onBusinessDate }, operatorToken);
  serveStaffContact(app, services, operatorToken);
}

/** What the complaints book's routes and jobs share. */
export function complaintsContext(options: Omit<LendingAppOptions, 'parameterMaxAgeMs'>): ComplaintsContext {
  const { db, clock, log, vault, config, pages = { read: () => Promise.resolve(undefined) } } = options;
  const { trustedProxies, complaintsBook = SANDBOX_BOOK } = config;
  const limiter = options.complaintsLimiter ?? createRateLimiter(() => performance.now());
  return { db, clock, log, vault, trustedProxies, limiter, pages, ...complaintsBook };
}

/** What payments' routes and jobs share. */
export function paymentContext(
  services: Services,
  { gateways, config }: Pick<LendingAppOptions, 'gateways' | 'config'>,
): PaymentContext {
  const { siteUrl } = config.complaintsBook ?? SANDBOX_BOOK;
  const onSubjectPaid = extensionMoney(services.calendar);
  return { ...createPaymentContext(services, { gateways, siteUrl }), takeExtensionQuote, onSubjectPaid };
}

function serveComplaints(app: HttpApp, services: Services, options: LendingAppOptions): void {
  const { db, config, operatorToken } = options;
  const complaints = complaintsContext(options);
  serveFileComplaint(app, complaints);
  serveGetComplaint(app, complaints);
  if (operatorToken !== undefined) serveStaffComplaints(app, complaints, operatorToken);
  if (!config.sandbox) return;
  serveSandboxOutbox(app, {
    db: db.kysely,
    wordsOf: (message) => readableWords(services, message),
    bytesOf: (id, kind) => ensureDocumentById(complaints, id, kind),
  });
}
