import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeAccount as closeAccountCall } from '#api/endpoints/profile/close-account.ts';
import { createLog } from '#server/kit/log.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { readPasswordHash } from '#server/lending/people/store/credential-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { isSuppressed } from '#server/lending/people/store/suppression-store.ts';
import { closeDueAccounts } from '#server/lending/profile/close-account.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { filesWith, readRawFiles } from '#tests/support/database/raw-files.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();
const closeDue = () =>
  closeDueAccounts({
    ...identityContext(lending),
    calendar: createBusinessCalendar(lending.clock.now),
    log: createLog({ level: 'silent', name: 'test' }),
  });

test('on its day the account closes: password, sessions and contacts go, what the law says is kept is readable', async () => {
  const client = await aClient(lending, { session: 'full' });
  await proveAgain(lending, client, ['close-account']);
  const { headers, personId, email } = client;
  expect((await callEndpoint(lending, closeAccountCall, { headers })).status).toBe(200);
  lending.clock.moveTo('2026-01-28');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 0 });
  lending.clock.moveTo('2026-01-29');
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 0 });

  const { db, vault } = lending;
  const person = await readPerson(db.kysely, vault, personId);
  expect(person).toMatchObject({ status: 'CLOSED', firstName: 'Rosa', phoneVerifiedAt: null });
  expect([person?.phone, person?.email]).toEqual([undefined, undefined]);
  expect(await readPasswordHash(db.kysely, personId)).toBeUndefined();
  expect(await isSuppressed(db.kysely, personId, 'sms')).toBe(true);
  expect((await callEndpoint(lending, closeAccountCall, { headers })).status).toBe(401);
  expect((await messagesTo(lending, email)).at(-1)?.template).toBe('identity-account-closed');

  lending.clock.moveTo('2036-01-29');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 1 });
  expect(await readPerson(db.kysely, vault, personId)).toBeUndefined();
});

/** Reading a server's files takes seconds. */
test.runIf(IS_FULL_RUN)('the key of somebody forgotten is gone from the files of the database too', async () => {
  const { db } = lending;
  const client = await aClient(lending, { session: 'full' });
  const { personId, headers } = client;
  await proveAgain(lending, client, ['close-account']);
  await callEndpoint(lending, closeAccountCall, { headers });
  const row = await db.kysely
    .selectFrom('person')
    .select('data_key')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const key = row.data_key ?? '';
  const filesOfKey = async () => filesWith(await readRawFiles(db), key).filter((path) => path.startsWith('base/'));
  expect(await filesOfKey()).not.toEqual([]);
  lending.clock.moveTo('2026-01-29');
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
  expect(await filesOfKey()).not.toEqual([]);
  lending.clock.moveTo('2036-01-29');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 1 });
  // Here the owner chooses the hour (decision 0125).
  if (db.engine === 'postgres') await sql`vacuum full person`.execute(db.kysely);
  expect(await filesOfKey()).toEqual([]);
});

test('an account that cannot be closed keeps no other from it', async () => {
  for (let k = 0; k < 2; k += 1) {
    const client = await aClient(lending, { session: 'full' });
    await proveAgain(lending, client, ['close-account']);
    expect((await callEndpoint(lending, closeAccountCall, { headers: client.headers })).status).toBe(200);
  }
  lending.clock.moveTo('2026-01-29');
  const calendar = createBusinessCalendar(lending.clock.now);
  let isLost = false;
  const days: typeof calendar.days = (db) => {
    if (isLost) return calendar.days(db);
    isLost = true;
    throw new Error('timeout exceeded when trying to connect');
  };
  const log = createLog({ level: 'silent', name: 'test' });
  const losing = { ...identityContext(lending), calendar: { ...calendar, days }, log };
  expect(await closeDueAccounts(losing)).toEqual({ closed: 1, forgotten: 0 });
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
});
