import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { TrieRouter } from 'hono/router/trie-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorBodyOf, notFound, type Refusal, refused, storageFailure, UnavailableError } from './errors.ts';
import type { Log } from './log.ts';
import { maskText } from './mask-text.ts';
import type { RequestMetrics } from './metrics.ts';
import {
  logSecurityEvent,
  noteSecurity,
  type SecurityFacts,
  type SecurityNames,
  securityEventOf,
} from './security-event.ts';
import { uuidv4 } from './uuid.ts';
import { VaultError } from './vault.ts';

/** Variables that routes can read from their context. */
export interface HttpEnv {
  Variables: { requestId: string; security: SecurityFacts };
}

export type HttpApp = Hono<HttpEnv>;

export interface HttpAppOptions {
  readonly log: Log;
  /** Path patterns this application serves: `/api/*`. Others pass through, so that it can share a server. */
  readonly paths: readonly string[];
  /** Which requests are security events, and how their callers are called. */
  readonly security?: SecurityNames;
  /** Counts the requests. */
  readonly requests?: RequestMetrics;
}

/** The caller's request id is taken over only if it is harmless: it is written to logs. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** An application with request ids, one log line per request, security headers, and errors in the API's format. */
export function createHttpApp({ log, paths, security, requests }: HttpAppOptions): HttpApp {
  // Hono would try its other router first, which cannot hold our paths, and build this one after all.
  const app = new Hono<HttpEnv>({ router: new TrieRouter() });
  for (const path of paths) {
    app.use(path, async (c, next) => {
      const startedAt = performance.now();
      const requestId = requestIdOf(c.req.header('x-request-id'));
      c.set('requestId', requestId);
      c.header('X-Request-Id', requestId);
      c.header('X-Frame-Options', 'DENY');
      await next();
      // Logs neither the query nor the raw path: both may contain personal data.
      const { method } = c.req;
      const path = maskText(c.req.path);
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      requests?.note({ method, route: routePath(c), status: c.res.status, seconds: durationMs / 1000 });
      log.info({ requestId, method, path, status: c.res.status, durationMs }, 'request');
      const event = security && securityEventOf(c, security);
      if (event) logSecurityEvent(log, event);
    });
  }
  app.onError((error, c) => {
    if (error instanceof VaultError && security) {
      const event = { outcome: 'failed', caller: security.callerName(c), requestId: c.get('requestId') } as const;
      logSecurityEvent(log, { kind: 'key-failed', ...event });
    }
    return answerError(error, c, log);
  });
  return app;
}

/** The client has gone: a 4xx, because the error is not ours, with the number that nginx uses for it. */
const CLIENT_LEFT = 499;

/** The answer to what a route threw: its client has left, a dependency is unavailable, or the fault is ours. */
export function answerError(error: Error, c: Context, log: Log): Response {
  if (!hasLeft(c) || error instanceof UnavailableError) return answerRefusal(c, refusalFor(error, c, log));
  log.info({ requestId: c.get('requestId'), reason: error.message }, 'the client left before its request was whole');
  return c.body(null, CLIENT_LEFT as ContentfulStatusCode);
}

/** Tells whether the connection ended before the body was whole, so that every reader of it throws. */
function hasLeft(c: Context): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

/** Registered last: answers unknown paths with a JSON 404, and known ones by another method with a 405 that names theirs. */
export function answerEverythingElse(app: HttpApp, paths: readonly string[]): void {
  const notThere = (c: Context): Response => {
    const methods = methodsOf(app, c.req.path);
    return answerRefusal(c, methods.length > 0 ? methodNotAllowed(methods) : notFound());
  };
  for (const path of paths) app.all(path, notThere);
  app.notFound(notThere);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods that routes of their own answer at a path; what is registered for every method is not a route. */
export function methodsOf(app: HttpApp, path: string): readonly string[] {
  return METHODS.filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method));
}

/** 405 for a known path, with its methods. */
export function methodNotAllowed(methods: readonly string[]): Refusal {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return { ...refused(405, 'method_not_allowed', `Use ${allow}.`), headers: { Allow: allow } };
}

/** The error response. Errors are never cached. */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  c.header('Cache-Control', 'no-store');
  noteSecurity(c, { code: refusal.code, ...(isForged(refusal) && { isForged: true }), ...refusal.about });
  return c.json(errorBodyOf(refusal), refusal.status as ContentfulStatusCode, refusal.headers);
}

/** A field that no form of ours has, or a body that none of our pages writes. */
function isForged({ code, fieldErrors = [] }: Refusal): boolean {
  return code === 'malformed_json' || fieldErrors.some((field) => field.code === 'unknown');
}

function requestIdOf(received: string | undefined): string {
  return received !== undefined && REQUEST_ID.test(received) ? received : uuidv4();
}

function refusalFor(error: Error, c: Context, log: Log): Refusal {
  const requestId = c.get('requestId');
  if (error instanceof UnavailableError || storageFailure(error) !== undefined) {
    log.error({ requestId, err: error }, 'unavailable');
    return { ...refused(503, 'unavailable', 'Try again in a moment.'), headers: { 'Retry-After': '5' } };
  }
  log.error({ requestId, err: error }, 'unexpected error');
  return refused(500, 'internal_error', 'Something went wrong on our side.');
}
