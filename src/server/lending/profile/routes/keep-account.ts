import { keepAccount } from '#api/endpoints/profile/keep-account.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { keepAccount as keep } from '../close-account.ts';

export function keepAccountRoute(context: IdentityContext): Route<typeof keepAccount> {
  return {
    endpoint: keepAccount,
    async answer({ client, context: c }) {
      await keep(context, client.personId, originOf(context, c));
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
