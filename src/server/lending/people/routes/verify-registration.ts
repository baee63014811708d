import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '../people-context.ts';
import { refusedProof } from '../refused-proof.ts';
import { verifyRegistration as verify } from '../register.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

export function verifyRegistrationRoute(context: IdentityContext): Route<typeof verifyRegistration> {
  return {
    endpoint: verifyRegistration,
    async answer({ params, body, context: c }) {
      const verified = await verify(context, { id: params.id, code: body.code }, originOf(context, c));
      if (verified.kind === 'limited') return tooManyRequests(verified.retryAfterSeconds);
      if (verified.kind === 'refused') return refusedProof(verified.because, 'code', 'registration_over');
      const existingClient = verified.kind === 'existing';
      return {
        kind: 'ok',
        body: {
          registrationToken: verified.kind === 'new' ? verified.registrationToken : null,
          existingClient,
          nextScreen: { name: existingClient ? 'application-existing-client' : 'application-new-client' },
        },
        headers: NO_STORE,
      };
    },
  };
}
