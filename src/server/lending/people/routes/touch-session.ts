import { touchSession } from '#api/endpoints/people/touch-session.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { recordUse } from '../store/session-store.ts';

export function touchSessionRoute({ db, clock }: IdentityContext): Route<typeof touchSession> {
  return {
    endpoint: touchSession,
    async answer({ client }) {
      await recordUse(db.kysely, client.sessionId, { now: clock.now(), active: true });
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
