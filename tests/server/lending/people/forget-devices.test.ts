import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Log } from '#server/kit/log.ts';
import { forgetDevices } from '#server/lending/people/forget-devices.ts';
import { rememberDevice } from '#server/lending/people/store/device-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const remember = (deviceId: string, day: string) =>
  rememberDevice(lending.db.kysely, lending.vault, {
    deviceId,
    data: { os: 'Android' },
    seenAt: new Date(`${day}T17:00:00Z`),
  });
const kept = async () =>
  (await lending.db.kysely.selectFrom('device').select('id').execute()).map(({ id }) => id).sort();

/** The job on a day, and what it told the log. */
async function forgetOn(day: string) {
  const told: unknown[] = [];
  lending.clock.moveTo(day);
  const log = { info: (facts: unknown) => told.push(facts) } as unknown as Log;
  const forgotten = await forgetDevices({ db: lending.db.kysely, clock: lending.clock, log });
  return { forgotten, told };
}

test('a device goes thirteen months after it was last seen, not a day earlier, and only its number is told', {
  tags: 'promise-how-long-data-are-kept',
}, async () => {
  const [old, seenAgain] = [randomUUID(), randomUUID()];
  await remember(old, '2026-01-15');
  await remember(seenAgain, '2026-01-15');
  await remember(seenAgain, '2026-03-01');
  expect(await forgetOn('2027-02-14')).toEqual({ forgotten: 0, told: [] });
  expect(await kept()).toEqual([old, seenAgain].sort());
  expect(await forgetOn('2027-02-15')).toEqual({ forgotten: 1, told: [{ devices: 1, today: '2027-02-15' }] });
  expect(await kept()).toEqual([seenAgain]);
});

test('what its user consented to stays: it has to be provable for longer', async () => {
  const device = randomUUID();
  await remember(device, '2026-01-15');
  const consent = { id: randomUUID(), device_id: device, purpose: 'ANALYTICS', granted: true } as const;
  await lending.db.kysely
    .insertInto('consent_event')
    .values({
      ...consent,
      text_version: 'a'.repeat(64),
      channel: 'WEB',
      actor: 'VISITOR',
      caller: '203.0.113.1',
      created_at: new Date(),
    })
    .execute();
  await forgetOn('2027-12-31');
  expect(await kept()).toEqual([]);
  const left = lending.db.kysely.selectFrom('consent_event').select('id').where('device_id', '=', device);
  expect(await left.execute()).toEqual([{ id: consent.id }]);
});

test('many devices go in one round, however few at once', async () => {
  const row = { data: '{}', first_seen_at: new Date(0), last_seen_at: new Date(0), forget_on: '1971-02-01' };
  const rows = Array.from({ length: 2_500 }, () => ({ id: randomUUID(), ...row }));
  await lending.db.kysely.insertInto('device').values(rows).execute();
  expect((await forgetOn('2026-01-15')).forgotten).toBe(2_500);
  expect(await kept()).toEqual([]);
});
