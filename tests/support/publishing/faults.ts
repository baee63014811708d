import { Hono, type MiddlewareHandler } from 'hono';

/** Known failures of content services; each has broken a build (platform 1.6). */
export type Fault =
  | { readonly kind: 'rate-limit'; readonly retryAfter?: string; readonly status?: 408 | 425 | 429 }
  /** A proxy's HTML page in place of JSON. */
  | { readonly kind: 'server-error' }
  /** The connection stays open without a response. */
  | { readonly kind: 'hang' }
  /** Status 200 with a truncated body. */
  | { readonly kind: 'truncated' };

/** Called before every request: the failure to inject, if any. */
type Faults = (url: URL) => Fault | undefined;

/** A content service with failures in front of it. */
export function withFaults(service: Hono, faults: Faults): Hono {
  const app = new Hono();
  app.use('*', faultSwitch(faults));
  app.route('/', service);
  return app;
}

function faultSwitch(faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults(new URL(c.req.url));
    if (!fault) return next();
    if (fault.kind === 'rate-limit') {
      if (fault.retryAfter) c.header('Retry-After', fault.retryAfter);
      return c.json(
        { error: 'Rate limit of 6 request per second has been reached. Retry later.' },
        fault.status ?? 429,
      );
    }
    if (fault.kind === 'server-error') return c.html('<html><body><h1>500 Server Error</h1></body></html>', 500);
    if (fault.kind === 'hang') return untilGivenUp(c.req.raw.signal);
    await next();
    const text = await c.res.text();
    c.res = new Response(text.slice(0, Math.floor(text.length / 2)), { status: 200, headers: c.res.headers });
    return undefined;
  };
}

function untilGivenUp(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true });
  });
}
