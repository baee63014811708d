import { getSession } from '#api/endpoints/people/get-session.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { readSessionTimes } from '../store/session-store.ts';

export function getSessionRoute({ db }: IdentityContext): Route<typeof getSession> {
  return {
    endpoint: getSession,
    async answer({ client }) {
      const { fullUntil, expiresAt } = await readSessionTimes(db.kysely, client.sessionId);
      const { impersonation } = client;
      return {
        kind: 'ok',
        body: {
          assurance: client.assurance,
          idleExpiresAt: client.assurance === 'full' && fullUntil ? fullUntil.toISOString() : null,
          absoluteExpiresAt: expiresAt.toISOString(),
          impersonation: impersonation
            ? { staffName: impersonation.staff, until: impersonation.until.toISOString(), mode: impersonation.mode }
            : null,
        },
        headers: {},
      };
    },
  };
}
