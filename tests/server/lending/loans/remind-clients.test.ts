import { expect, test } from 'vitest';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { remindClients } from '#server/lending/loans/remind-clients.ts';
import { closePause, openPause } from '#server/lending/loans/store/contact-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { createTestBook, file } from '#tests/support/complaints/complaints-book.ts';
import { aLoan, pay, withLoanService } from '#tests/support/loans/loan-service.ts';

const service = withLoanService();

async function remindersOf(personId: string): Promise<string[]> {
  const all = await readNotifications(service.db.kysely, personId, { limit: 50 });
  return all
    .reverse()
    .flatMap(({ kind, naturalKey }) =>
      naturalKey.startsWith('reminder') ? [`${kind} ${naturalKey.split(':').slice(2).join(' ')}`] : [],
    );
}

async function on(...dates: string[]): Promise<void> {
  for (const date of dates) {
    service.clock.moveTo(date);
    await remindClients(service.context);
  }
}

test('a client who never pays hears of it before the due date, on it, and after it, once each', {
  tags: 'promise-reminders-of-a-loan',
}, async () => {
  const { personId } = await aLoan(service);
  const days = Array.from({ length: 70 }, (_, k) => new Date(Date.UTC(2026, 0, 16 + k)).toISOString().slice(0, 10));
  await on(...days);
  expect(await remindersOf(personId)).toEqual([
    'payment-soon 2026-02-14 -5',
    'payment-soon 2026-02-14 -2',
    'payment-due 2026-02-14 0',
    'payment-late 2026-02-14 3',
    'payment-late 2026-02-14 7',
    'payment-overdue 2026-02-14 15',
    'payment-overdue 2026-02-14 30',
  ]);
});

const unreadOf = async (personId: string) =>
  (await readNotifications(service.db.kysely, personId, { limit: 50 }))
    .filter(({ kind, readAt }) => readAt === null && kind !== 'loan-disbursed')
    .map(({ kind }) => kind)
    .sort();

test('a reminder takes the place of the one before, and a payment ends it; the same one again changes nothing', async () => {
  const { id, personId } = await aLoan(service);
  const other = await aLoan(service);
  await on('2026-02-09', '2026-02-10');
  expect(await unreadOf(personId)).toEqual(['payment-soon']);
  await on('2026-02-14', '2026-02-17', '2026-02-18');
  expect(await unreadOf(personId)).toEqual(['payment-late']);
  await pay(service, id, 700);
  expect(await unreadOf(personId)).toEqual(['loan-paid-off', 'payment-received']);
  expect(await unreadOf(other.personId)).toEqual(['payment-late']);
});

test('a client who has paid is left alone', async () => {
  const { id, personId } = await aLoan(service);
  service.clock.moveTo('2026-02-09');
  await pay(service, id, 600);
  await on('2026-02-09', '2026-02-14', '2026-02-24');
  expect(await remindersOf(personId)).toEqual([]);
});

test('run twice, or by two copies at once, it reminds once; after days without a run, of what counts now', async () => {
  const { personId } = await aLoan(service);
  service.clock.moveTo('2026-02-13');
  const written = await Promise.all([remindClients(service.context), remindClients(service.context)]);
  expect(written[0] + written[1]).toBeGreaterThan(0);
  expect(await remindClients(service.context)).toBe(0);
  await on('2026-03-05');
  expect(await remindersOf(personId)).toEqual(['payment-soon 2026-02-14 -2', 'payment-overdue 2026-02-14 15']);
});

test.each(['COMPLAINT', 'BEREAVEMENT', 'FRAUD_CLAIM'] as const)(
  'while a %s is open nobody speaks of a debt that is late; afterwards the reminder that is due goes out',
  { tags: 'promise-when-we-call-and-write' },
  async (reason) => {
    const { personId } = await aLoan(service);
    const pause = { personId, reason, by: 'operator:Ana', now: service.clock.now() };
    await service.db.kysely.transaction().execute((trx) => openPause(trx, pause));
    await on('2026-02-12', '2026-02-17', '2026-02-24');
    expect(await remindersOf(personId)).toEqual(['payment-soon 2026-02-14 -2']);
    await service.db.kysely.transaction().execute((trx) => closePause(trx, pause));
    await on('2026-02-25');
    expect(await remindersOf(personId)).toEqual(['payment-soon 2026-02-14 -2', 'payment-late 2026-02-14 7']);
  },
);

test('an open sheet of the complaints book that names the loan is a pause by itself', async () => {
  const { personId, loan } = await aLoan(service);
  const book = createTestBook(service.db);
  await file(book, aComplaint({ loanNumber: ` ${loan.number.toLowerCase()} ` }));
  await on('2026-02-24');
  expect(await remindersOf(personId)).toEqual([]);
});
