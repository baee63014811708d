import { ENDPOINTS } from '#api/all-endpoints.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { answerEverythingElse, createHttpApp, type HttpApp } from '#server/kit/http.ts';
import type { Log } from '#server/kit/log.ts';
import { createRateLimiter, type RateLimit } from '#server/kit/rate-limit.ts';
import { refuseOtherMethods, serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { LendingConfig } from './config.ts';
import { serveDocumentation } from './documentation/serve-documentation.ts';
import { readHealth } from './health.ts';
import { createParameterSource } from './parameter-source.ts';
import type { PublicOfferContext } from './public-offer.ts';
import { getProductSettingsRoute } from './routes/get-product-settings.ts';
import { keepMarketingParamsRoute } from './routes/keep-marketing-params.ts';
import { makePublicOfferRoute } from './routes/make-public-offer.ts';
import { recordConsentRoute } from './routes/record-consent.ts';
import { sendDeviceDataRoute } from './routes/send-device-data.ts';
import type { LendingTables } from './store/tables.ts';
import { VISITOR_LIMIT, type VisitorContext } from './visitor.ts';

export interface LendingAppOptions {
  /** Open and migrated: see `prepareLendingDatabase`. */
  readonly db: Database<LendingTables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<LendingConfig, 'production' | 'sandbox' | 'trustedProxies'>;
  /** How old the knowledge of the parameters' version may be, in milliseconds; a second unless told. */
  readonly parameterMaxAgeMs?: number;
  /** What one address may do with each call about a visitor; ten a minute unless told. */
  readonly visitorLimit?: RateLimit;
}

const API = ['/api/*'];
const HEALTH = '/healthz';

/**
 * The lending API: every endpoint of the table under `/api/v1`, its documentation at `/api/docs` and
 * `/api/v1/openapi.json`, and `GET /healthz`. It answers only for `/api/*` and `/healthz`, so that the site can share
 * its server. It keeps no state but caches: any number of copies may run on one database.
 */
export function createLendingApp(options: LendingAppOptions): HttpApp {
  const { db, clock, log, config, parameterMaxAgeMs } = options;
  const app = createHttpApp({ log, paths: [...API, HEALTH], production: config.production });
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
  refuseOtherMethods(app, ENDPOINTS);
  serveDocumentation(app, ENDPOINTS);
  app.get(HEALTH, async (c) => {
    const health = await readHealth({ db, clock, carryCapForward: config.sandbox });
    return c.json(health, health.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  answerEverythingElse(app, API);
  return app;
}
