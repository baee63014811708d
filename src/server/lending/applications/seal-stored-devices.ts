import type { Kysely } from 'kysely';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { personSealIfKept } from '#server/lending/people/person-seal.ts';
import { sealOpenDevices } from '#server/lending/people/store/device-store.ts';
import { sealOpenApplicationDevices } from './store/application-store.ts';

const BATCH = 500;

/**
 * Seals device data that were stored before they were sealed. A migration in SQL has no keys; once the older rows are
 * sealed, this finds nothing.
 */
export async function sealStoredDevices(options: {
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly log: Log;
}): Promise<void> {
  const { db, vault, log } = options;
  const devices = await inBatches(() => sealOpenDevices(db, vault, BATCH));
  const applications = await inBatches(() =>
    sealOpenApplicationDevices(db, (trx, personId) => personSealIfKept(trx, vault, personId), BATCH),
  );
  if (devices + applications > 0) log.info({ devices, applications }, 'device data stored before were sealed');
}

async function inBatches(sealSome: () => Promise<number>): Promise<number> {
  let sealed = 0;
  let batch: number;
  do {
    batch = await sealSome();
    sealed += batch;
  } while (batch === BATCH);
  return sealed;
}
