import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { formatSoles } from '#i18n/format.ts';
import { moveApplication } from '#loan/application.ts';
import { invalidFields, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { originOf } from '#server/lending/people/people-context.ts';
import { startStepUp } from '#server/lending/people/start-step-up.ts';
import { illegalTransition, noApplication } from '../application-refusals.ts';
import { prepareAgreement } from '../prepare-agreement.ts';
import type { SigningContext } from '../sign-agreement.ts';
import { withApplication } from '../with-application.ts';

/** Sends a code like that of any other step-up, but for this purpose only; it is entered with the signature itself. */
export function sendAgreementCodeRoute(context: SigningContext): Route<typeof sendAgreementCode> {
  return {
    endpoint: sendAgreementCode,
    async answer({ client, context: c }) {
      const refusal = await withApplication(context, client.personId, async ({ application }) => {
        if (!application) return noApplication();
        const moved = moveApplication(application.stage, 'agreement-signed', 'client');
        return moved.kind === 'refused' ? illegalTransition(moved) : undefined;
      });
      if (refusal) return refusal;
      const prepared = await prepareAgreement(context, client.personId);
      if (prepared.kind === 'refused') return prepared;
      const { agreement, priced } = prepared;
      const figures = { amount: formatSoles(priced.principalCents), total: formatSoles(priced.totalCents) };
      const signed = { subject: agreement.id, figures };
      const asked = { purpose: 'sign-agreement', method: 'otp', signed } as const;
      const started = await startStepUp(context, client, asked, originOf(context, c));
      switch (started.kind) {
        case 'challenge':
          return { kind: 'ok', body: { challenge: started.challenge }, headers: {} };
        case 'limited':
          return tooManyRequests(started.retryAfterSeconds);
        default:
          return invalidFields([{ field: 'phone', code: 'required' }]);
      }
    },
  };
}
