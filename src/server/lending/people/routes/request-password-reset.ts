import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { RESET_MS, requestPasswordReset as request } from '../change-password.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';

export function requestPasswordResetRoute(context: IdentityContext): Route<typeof requestPasswordReset> {
  return {
    endpoint: requestPasswordReset,
    answer: ({ body, context: c }) =>
      withMinimumTime(context, async () => {
        const done = await request(context, body.identifier, originOf(context, c));
        if (done.kind === 'limited') return tooManyRequests(done.retryAfterSeconds);
        return { kind: 'ok', body: { expiresInSec: RESET_MS / 1000 }, headers: { 'Cache-Control': 'no-store' } };
      }),
  };
}
