import { sendAgreementCode } from '#api/endpoints/send-agreement-code.ts';
import { moveApplication } from '#loan/application.ts';
import { invalidFields, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { illegalTransition, noApplication } from '../application-refusals.ts';
import { originOf } from '../identity.ts';
import type { SigningContext } from '../workflows/sign-agreement.ts';
import { startStepUp } from '../workflows/start-step-up.ts';
import { withApplication } from '../workflows/with-application.ts';

/** The same code as of any other step-up, only for this purpose; its answer goes with the signature itself. */
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
      const asked = { purpose: 'sign-agreement', method: 'otp' } as const;
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
