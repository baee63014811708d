import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields } from '#server/kit/errors.ts';
import { idempotencyKeyOf } from '#server/kit/idempotency-key.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { answerWithPayment } from '#server/lending/payments/answer-with-payment.ts';
import { createPayment } from '#server/lending/payments/create-payment.ts';
import type { PaymentContext } from '#server/lending/payments/payment-context.ts';
import { refuseOtherAct } from '#server/lending/people/start-step-up.ts';
import { subjectOf } from '../act-to-sign.ts';
import { askForExtension, refuseExtension } from '../extend-loan.ts';
import { readLoanOfQuote } from '../extension-store.ts';

/** The quote is taken under a proof, then paid like anything else: the payment's own rules say how often and by what. */
export function requestExtensionRoute(
  context: PaymentContext & { readonly trustedProxies: number },
): Route<typeof requestExtension> {
  return {
    endpoint: requestExtension,
    async answer({ client, body, request, context: c }) {
      const idempotencyKey = idempotencyKeyOf(request);
      if (typeof idempotencyKey === 'object') return idempotencyKey;
      const { personId } = client;
      const loan = await readLoanOfQuote(context.db.kysely, { id: body.quoteId, personId });
      if (!loan) return invalidFields([{ field: 'quoteId', code: 'unknown' }]);
      const other = await refuseOtherAct(context.db.kysely, client.stepUp, subjectOf('extend', body.quoteId));
      if (other) return other;
      const parameters = await context.parameters.inForce();
      const locale = preferredLocale(request);
      const requested = { ...body, purpose: 'EXTENSION', loanNumber: loan.number, personId, locale } as const;
      const created = await createPayment(context, { ...requested, idempotencyKey }, (locked) =>
        askForExtension(locked, body.quoteId, parameters, client.stepUp?.challengeId),
      );
      const answered = await answerWithPayment(context, created, { ip: callerOf(c, context.trustedProxies) });
      if (answered.kind !== 'ok' || answered.body.extension?.status !== 'EXPIRED') return answered;
      // A plan or flex pay was confirmed while the provider prepared the payment, and has ended both: it cannot be paid.
      const ended = await withLoan(context, { id: loan.id, personId }, (locked) =>
        refuseExtension(locked, body.quoteId, parameters),
      );
      return ended?.kind === 'refused' ? ended : answered;
    },
  };
}
