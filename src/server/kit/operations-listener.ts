import { type Context, Hono } from 'hono';
import { ConfigError, type Environment, readText, readWholeNumber } from './config.ts';
import { errorBodyOf, notFound } from './errors.ts';
import type { ListenOptions } from './listen.ts';

interface App {
  fetch(request: Request, env: never): Response | Promise<Response>;
}

/** `OPERATIONS_PORT`, `OPERATIONS_HOST`: the door of colleagues and monitors. Undefined: the one port. */
export function readOperationsListener(env: Environment): ListenOptions | undefined {
  if (readText(env, 'OPERATIONS_PORT') === undefined) return undefined;
  const port = readWholeNumber(env, 'OPERATIONS_PORT', { byDefault: 0, min: 0, max: 65_535 });
  // This machine alone unless told: colleagues come through a tunnel, or a front of their own with TLS.
  return { port, host: readText(env, 'OPERATIONS_HOST') ?? '127.0.0.1' };
}

/** @throws ConfigError where it is missing in production: what colleagues may do is not to be tried from outside */
export function requireOperationsListener(production: boolean, listener: ListenOptions | undefined): void {
  if (!production || listener) return;
  throw new ConfigError(
    'OPERATIONS_PORT is missing: in production colleagues and monitors have a listener of their own, which no proxy publishes.',
  );
}

/** What clients reach: everything but these paths, which are not there. */
export function withoutOperations(app: App, paths: readonly string[]): App {
  const front = new Hono();
  for (const path of paths) front.all(`${path}/*`, (c) => notThere(c));
  front.all('*', (c) => app.fetch(c.req.raw, c.env as never));
  return front as unknown as App;
}

/** What the operations listener answers: these paths and the health. Its callers are no proxies, whatever they say. */
export function operationsOnly(app: App, paths: readonly string[]): App {
  const front = new Hono();
  for (const path of [...paths, '/healthz', '/readyz']) {
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
