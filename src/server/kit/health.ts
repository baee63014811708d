import type { Context, Env, Hono } from 'hono';
import { errorBodyOf } from './errors.ts';
import { methodNotAllowed } from './http.ts';

/** Addresses for machines that ask how a process is. */
export const HEALTH_PATHS = ['/healthz', '/livez', '/readyz'] as const;

/**
 * Serves one of them. Health checks ask as they do by default: HAProxy with `OPTIONS` over HTTP/1.0 and without a host,
 * others with `HEAD`. Each gets the status, so that a check which looks at nothing else is right.
 */
export function serveHealth<E extends Env>(
  app: Hono<E>,
  path: (typeof HEALTH_PATHS)[number],
  answer: (c: Context) => Response | Promise<Response>,
): void {
  app.on(METHODS, path, answer);
  app.all(path, (c) => {
    const refusal = methodNotAllowed(METHODS);
    return c.json(errorBodyOf(refusal), 405, { ...refusal.headers, 'Cache-Control': 'no-store' });
  });
}

const METHODS = ['GET', 'OPTIONS'];
