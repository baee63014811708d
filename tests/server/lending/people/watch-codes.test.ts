import { expect, test } from 'vitest';
import { createLog } from '#server/kit/log.ts';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { watchCodes } from '#server/lending/people/watch-codes.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

async function told() {
  const { db, clock } = lending;
  const parameters = createParameterSource({ db: db.kysely, clock, carryCapForward: false, maxAgeMs: 0 });
  await watchCodes({ db, clock, parameters, log: createLog({ level: 'silent', name: 'test' }) });
  return (await listTasks(db.kysely)).filter(({ kind }) => kind === 'codes-above-usual').length;
}

test('more codes in an hour than usual are a task for staff, once; none of them is refused, and those of hours ago do not count', async () => {
  await changeParameter(lending.db, { kind: 'policy', key: 'codes', from: '2026-01-15', value: { alarmPerHour: 2 } });
  await begin(lending);
  lending.clock.pass({ minutes: 61 });
  for (const expected of [0, 0, 1, 1]) {
    await begin(lending);
    expect(await told()).toBe(expected);
  }
});
