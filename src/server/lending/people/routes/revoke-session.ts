import { revokeSession } from '#api/endpoints/people/revoke-session.ts';
import { callerOf } from '#server/kit/caller.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { recordAccess } from '../store/access-log-store.ts';
import { revokeSession as endSession } from '../store/session-store.ts';

export function revokeSessionRoute({ db, clock, trustedProxies }: IdentityContext): Route<typeof revokeSession> {
  return {
    endpoint: revokeSession,
    async answer({ client, params, request, context: c }) {
      const { personId } = client;
      const now = clock.now();
      const ended = await db.kysely.transaction().execute(async (trx) => {
        const session = { sessionId: params.id, personId };
        if (!(await endSession(trx, session, { because: 'revoked', now }))) return false;
        const from = { caller: callerOf(c, trustedProxies), userAgent: request.headers.get('user-agent') ?? '' };
        await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, ...from });
        return true;
      });
      return ended ? { kind: 'ok', body: undefined, headers: {} } : notFound();
    },
  };
}
