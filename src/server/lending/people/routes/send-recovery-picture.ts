import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { RateLimiter } from '#server/kit/rate-limit.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { takeRecoveryPicture } from '../recover-phone.ts';

/** Uploads of megabytes without a session are limited strictly. */
const PICTURE_LIMIT = { perMinute: 2, burst: 6 };

export function sendRecoveryPictureRoute(
  context: IdentityContext & { readonly limiter: RateLimiter },
): Route<typeof sendRecoveryPicture> {
  return {
    endpoint: sendRecoveryPicture,
    limit: async (c) =>
      context.limiter.take(`${sendRecoveryPicture.name} ${callerOf(c, context.trustedProxies)}`, PICTURE_LIMIT),
    async answer({ body }) {
      const taken = await takeRecoveryPicture(context, body);
      if (taken.kind === 'over') return refused(410, 'link_over', 'This link was used, or is too old.');
      if (taken.kind === 'field-refused') return invalidFields([{ field: 'picture', code: taken.code }]);
      return { kind: 'ok', body: { status: 'WAITING' }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
