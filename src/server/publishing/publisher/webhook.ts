import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
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

/**
 * `POST /hooks/storyblok`: 202 at once for a signed call, whatever it says. A hook is only a hint: it carries no time and
 * no delivery id, so a replay must be harmless, and the content version decides whether anything is built.
 */
export function webhookRoutes(options: { readonly secret: string; readonly onHint: (topic: string) => void }): Hono {
  const app = new Hono();
  app.post(
    '/hooks/storyblok',
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: (c) => c.json({ error: { code: 'too_large', message: 'webhook body over 64 KiB' } }, 413),
    }),
    async (c) => {
      const rawBody = new Uint8Array(await c.req.arrayBuffer());
      if (!isSignedBy(options.secret, rawBody, c.req.header('webhook-signature'))) {
        return c.json({ error: { code: 'bad_signature', message: 'webhook-signature does not match' } }, 401);
      }
      options.onHint(c.req.header('x-storyblok-topic') ?? 'unknown');
      return c.json({ accepted: true }, 202);
    },
  );
  return app;
}
