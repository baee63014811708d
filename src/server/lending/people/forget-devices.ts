import type { Kysely } from 'kysely';
import type { Clock } from '#server/kit/clock.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { forgetDevicesUntil } from './store/device-store.ts';

const BATCH = 1000;

/**
 * Deletes devices thirteen months after they were last seen; only their count is kept (domain 2.4). Consents stay: they
 * are evidence, and identify the device only by id.
 * @returns how many were deleted
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
