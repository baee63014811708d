import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { callerOf } from '#server/kit/caller.ts';
import { createRateLimiter, type RateLimit } from '#server/kit/rate-limit.ts';
import type { SecurityNote } from '#server/kit/security-event.ts';

/**
 * Webhooks from one address, right or wrong; in the process, because the publishing role has no database. Editors who
 * save all day stay far below, and a hint that is refused costs nothing: the poll finds the change within a minute.
 */
export const WEBHOOK_LIMIT: RateLimit = { perMinute: 120, burst: 240 };
/** Webhooks are small. */
const LARGEST_BODY_BYTES = 64 * 1024;

/** Storyblok's signature: lower-case hex HMAC-SHA1 of the raw body (platform 1.8). */
export function signWebhook(rawBody: Uint8Array | string, secret: string): string {
  return createHmac('sha1', secret).update(rawBody).digest('hex');
}

/** Compares in constant time, over the raw bytes. */
export function isSignedBy(secret: string, rawBody: Uint8Array, signature: string | undefined): boolean {
  if (!signature || !/^[0-9a-f]{40}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signWebhook(rawBody, secret), 'hex'), Buffer.from(signature, 'hex'));
}

export interface WebhookOptions {
  /** The content service's signing secret. */
  readonly secret: string | undefined;
  /** The last path segment, known only to the content service, for plans without a secret. */
  readonly pathKey: string | undefined;
  readonly onHint: (topic: string) => void;
  /** As in `callerOf`; 0 by default. */
  readonly trustedProxies?: number;
  /** For security events; none without one. */
  readonly note?: SecurityNote;
  /** A monotonic clock in milliseconds, for the limit. */
  readonly now?: () => number;
}

/**
 * Serves `POST /hooks/storyblok`, signed, or `POST /hooks/storyblok/{key}` without a signature; always answers 202. A
 * webhook is only a hint: it has neither a time nor a delivery id, so replays must be harmless. That is why every topic
 * counts alike, and the content version decides whether to build.
 */
export function webhookRoutes({
  secret,
  pathKey,
  onHint,
  trustedProxies = 0,
  note = () => undefined,
  now = () => performance.now(),
}: WebhookOptions): Hono {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.json({ error: { code: 'too_large', message: 'webhook body over 64 KiB' } }, 413),
  });
  const accept = (c: Context): Response => {
    onHint(c.req.header('x-storyblok-topic') ?? 'unknown');
    return c.json({ accepted: true }, 202);
  };
  const limiter = createRateLimiter(now);
  app.use('/hooks/*', async (c, next) => {
    const decision = limiter.take(callerOf(c, trustedProxies), WEBHOOK_LIMIT);
    if (decision.kind === 'allowed') return next();
    note(c, { kind: 'limit-met', what: 'webhook', outcome: 'limited', code: 'rate_limited' });
    const headers = { 'Retry-After': String(decision.retryAfterSeconds) };
    return c.json({ error: { code: 'rate_limited', message: 'too many webhooks' } }, 429, headers);
  });
  app.post('/hooks/storyblok', limit, async (c) => {
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    if (secret && isSignedBy(secret, rawBody, c.req.header('webhook-signature'))) return accept(c);
    note(c, { kind: 'access-refused', what: 'webhook', outcome: 'refused', code: 'bad_signature' });
    return c.json({ error: { code: 'bad_signature', message: 'webhook-signature does not match' } }, 401);
  });
  app.post('/hooks/storyblok/:key', limit, async (c) => {
    // Read to the end, so that the connection can be reused.
    await c.req.arrayBuffer();
    if (pathKey && isSame(c.req.param('key'), pathKey)) return accept(c);
    note(c, { kind: 'access-refused', what: 'webhook', outcome: 'refused', code: 'bad_key' });
    // The same response as for an unknown path, so that the key's existence is not revealed.
    return c.json({ error: { code: 'not_found', message: 'no such address' } }, 404);
  });
  return app;
}

/** Compares digests: the time reveals nothing, not even the length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
