import type { Context } from 'hono';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { takeRecoveryPicture } from '../recover-phone.ts';
import { takeFromBucket } from '../store/throttle-store.ts';
import { PICTURE_LIMIT } from '../throttles.ts';

/** Pictures without a session, by the address they come from. */
export function limitPictures({ db, clock, trustedProxies }: IdentityContext) {
  return (c: Context) => {
    const key = callerOf(c, trustedProxies);
    return takeFromBucket(db.kysely, { scope: 'recovery-picture', key, limit: PICTURE_LIMIT }, clock.now());
  };
}

export function sendRecoveryPictureRoute(context: IdentityContext): Route<typeof sendRecoveryPicture> {
  return {
    endpoint: sendRecoveryPicture,
    limit: limitPictures(context),
    async answer({ body }) {
      const taken = await takeRecoveryPicture(context, body);
      if (taken.kind === 'over') return refused(410, 'link_over', 'This link was used, or is too old.');
      if (taken.kind === 'field-refused') return invalidFields([{ field: 'picture', code: taken.code }]);
      return { kind: 'ok', body: { status: 'WAITING' }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
