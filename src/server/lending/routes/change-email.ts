import { changeEmail } from '#api/endpoints/change-email.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, quietly } from '../identity.ts';
import { EMAIL_LINK_MS } from '../store/email-change-store.ts';
import { changeEmail as change } from '../workflows/change-email.ts';

export function changeEmailRoute(context: IdentityContext): Route<typeof changeEmail> {
  return {
    endpoint: changeEmail,
    answer: ({ client, body }) =>
      quietly(context, async () => {
        const changed = await change(context, client.personId, body.newEmail);
        if (changed.kind === 'limited') return tooManyRequests(changed.retryAfterSeconds);
        return { kind: 'ok', body: { expiresInSec: EMAIL_LINK_MS / 1000 }, headers: {} };
      }),
  };
}
