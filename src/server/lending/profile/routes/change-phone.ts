import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { tooManyRequests, unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf, withMinimumTime } from '#server/lending/people/people-context.ts';
import { changePhone as change } from '../change-phone.ts';

export function changePhoneRoute(context: IdentityContext): Route<typeof changePhone> {
  return {
    endpoint: changePhone,
    async answer({ client, body, context: c }) {
      const origin = originOf(context, c);
      // How long it takes does not reveal that the telephone has had enough codes, which is then not told.
      const changed = await withMinimumTime(context, () => change(context, client, body.newPhone, origin));
      if (changed.kind === 'limited') return tooManyRequests(changed.retryAfterSeconds);
      // Erased while this browser still held a session.
      if (changed.kind === 'gone') return unauthorized();
      return { kind: 'ok', body: { challenge: changed.challenge }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
