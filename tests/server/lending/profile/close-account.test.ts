import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { closeAccount as closeAccountCall } from '#api/endpoints/profile/close-account.ts';
import { createLog } from '#server/kit/log.ts';
import { openPause } from '#server/lending/loans/store/contact-store.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { settleRecovery } from '#server/lending/people/recover-phone.ts';
import { readPasswordHash } from '#server/lending/people/store/credential-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { isSuppressed } from '#server/lending/people/store/suppression-store.ts';
import { isAnswerOwed } from '#server/lending/privacy/data-request-store.ts';
import { closeDueAccounts } from '#server/lending/profile/close-account.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { filesWith, readRawFiles } from '#tests/support/database/raw-files.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { type Borrower, proveAgain } from '#tests/support/people/borrower.ts';
import { aClient } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { askForRecovery, PICTURE, waitingRecovery } from '#tests/support/people/recovery.ts';
import { aVisitor, proven } from '#tests/support/people/registration.ts';
import { answerRequest, askFor } from '#tests/support/privacy/data-requests.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const closeDue = (db = lending.db) =>
  closeDueAccounts({
    ...identityContext(lending),
    db,
    isAnswerOwed,
    calendar: createBusinessCalendar(lending.clock.now),
    log: createLog({ level: 'silent', name: 'test' }),
  });

test('on its day the account closes: password, sessions and contacts go, what the law says is kept is readable', {
  tags: ['asvs-7.4.2', 'promise-closing-an-account'],
}, async () => {
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

/** A client who has asked for it today. */
async function aClosing(): Promise<Borrower> {
  const client = await aClient(lending, { session: 'full' });
  await proveAgain(lending, client, ['close-account', 'data-request']);
  expect((await callEndpoint(lending, closeAccountCall, { headers: client.headers })).status).toBe(200);
  return client;
}

test('nobody opens another account with the document of a closed one until it is forgotten, and then anybody who has it', {
  tags: 'promise-closing-an-account',
}, async () => {
  const { documentNumber } = await aClosing();
  lending.clock.moveTo('2026-01-29');
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
  const isKnown = async () => (await proven(lending, aVisitor({ documentNumber }))).verified.existingClient;
  expect(await isKnown()).toBe(true);
  lending.clock.moveTo('2036-01-29');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 1 });
  expect(await isKnown()).toBe(false);
});

test('a request about their data is answered first, and can be read and downloaded; the later day is told', {
  tags: 'promise-closing-an-account',
}, async () => {
  lending.clock.moveTo('2026-01-15');
  const client = await aClosing();
  const id = await askFor(lending, client, 'ACCESS');
  const lastLetter = async () => (await messagesTo(lending, client.email)).at(-1);
  lending.clock.moveTo('2026-01-29');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 0 });
  expect(await lastLetter()).toMatchObject({
    template: 'identity-account-closing-later',
    subject: 'Tu cuenta sigue abierta hasta el 12/02/2026',
  });
  lending.clock.moveTo('2026-02-11');
  await answerRequest(lending, id, 'DONE');
  expect(await lastLetter()).toMatchObject({ template: 'identity-data-request-answered' });
  lending.clock.moveTo('2026-02-12');
  expect(await closeDue()).toEqual({ closed: 0, forgotten: 0 });
  const file = await lending.app.request('/api/v1/profile/data-export', { headers: client.headers });
  expect(file.status).toBe(200);
  lending.clock.moveTo('2026-02-26');
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
});

test('what is opened at the last moment is seen', { tags: 'promise-closing-an-account' }, async () => {
  lending.clock.moveTo('2026-01-15');
  const { personId } = await aClosing();
  lending.clock.moveTo('2026-01-29');
  const { kysely } = lending.db;
  const complain = () =>
    kysely
      .transaction()
      .execute((trx) =>
        openPause(trx, { personId, reason: 'COMPLAINT', by: 'operator:ana', now: lending.clock.now() }),
      );
  // Just before the closing begins to write.
  let isOpen = false;
  const transaction = () => ({
    execute: async (work: Parameters<ReturnType<typeof kysely.transaction>['execute']>[0]) => {
      if (!isOpen) await complain();
      isOpen = true;
      return kysely.transaction().execute(work);
    },
  });
  const busy = new Proxy(kysely, {
    get(target, key) {
      if (key === 'transaction') return transaction;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  expect(await closeDue({ ...lending.db, kysely: busy })).toEqual({ closed: 0, forgotten: 0 });
  expect(await readPerson(kysely, lending.vault, personId)).toMatchObject({ status: 'CLOSING' });
});

test('a lost telephone’s recovery ends with the account: the new number and the picture go, and nobody approves it', async () => {
  lending.clock.moveTo('2026-01-15');
  const [waiting, sent] = [await aClosing(), await aClosing()];
  lending.clock.moveTo('2026-01-29');
  const id = await waitingRecovery(lending, waiting);
  const token = await askForRecovery(lending, sent);
  expect(await closeDue()).toEqual({ closed: 2, forgotten: 0 });

  const picture = await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } });
  expect(picture.status).toBe(410);
  expect(await settleRecovery(identityContext(lending), id, { approved: true, operator: 'Rosa' })).toBe(false);
  const people = [waiting.personId, sent.personId];
  const { kysely } = lending.db;
  const recoveries = kysely.selectFrom('phone_recovery').select(['status', 'new_phone_sealed', 'selfie_sealed']);
  expect(await recoveries.where('person_id', 'in', people).execute()).toEqual(
    people.map(() => ({ status: 'REJECTED', new_phone_sealed: '', selfie_sealed: null })),
  );
  const changes = kysely.selectFrom('contact_change').select('id').where('person_id', 'in', people);
  expect(await changes.execute()).toEqual([]);
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
  // Here the owner chooses the hour (decision 0124).
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
  const losing = { ...identityContext(lending), isAnswerOwed, calendar: { ...calendar, days }, log };
  expect(await closeDueAccounts(losing)).toEqual({ closed: 1, forgotten: 0 });
  expect(await closeDue()).toEqual({ closed: 1, forgotten: 0 });
});
