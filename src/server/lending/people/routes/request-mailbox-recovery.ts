import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { invalidFields, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { requestMailboxRecovery as request } from '../recover-phone.ts';
import { limitPictures } from './send-recovery-picture.ts';

export function requestMailboxRecoveryRoute(context: IdentityContext): Route<typeof requestMailboxRecovery> {
  return {
    endpoint: requestMailboxRecovery,
    limit: limitPictures(context),
    answer: ({ body, context: c }) =>
      withMinimumTime(context, async () => {
        const done = await request(context, body, originOf(context, c));
        if (done.kind === 'limited') return tooManyRequests(done.retryAfterSeconds);
        if (done.kind === 'field-refused') return invalidFields([{ field: 'picture', code: done.code }]);
        return { kind: 'ok', body: { status: 'WAITING' }, headers: { 'Cache-Control': 'no-store' } };
      }),
  };
}
