import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, withMinimumTime } from '#server/lending/people/people-context.ts';
import { CONTACT_WAIT_MS } from '#server/lending/people/store/contact-change-store.ts';
import { changeEmail as change } from '../change-email.ts';

export function changeEmailRoute(context: IdentityContext): Route<typeof changeEmail> {
  return {
    endpoint: changeEmail,
    answer: ({ client, body }) =>
      withMinimumTime(context, async () => {
        const changed = await change(context, client, body.newEmail);
        if (changed.kind === 'limited') return tooManyRequests(changed.retryAfterSeconds);
        return { kind: 'ok', body: { expiresInSec: CONTACT_WAIT_MS / 1000 }, headers: {} };
      }),
  };
}
