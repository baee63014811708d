import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { confirmEmail as confirm } from '../change-email.ts';

export function confirmEmailRoute(context: IdentityContext): Route<typeof confirmEmail> {
  return {
    endpoint: confirmEmail,
    async answer({ body, context: c }) {
      const done = await confirm(context, body.token, originOf(context, c));
      if (done === 'over') return refused(410, 'link_expired', 'The link is unknown, was used or has expired.');
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
