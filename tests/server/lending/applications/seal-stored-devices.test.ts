import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import type { Log } from '#server/kit/log.ts';
import { sealStoredDevices } from '#server/lending/applications/seal-stored-devices.ts';
import { readApplicationDevice } from '#server/lending/applications/store/application-store.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { anApplicant, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const OPEN = JSON.stringify({ browserVendor: 'Qispitel', isCrawler: true });

/** An application as it was stored before device data were sealed. */
async function anOldApplication() {
  const { headers, personId } = await aBorrower(lending);
  const { applicationId } = acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
  await lending.db.kysely.updateTable('application').set({ device: OPEN }).where('id', '=', applicationId).execute();
  return { applicationId, personId };
}

test('device data stored before they were sealed are sealed once, read as before, and gone with an erased client', async () => {
  const { db, vault } = lending;
  const [kept, erased] = [await anOldApplication(), await anOldApplication()];
  await db.kysely.transaction().execute((trx) => erasePerson(trx, erased.personId, lending.clock.now()));
  const [id, at] = [randomUUID(), new Date()];
  const row = { data: OPEN, first_seen_at: at, last_seen_at: at, forget_on: '2027-01-01' };
  await db.kysely
    .insertInto('device')
    .values({ id, ...row })
    .execute();

  const told: unknown[] = [];
  const log = { info: (facts: unknown) => told.push(facts) } as unknown as Log;
  const seal = await personSeal(db.kysely, vault, kept.personId);
  const before = await readApplicationDevice(db.kysely, seal, kept.applicationId);
  await sealStoredDevices({ db: db.kysely, vault, log });
  await sealStoredDevices({ db: db.kysely, vault, log });

  expect(told).toEqual([{ devices: 1, applications: 2 }]);
  const stored = [
    ...(await db.kysely.selectFrom('device').select('data as text').execute()),
    ...(await db.kysely.selectFrom('application').select('device as text').execute()),
  ];
  expect(JSON.stringify(stored)).not.toMatch(/Qispitel|isCrawler/);
  expect(before).toEqual(JSON.parse(OPEN));
  expect(await readApplicationDevice(db.kysely, seal, kept.applicationId)).toEqual(before);
  const device = await db.kysely.selectFrom('device').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.parse(vault.open(String(device.data), { table: 'device', column: 'data', id }))).toEqual(before);
});

test('the check of devices is told of a crawler by the sealed data, and a person looks at the application', async () => {
  const inquiry = { ...EX1_INQUIRY, deviceData: { isCrawler: true } };
  await anApplicant(lending, 'MANUAL_REVIEW', { inquiry });
});
