import { revokePasskey } from '#api/endpoints/people/revoke-passkey.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { removePasskey } from '../passkeys/client-passkeys.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

export function revokePasskeyRoute(context: IdentityContext): Route<typeof revokePasskey> {
  return {
    endpoint: revokePasskey,
    async answer({ client, params, context: c }) {
      const isRemoved = await removePasskey(context, client.personId, params.id, originOf(context, c));
      return isRemoved ? { kind: 'ok', body: undefined, headers: {} } : notFound();
    },
  };
}
