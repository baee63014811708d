import type { Context } from 'hono';
import { BIND_COOKIE } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { listComplaints } from '#api/endpoints/complaints/list-complaints.ts';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { listTransferAccounts } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { localePath } from '#i18n/locale.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import type { Clock } from '#server/kit/clock.ts';
import { cookieOf } from '#server/kit/cookies.ts';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { isPass, type Maintenance, PASS_COOKIE } from '#server/kit/maintenance.ts';
import { RETRY_MAINTENANCE_S } from '#server/kit/page-headers.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import { UNSUBSCRIBE_PATH } from './clients/unsubscribe-link.ts';
import { COMPLAINTS_PATH } from './complaints/complaints-context.ts';
import { DESK_PATH } from './desk/desk.ts';
import { ONLINE_PAYMENT_PATH } from './payments/payment-context.ts';
import { EMAIL_LINK_PATH, NOT_ME_PATH, STOP_PATH } from './people/messages/identity-messages.ts';
import { MAINTENANCE_PASS_PATH } from './staff/maintenance-pass.ts';
import { isMachine, STAFF_PATH } from './staff/staff-route.ts';

/** Addresses that stay open (domain 2.21, decision 0127), with everything below them. */
const OPEN_BELOW = [
  STAFF_PATH,
  DESK_PATH,
  // What providers tell us, and where they send a payer back: a payment in flight settles.
  '/api/v1/webhooks',
  ONLINE_PAYMENT_PATH,
  COMPLAINTS_PATH,
  // The law's days for an answer run on, and so do those of clients' requests and downloads below.
  makeVisitorDataRequest.path,
  // Links that stop somebody else: a change of contact counts on its day whether we are open or not.
  NOT_ME_PATH,
  STOP_PATH,
  // It only confirms, and what it confirms counts a day later.
  EMAIL_LINK_PATH,
  // A consent may be withdrawn at any time.
  UNSUBSCRIBE_PATH,
  MAINTENANCE_PASS_PATH,
];
const OPEN_ENDPOINTS: readonly Endpoint[] = [
  logOut,
  getPayment,
  getProfileState,
  listComplaints,
  makeDataRequest,
  listDataRequests,
  getDataExport,
  // For the publisher: pages name the accounts, whether we are open or not.
  listTransferAccounts,
];

/** Tells whether the product is closed for the caller of a request. */
export type IsClosedFor = (c: Context) => Promise<boolean>;

/** Staff pass: with the cookie of a pass in a browser, or with the operator token in a program. */
export function closedFor(options: {
  readonly maintenance: Maintenance | undefined;
  readonly operatorToken: string | undefined;
  readonly clock: Clock;
}): IsClosedFor {
  const { maintenance, operatorToken, clock } = options;
  return async (c) => {
    if (!maintenance || !(await maintenance())) return false;
    if (operatorToken === undefined) return true;
    if (isMachine(c, operatorToken)) return false;
    const pass = cookieOf(c.req.raw, PASS_COOKIE);
    if (pass !== undefined && isPass(operatorToken, pass, clock.now())) return false;
    // Who tries tokens or passes leaves a trace, as at the staff's own addresses.
    if (pass !== undefined || isTokenTried(c)) {
      noteSecurity(c, { what: 'maintenance-pass', factor: 'token', outcome: 'refused' });
    }
    return true;
  };
}

/**
 * Tells whether a Bearer is not a client's: a client's browser sends the other half of the session in a cookie beside
 * it.
 */
function isTokenTried(c: Context): boolean {
  const isOfClient = cookieOf(c.req.raw, BIND_COOKIE) !== undefined;
  return !isOfClient && (c.req.header('authorization') ?? '').startsWith('Bearer ');
}

/** Answers 503 with `Retry-After` in the place of everything that is closed. Registered before all routes. */
export function closeDuringMaintenance(app: HttpApp, isClosed: IsClosedFor): void {
  app.use('/api/*', async (c, next) => {
    if (staysOpen(c) || !(await isClosed(c))) return next();
    // A person followed a link: they get the site's maintenance page in their language, which answers 503 as well.
    if (isPageAsked(c)) return toMaintenancePage(c);
    return answerRefusal(c, {
      ...refused(503, 'maintenance', 'The product is closed for a while.'),
      headers: { 'Retry-After': String(RETRY_MAINTENANCE_S) },
    });
  });
}

function isPageAsked(c: Context): boolean {
  return ['GET', 'HEAD'].includes(c.req.method) && (c.req.header('accept') ?? '').includes('text/html');
}

function toMaintenancePage(c: Context): Response {
  c.header('Cache-Control', 'no-store');
  return redirectWithin(c, localePath(preferredLocale(c.req.raw), '/'), 303);
}

/** All of them in one expression: every request asks. A path is an endpoint's as `/payments/1` is `/payments/{id}`. */
const OPEN_REQUESTS = [
  `^\\w+ (?:${OPEN_BELOW.join('|')})(?:/|$)`,
  ...OPEN_ENDPOINTS.map(({ method, path }) => `^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
].join('|');
const STAYS_OPEN = new RegExp(OPEN_REQUESTS);

function staysOpen(c: Context): boolean {
  const { method, path } = c.req;
  const asked = method === 'HEAD' ? 'GET' : method;
  return (
    STAYS_OPEN.test(`${asked} ${path}`) ||
    // What everybody may read, for the publisher: the pages that say that we are closed show figures.
    (asked === 'GET' && path === getProductSettings.path && c.req.query('sequence') === '1')
  );
}
