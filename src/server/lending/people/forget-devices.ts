import type { Kysely } from 'kysely';
import type { Clock } from '#server/kit/clock.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { forgetDevicesUntil } from './store/device-store.ts';

const BATCH = 1000;

/**
 * Thirteen months after a device was last seen, nothing of it is kept but how many there were (domain 2.4). What its
 * user consented to stays: that is proof, and names the device by a number only.
 * @returns how many were forgotten
 */
export async function forgetDevices(options: {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<number> {
  const { db, clock, log } = options;
  const today = clock.businessDate();
  let forgotten = 0;
  let batch: number;
  do {
    batch = await forgetDevicesUntil(db, today, BATCH);
    forgotten += batch;
  } while (batch === BATCH);
  if (forgotten > 0) log.info({ devices: forgotten, today }, 'devices not seen for thirteen months were forgotten');
  return forgotten;
}
