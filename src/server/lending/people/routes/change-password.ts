import { changePassword } from '#api/endpoints/people/change-password.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { changePassword as change } from '../change-password.ts';
import { passwordSet } from '../password-set.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

export function changePasswordRoute(context: IdentityContext): Route<typeof changePassword> {
  return {
    endpoint: changePassword,
    async answer({ client, body, context: c }) {
      return passwordSet(await change(context, client, body, originOf(context, c)));
    },
  };
}
