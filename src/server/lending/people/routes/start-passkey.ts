import { startPasskey } from '#api/endpoints/people/start-passkey.ts';
import { refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openAdding } from '../passkeys/client-passkeys.ts';
import type { IdentityContext } from '../people-context.ts';

export function startPasskeyRoute(context: IdentityContext): Route<typeof startPasskey> {
  return {
    endpoint: startPasskey,
    async answer({ client }) {
      const opened = await openAdding(context, client);
      switch (opened.kind) {
        case 'options':
          return { kind: 'ok', body: { options: { ...opened.options } }, headers: { 'Cache-Control': 'no-store' } };
        case 'not-offered':
          return refused(409, 'passkeys_not_offered', 'Passkeys are offered once a loan was paid out.');
        case 'enough':
          return refused(409, 'passkeys_enough', 'There are as many passkeys as an account may have.');
        case 'limited':
          return tooManyRequests(opened.retryAfterSeconds);
      }
    },
  };
}
