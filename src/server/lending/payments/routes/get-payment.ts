import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { railOf } from '#loan/payment-intent.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { waitWithTimeout } from '#server/kit/wait-with-timeout.ts';
import type { PaymentContext } from '../payment-context.ts';
import { presentPayment } from '../payment-view.ts';
import { queryProvider } from '../query-provider.ts';
import { mayAsk, type PaymentIntent, readIntent } from '../store/payment-store.ts';

/** All readers of a payment together query its provider at most this often. */
const ASK_EVERY_MS = 10_000;
/** Timeout for a slow provider; a later answer is there at the next request. */
const TIMEOUT_MS = 2_500;

export function getPaymentRoute(context: PaymentContext): Route<typeof getPayment> {
  return {
    endpoint: getPayment,
    async answer({ params, client }) {
      const key = { id: params.id, personId: client.personId };
      const db = context.db.kysely;
      const intent = await readIntent(db, key);
      if (!intent) return notFound();
      if (isWorthAsking(intent) && (await mayAsk(db, intent.id, context.clock.now(), ASK_EVERY_MS))) {
        await askFor(context, intent);
      }
      const now = (await readIntent(db, key)) as PaymentIntent;
      return { kind: 'ok', body: await presentPayment(context, now), headers: {} };
    },
  };
}

function isWorthAsking({ status, method, code }: PaymentIntent): boolean {
  return status === 'UNKNOWN' || (railOf(method) === 'code' && status === 'PENDING_CUSTOMER' && code !== undefined);
}

async function askFor(context: PaymentContext, intent: PaymentIntent): Promise<void> {
  const asking = queryProvider(context, intent, 'client').catch((error: unknown) =>
    context.log.error({ err: error, payment: intent.id }, 'a payment could not be asked about'),
  );
  await waitWithTimeout(asking, TIMEOUT_MS);
}
