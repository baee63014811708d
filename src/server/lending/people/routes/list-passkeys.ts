import { listPasskeys } from '#api/endpoints/people/list-passkeys.ts';
import { rpIdOf } from '#server/kit/passkeys.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { MAX_PASSKEYS, mayHavePasskeys, presentPasskey } from '../passkeys/client-passkeys.ts';
import { passkeysOf } from '../passkeys/passkey-store.ts';
import type { IdentityContext } from '../people-context.ts';

export function listPasskeysRoute(context: IdentityContext): Route<typeof listPasskeys> {
  return {
    endpoint: listPasskeys,
    async answer({ client: { personId } }) {
      const known = await passkeysOf(context.db.kysely, personId);
      const offered = known.length < MAX_PASSKEYS && (await mayHavePasskeys(context, personId));
      const passkeys = known.map((each) => presentPasskey(each, context.clock.now()));
      return { kind: 'ok', body: { offered, host: rpIdOf(context.siteUrl), passkeys }, headers: {} };
    },
  };
}
