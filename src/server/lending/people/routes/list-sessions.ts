import { listSessions } from '#api/endpoints/people/list-sessions.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { deviceName } from '../device-name.ts';
import type { IdentityContext } from '../people-context.ts';
import { listSessions as readSessions } from '../store/session-store.ts';

export function listSessionsRoute({ db, clock }: IdentityContext): Route<typeof listSessions> {
  return {
    endpoint: listSessions,
    async answer({ client }) {
      const sessions = await readSessions(db.kysely, client.personId, clock.now());
      const shown = sessions.map(({ id, userAgent, caller, createdAt, lastSeenAt }) => ({
        id,
        device: deviceName(userAgent),
        address: caller,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === client.sessionId,
      }));
      return { kind: 'ok', body: { sessions: shown }, headers: {} };
    },
  };
}
