import { completePasskey } from '#api/endpoints/people/complete-passkey.ts';
import { refused } from '#server/kit/errors.ts';
import { isAnswered } from '#server/kit/passkeys.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { addPasskey } from '../passkeys/client-passkeys.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

const REFUSED = refused(422, 'passkey_refused', 'This is not the passkey that was asked for, or it comes too late.');

export function completePasskeyRoute(context: IdentityContext): Route<typeof completePasskey> {
  return {
    endpoint: completePasskey,
    async answer({ client, body: { credential }, context: c }) {
      if (!isAnswered(credential)) return REFUSED;
      const added = await addPasskey(context, client, credential, originOf(context, c));
      if (added.kind === 'refused') return REFUSED;
      return { kind: 'ok', body: { passkey: added.passkey }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
