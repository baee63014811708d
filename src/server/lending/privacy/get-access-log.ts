import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { deviceName } from '#server/lending/people/device-name.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';

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
