import type { PaymentBody } from '#api/payment.ts';
import type { Refusal } from '#server/kit/errors.ts';
import type { CreatedPayment } from './create-payment.ts';
import type { PaymentContext } from './payment-context.ts';
import { presentPayment } from './payment-view.ts';
import { showPayment } from './start-payment.ts';

interface PaymentAnswer {
  readonly kind: 'ok';
  readonly body: PaymentBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers a client who has asked to pay: the payment with the next step at its provider, or why not. */
export async function answerWithPayment(
  context: PaymentContext,
  created: CreatedPayment,
  client: { readonly ip: string },
): Promise<PaymentAnswer | Refusal> {
  if (created.kind === 'refused') return created;
  const shown = await showPayment(context, created.intent, client);
  if (shown.kind === 'refused') return shown;
  return {
    kind: 'ok',
    body: await presentPayment(context, shown.intent, created.madeFor),
    headers: created.replayed ? { 'Idempotency-Replayed': 'true' } : {},
  };
}
