import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { invalidFields } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openedSession } from '../opened-session.ts';
import { type IdentityContext, originOf } from '../people-context.ts';
import { refusedProof } from '../refused-proof.ts';
import { finishRegistration } from '../register.ts';
import { replacedBy } from '../session-gate.ts';

export function completeRegistrationRoute(context: IdentityContext): Route<typeof completeRegistration> {
  return {
    endpoint: completeRegistration,
    async answer({ params, body, request, context: c }) {
      const { registrationToken: token, password } = body;
      const replaces = await replacedBy(context, request);
      const done = await finishRegistration(
        context,
        { id: params.id, token, password },
        originOf(context, c),
        replaces,
      );
      if (done.kind === 'over') return refusedProof('over', 'code', 'registration_over');
      if (done.kind === 'password-refused') return invalidFields([{ field: 'password', code: done.code }]);
      return openedSession(done.opened, { factor: 'code' });
    },
  };
}
