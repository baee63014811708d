import { getAccessLog } from '#api/endpoints/get-access-log.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { deviceName } from '../device-name.ts';
import type { IdentityContext } from '../identity.ts';
import { readAccessLog } from '../store/access-log-store.ts';

const SHOWN = 100;

export function getAccessLogRoute({ db }: IdentityContext): Route<typeof getAccessLog> {
  return {
    endpoint: getAccessLog,
    async answer({ client }) {
      const events = await readAccessLog(db.kysely, client.personId, SHOWN);
      const items = events.map(({ id, kind, at, userAgent, caller, staff }) => ({
        id,
        kind,
        at: at.toISOString(),
        device: userAgent === null ? null : deviceName(userAgent),
        address: caller,
        staffName: staff,
      }));
      return { kind: 'ok', body: { items }, headers: {} };
    },
  };
}
