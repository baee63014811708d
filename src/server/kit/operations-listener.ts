import { type Context, Hono } from 'hono';
import { ConfigError, type Environment, readText, readWholeNumber } from './config.ts';
import { errorBodyOf, notFound } from './errors.ts';
import { HEALTH_PATHS } from './health.ts';
import type { ListenOptions } from './listen.ts';

interface App {
  fetch(request: Request, env: never): Response | Promise<Response>;
}

/**
 * Reads `OPERATIONS_PORT` and `OPERATIONS_HOST`: where colleagues and monitors are answered, apart from clients.
 * Undefined: on the one port, as on a laptop.
 */
export function readOperationsListener(env: Environment): ListenOptions | undefined {
  if (readText(env, 'OPERATIONS_PORT') === undefined) return undefined;
  const port = readWholeNumber(env, 'OPERATIONS_PORT', { byDefault: 0, min: 0, max: 65_535 });
  // This machine alone by default: colleagues come through a tunnel, or a proxy of their own with TLS.
  return { port, host: readText(env, 'OPERATIONS_HOST') ?? '127.0.0.1' };
}

/**
 * Requires the listener in production, because nobody outside may even try the colleagues' acts.
 * @throws ConfigError when it is missing
 */
export function requireOperationsListener(production: boolean, listener: ListenOptions | undefined): void {
  if (!production || listener) return;
  throw new ConfigError(
    'OPERATIONS_PORT is missing: in production colleagues and monitors have a listener of their own, which no proxy publishes.',
  );
}

/** Serves clients: everything but these paths, which answer 404. */
export function withoutOperations(app: App, paths: readonly string[]): App {
  const front = new Hono();
  for (const path of paths) front.all(`${path}/*`, (c) => notThere(c));
  front.all('*', (c) => app.fetch(c.req.raw, c.env as never));
  return front as unknown as App;
}

/**
 * Serves the operations listener: these paths and the health checks. `X-Forwarded-For` is dropped, because no proxy of
 * ours stands in front of this listener and anybody can set the header.
 */
export function operationsOnly(app: App, paths: readonly string[]): App {
  const front = new Hono();
  for (const path of [...paths, ...HEALTH_PATHS]) {
    front.all(`${path}/*`, (c) => {
      const request = new Request(c.req.raw);
      request.headers.delete('x-forwarded-for');
      return app.fetch(request, c.env as never);
    });
  }
  front.all('*', (c) => notThere(c));
  return front as unknown as App;
}

function notThere(c: Context): Response {
  return c.json(errorBodyOf(notFound()), 404, { 'Cache-Control': 'no-store' });
}
