import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** A webhook says little; more than this is not one. */
const LARGEST_BODY_BYTES = 64 * 1024;

/** Storyblok's signature: lower-case hex HMAC-SHA1 of the raw body (platform 1.8). */
export function signWebhook(rawBody: Uint8Array | string, secret: string): string {
  return createHmac('sha1', secret).update(rawBody).digest('hex');
}

/** Compares in constant time, over the raw bytes as they came. */
export function isSignedBy(secret: string, rawBody: Uint8Array, signature: string | undefined): boolean {
  if (!signature || !/^[0-9a-f]{40}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signWebhook(rawBody, secret), 'hex'), Buffer.from(signature, 'hex'));
}

export interface WebhookOptions {
  /** What the content service signs with. */
  readonly secret: string | undefined;
  /** The last segment of an address only the content service knows, for plans without a secret. */
  readonly pathKey: string | undefined;
  readonly onHint: (topic: string) => void;
}

/**
 * `POST /hooks/storyblok`, signed, or `POST /hooks/storyblok/{key}` without: 202 at once, whatever it says. A hook is
 * only a hint: it carries no time and no delivery id, so a replay must be harmless, every topic counts alike, and the
 * content version decides whether anything is built.
 */
export function webhookRoutes({ secret, pathKey, onHint }: WebhookOptions): Hono {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.json({ error: { code: 'too_large', message: 'webhook body over 64 KiB' } }, 413),
  });
  const accept = (c: Context): Response => {
    onHint(c.req.header('x-storyblok-topic') ?? 'unknown');
    return c.json({ accepted: true }, 202);
  };
  app.post('/hooks/storyblok', limit, async (c) => {
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    if (secret && isSignedBy(secret, rawBody, c.req.header('webhook-signature'))) return accept(c);
    return c.json({ error: { code: 'bad_signature', message: 'webhook-signature does not match' } }, 401);
  });
  app.post('/hooks/storyblok/:key', limit, async (c) => {
    // Read, so that the connection can be used again.
    await c.req.arrayBuffer();
    if (pathKey && isSame(c.req.param('key'), pathKey)) return accept(c);
    // As for any address that is not there: nobody learns that one with another key is.
    return c.json({ error: { code: 'not_found', message: 'no such address' } }, 404);
  });
  return app;
}

/** Digests first: the time of the comparison then tells nothing, not even the length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
