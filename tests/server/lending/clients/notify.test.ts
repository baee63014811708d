import { expect, test } from 'vitest';
import { countUnread, markRead, readNotifications } from '#server/lending/clients/notification-store.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import { aPerson, withLoanService } from '#tests/support/loans/loan-service.ts';

const service = withLoanService();
const news = (personId: string, naturalKey: string): NewNotification<'loan-paid-off'> => ({
  personId,
  kind: 'loan-paid-off',
  params: { loanNumber: 'P-2026-0000001' },
  naturalKey,
  now: service.clock.now(),
});
const tell = (one: NewNotification) => service.db.kysely.transaction().execute((trx) => notify(trx, one));
const outboxOf = (personId: string) =>
  service.db.kysely.selectFrom('outbox').select('channel').where('person_id', '=', personId).execute();

test('the same news twice, or from two copies at once, is told once', async () => {
  const personId = await aPerson(service);
  const results = await Promise.all([1, 2, 3].map(() => tell(news(personId, 'paid-off:1'))));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await tell(news(personId, 'paid-off:1'))).toBe(false);
  expect(await readNotifications(service.db.kysely, personId, { limit: 10 })).toHaveLength(1);
  expect(await outboxOf(personId)).toHaveLength(2);
  expect(await tell(news(await aPerson(service), 'paid-off:1'))).toBe(true);
});

test('what does not happen is not told', async () => {
  const personId = await aPerson(service);
  const failing = service.db.kysely.transaction().execute(async (trx) => {
    await notify(trx, news(personId, 'paid-off:2'));
    throw new Error('the bank says no');
  });
  await expect(failing).rejects.toThrow('the bank says no');
  expect(await countUnread(service.db.kysely, personId)).toBe(0);
  expect(await outboxOf(personId)).toEqual([]);
});

test('what was told stays as it was told: it can be read, once, and nothing else', async () => {
  const personId = await aPerson(service);
  await tell(news(personId, 'paid-off:3'));
  const { kysely } = service.db;
  await markRead(kysely, personId, { all: true }, service.clock.now());
  expect(await countUnread(kysely, personId)).toBe(0);
  const rewrite = kysely.updateTable('notification').set({ natural_key: 'other' }).where('person_id', '=', personId);
  await expect(rewrite.execute()).rejects.toThrow('can only be read');
  await expect(kysely.deleteFrom('notification').where('person_id', '=', personId).execute()).rejects.toThrow(
    'never deleted',
  );
});
