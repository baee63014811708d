import type { MiddlewareHandler } from 'hono';

/** Ways in which a content service fails in practice; each has taken somebody's build down (platform 1.6). */
export type Fault =
  | { readonly kind: 'rate-limit'; readonly retryAfter?: string }
  /** A proxy's page in place of JSON. */
  | { readonly kind: 'server-error' }
  /** The connection stays open and nothing comes. */
  | { readonly kind: 'hang' }
  /** 200, and the body ends in the middle. */
  | { readonly kind: 'truncated' };

/** Asked before every request: what goes wrong with it, if anything. */
export type Faults = (url: URL) => Fault | undefined;

export function faultSwitch(faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults(new URL(c.req.url));
    if (!fault) return next();
    if (fault.kind === 'rate-limit') {
      if (fault.retryAfter) c.header('Retry-After', fault.retryAfter);
      return c.json({ error: 'Rate limit of 6 request per second has been reached. Retry later.' }, 429);
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
