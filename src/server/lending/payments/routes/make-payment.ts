import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import { idempotencyKeyOf } from '#server/kit/idempotency-key.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { answerWithPayment } from '../answer-with-payment.ts';
import { createPayment } from '../create-payment.ts';
import type { PaymentContext } from '../payment-context.ts';

export function makePaymentRoute(context: PaymentContext): Route<typeof makePayment> {
  return {
    endpoint: makePayment,
    async answer({ body, client, request, context: c }) {
      const idempotencyKey = idempotencyKeyOf(request);
      if (typeof idempotencyKey === 'object') return idempotencyKey;
      const locale = preferredLocale(request);
      const created = await createPayment(context, { ...body, personId: client.personId, locale, idempotencyKey });
      return answerWithPayment(context, created, { ip: callerOf(c, context.trustedProxies) });
    },
  };
}
