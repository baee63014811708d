import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { takeRecoveryPicture } from '../recover-phone.ts';
import { takeFromBucket } from '../store/throttle-store.ts';
import { PICTURE_LIMIT } from '../throttles.ts';

export function sendRecoveryPictureRoute(context: IdentityContext): Route<typeof sendRecoveryPicture> {
  return {
    endpoint: sendRecoveryPicture,
    limit: (c) => {
      const key = callerOf(c, context.trustedProxies);
      const call = { scope: 'recovery-picture', key, limit: PICTURE_LIMIT } as const;
      return takeFromBucket(context.db.kysely, call, context.clock.now());
    },
    async answer({ body }) {
      const taken = await takeRecoveryPicture(context, body);
      if (taken.kind === 'over') return refused(410, 'link_over', 'This link was used, or is too old.');
      if (taken.kind === 'field-refused') return invalidFields([{ field: 'picture', code: taken.code }]);
      return { kind: 'ok', body: { status: 'WAITING' }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
