import { callerOf } from '#server/kit/caller.ts';
import { refused, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import { readBytes } from '#server/kit/request-body.ts';
import { SIGNATURE_HEADER } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { type PaymentContext, WEBHOOK_LIMIT } from '../payment-context.ts';
import { storeWebhook } from '../store/webhook-store.ts';

export const PAGOEFECTIVO_WEBHOOK_PATH = '/api/v1/webhooks/pagoefectivo';

const MAX_BYTES = 64 * 1024;
/** The headers that help to follow a message; no others of a request are kept. */
const KEPT_HEADERS = [SIGNATURE_HEADER.toLowerCase(), 'content-type', 'user-agent', 'date'] as const;

/**
 * PagoEfectivo tells us that a code was paid (domain 2.11.4). The signature is checked over the bytes as they came, the
 * message is kept, and that is all: 202 for a new one, 200 for one we have, 401 for one that is not theirs, 429 for a flood. A worker
 * does the rest, so that a slow database never times the provider out.
 */
export function serveReceivePagoefectivo(app: HttpApp, context: PaymentContext): void {
  const { db, clock, log, gateways, trustedProxies } = context;
  const limiter = createRateLimiter(clock.now);
  app.post(PAGOEFECTIVO_WEBHOOK_PATH, async (c) => {
    const { cashCode } = gateways;
    if (!cashCode) return answerRefusal(c, refused(404, 'not_found', 'There is nothing here.'));
    const limited = limiter.take(callerOf(c, trustedProxies), WEBHOOK_LIMIT);
    if (limited.kind === 'limited') return answerRefusal(c, tooManyRequests(limited.retryAfterSeconds));
    const body = await readBytes(c.req.raw, MAX_BYTES);
    if (body === 'too-large') return answerRefusal(c, refused(413, 'body_too_large', 'A message is smaller.'));
    const notice = cashCode.readNotice(body, c.req.header(SIGNATURE_HEADER));
    if (notice.kind === 'bad-signature') {
      log.warn({ requestId: c.get('requestId') }, 'a message with a wrong signature was refused');
      return answerRefusal(c, refused(401, 'bad_signature', 'The signature is not the provider’s.'));
    }
    const headers = Object.fromEntries(KEPT_HEADERS.map((name) => [name, c.req.header(name) ?? '']));
    const { eventId } = notice;
    const isNew = await storeWebhook(db.kysely, { provider: 'PAGOEFECTIVO', eventId, body, headers, now: clock.now() });
    return c.json({ received: true }, isNew ? 202 : 200, { 'Cache-Control': 'no-store' });
  });
}
