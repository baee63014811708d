import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { invalidFields, tooManyRequests, unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '../people-context.ts';
import { stepUpMethods } from '../session-gate.ts';
import { startStepUp as start } from '../start-step-up.ts';

export function startStepUpRoute(context: IdentityContext): Route<typeof startStepUp> {
  return {
    endpoint: startStepUp,
    async answer({ client, body, context: c }) {
      const { purpose, act } = body;
      const byDefault = purpose === 'full' ? 'otp' : (stepUpMethods(purpose)[0] ?? 'otp');
      const asked = { purpose, method: body.method ?? byDefault, act };
      const started = await start(context, client, asked, originOf(context, c));
      switch (started.kind) {
        case 'challenge':
          return { kind: 'ok', body: { challenge: started.challenge }, headers: {} };
        case 'method-not-allowed':
          return invalidFields([{ field: 'method', code: 'not_allowed' }]);
        case 'nothing-to-sign':
          return invalidFields([{ field: 'act', code: act ? 'invalid' : 'required' }]);
        case 'limited':
          return tooManyRequests(started.retryAfterSeconds);
        case 'gone':
          return unauthorized();
      }
    },
  };
}
