import { type DeviceData, sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { rememberDevice } from '../store/device-store.ts';
import { deviceOf, type VisitorContext, visitorLimit } from '../visitor.ts';

/** Longer user agents are cut (domain 2.4). */
const MAX_USER_AGENT_CHARS = 512;

/** Remembers the visitor's device under the id its cookie carries, or under a new one. */
export function sendDeviceDataRoute(
  context: VisitorContext & Pick<IdentityContext, 'vault'>,
): Route<typeof sendDeviceData> {
  return {
    endpoint: sendDeviceData,
    limit: visitorLimit(context, sendDeviceData.name),
    async answer({ body, request }) {
      const { deviceId, cookie } = deviceOf(request, context);
      const seenAt = new Date(context.clock.now());
      // Nobody has signed in: the key is the vault's own.
      await rememberDevice(context.db.kysely, context.vault, { deviceId, data: shortened(body), seenAt });
      return { kind: 'ok', body: { deviceId }, headers: { 'Cache-Control': 'no-store' }, cookies: [cookie] };
    },
  };
}

/** Cutting can leave half of a surrogate pair. */
function shortened(data: DeviceData): DeviceData {
  return { ...data, originalUserAgent: data.originalUserAgent?.slice(0, MAX_USER_AGENT_CHARS).toWellFormed() };
}
