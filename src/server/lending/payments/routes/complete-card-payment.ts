import type { Context } from 'hono';
import { readForm } from '#server/kit/form-body.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { hashOf, isSecret } from '#server/kit/secret.ts';
import { waitWithTimeout } from '#server/kit/wait-with-timeout.ts';
import { authoriseCard } from '../authorise-card.ts';
import { completedUrl, ONLINE_PAYMENT_PATH, type PaymentContext } from '../payment-context.ts';
import { type PaymentIntent, readIntent } from '../store/payment-store.ts';

/** A token and a word or two. */
const MAX_FORM_BYTES = 16 * 1024;
const TIMEOUT_MS = 10_000;
const TOKEN = /^[\x21-\x7e]{8,512}$/;

/**
 * Serves the address that a checkout posts its transaction token to, from another site, without a cookie of ours
 * (domain 2.11.1). The payment is named by the unguessable address; nothing else in the form is believed but the token.
 * Whatever happened, the answer leads to the page that tells it: going back, refreshing and sending twice end there
 * too.
 */
export function serveCompleteCardPayment(app: HttpApp, context: PaymentContext): void {
  const path = `${ONLINE_PAYMENT_PATH}/:intentKey`;
  app.post(path, async (c) => {
    const key = keyOf(c);
    const token = key === undefined ? undefined : await tokenOf(c.req.raw);
    if (key !== undefined && token !== undefined) {
      // A page that turns for most of a minute gets closed: after a while the next page says that we are confirming.
      const work = authoriseCard(context, key, token).catch((error: unknown) =>
        context.log.error({ err: error }, 'a card payment could not be authorised'),
      );
      await waitWithTimeout(work, TIMEOUT_MS);
    }
    return leadOn(c, context, await intentOf(context, key));
  });
  // A client who comes back to the address finds out how the payment ended.
  app.get(path, async (c) => leadOn(c, context, await intentOf(context, keyOf(c))));
}

function keyOf(c: Context): string | undefined {
  const key = c.req.param('intentKey');
  return isSecret(key) ? key : undefined;
}

async function intentOf({ db }: PaymentContext, key: string | undefined): Promise<PaymentIntent | undefined> {
  return key === undefined ? undefined : readIntent(db.kysely, { keyHash: hashOf(key) });
}

function leadOn(c: Context, context: PaymentContext, intent: PaymentIntent | undefined): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(completedUrl(context, intent), 303);
}

/** Undefined for a form that brings none: somebody closed the checkout. */
async function tokenOf(request: Request): Promise<string | undefined> {
  const form = await readForm(request, MAX_FORM_BYTES);
  const token = form instanceof FormData ? form.get('transactionToken') : undefined;
  return typeof token === 'string' && TOKEN.test(token) ? token : undefined;
}
