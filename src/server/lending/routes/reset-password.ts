import { resetPassword } from '#api/endpoints/reset-password.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '../identity.ts';
import { passwordSet } from '../password-set.ts';
import { resetPassword as reset } from '../workflows/change-password.ts';

export function resetPasswordRoute(context: IdentityContext): Route<typeof resetPassword> {
  return {
    endpoint: resetPassword,
    async answer({ body, context: c }) {
      return passwordSet(await reset(context, body, originOf(context, c)));
    },
  };
}
