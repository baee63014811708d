import { type Kysely, sql } from 'kysely';
import type { DeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { sealedDeviceData } from '../person-seal.ts';

/** Remembers a device, or that it was seen again; either way until 13 months from then, by Lima's calendar. */
export async function rememberDevice(
  db: Kysely<Tables>,
  seal: Seal,
  device: { readonly deviceId: string; readonly data: DeviceData; readonly seenAt: Date },
): Promise<void> {
  const { deviceId, seenAt } = device;
  const data = sealedDeviceData(seal, device.data, { table: 'device', column: 'data', id: deviceId });
  const forgetOn = sql<string>`((${seenAt}::timestamptz at time zone 'America/Lima') + interval '13 months')::date`;
  await db
    .insertInto('device')
    .values({ id: deviceId, data, first_seen_at: seenAt, last_seen_at: seenAt, forget_on: forgetOn })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        data,
        // The clocks of two instances may differ slightly.
        last_seen_at: sql<Date>`greatest(device.last_seen_at, ${seenAt}::timestamptz)`,
        forget_on: forgetOn,
      }),
    )
    .execute();
}

/**
 * Deletes expired devices, at most this many at once, because a long delete would block visitors.
 * @returns how many were deleted
 */
export async function forgetDevicesUntil(db: Kysely<Tables>, today: string, limit: number): Promise<number> {
  const due = db.selectFrom('device').select('id').where('forget_on', '<=', today).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('device').where('id', 'in', due).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
