import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { resetPassword as reset } from '../change-password.ts';
import { passwordSet } from '../password-set.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

export function resetPasswordRoute(context: IdentityContext): Route<typeof resetPassword> {
  return {
    endpoint: resetPassword,
    async answer({ body, context: c }) {
      return passwordSet(await reset(context, body, originOf(context, c)));
    },
  };
}
