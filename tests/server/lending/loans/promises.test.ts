import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { reversePayment } from '#loan/repayment.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { decidePromises } from '#server/lending/loans/close-of-business.ts';
import { CLIENT, makePromise } from '#server/lending/loans/promises.ts';
import { remindClients } from '#server/lending/loans/remind-clients.ts';
import { readPostings } from '#server/lending/loans/store/ledger-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { closeDay } from '#server/lending/portfolio/close-day.ts';
import { aLoan, closeThrough, pay, withLoanService } from '#tests/support/loans/loan-service.ts';

const service = withLoanService();
const LEAST = cents(2000);

const promise = (id: string, amount: number, date: string, madeBy = CLIENT) =>
  withLoan(service.context, { id }, (locked) => makePromise(locked, { amount, date, madeBy, leastCents: LEAST }));

async function stateOf(loanId: string) {
  const rows = await service.db.kysely
    .selectFrom('payment_promise')
    .select(['status', 'paid', 'decided_on'])
    .where('loan_id', '=', loanId)
    .orderBy('id')
    .execute();
  return rows.map(({ status, paid, decided_on }) => [status, paid, decided_on]);
}

/** EX1 on 24/02/2026, ten days late. */
async function aLateLoan() {
  service.clock.moveTo('2026-01-15');
  const loan = await aLoan(service);
  await closeThrough(service, '2026-02-24');
  return loan;
}

async function nextDay(date: string): Promise<void> {
  await closeThrough(service, date);
  await decidePromises(service.context);
  await remindClients(service.context);
}

test('a promise to pay changes nothing of what the loan owes', {
  tags: 'promise-reminders-of-a-loan',
}, async () => {
  const { id } = await aLateLoan();
  const before = await service.db.kysely.selectFrom('journal').select('id').execute();
  const facts = await service.db.kysely.selectFrom('loan_fact').selectAll().execute();
  expect(await promise(id, 100, '2026-02-28')).toMatchObject({ kind: 'promised' });
  expect(await service.db.kysely.selectFrom('journal').select('id').execute()).toEqual(before);
  expect(await service.db.kysely.selectFrom('loan_fact').selectAll().execute()).toEqual(facts);
});

test.each([
  [
    'all of it in time',
    [
      ['2026-02-26', 60],
      ['2026-02-28', 40],
    ],
    ['KEPT', 10_000],
  ],
  ['a céntimo less', [['2026-02-28', 99.99]], ['BROKEN', 9_999]],
  [
    'the rest a day late',
    [
      ['2026-02-28', 60],
      ['2026-03-01', 40],
    ],
    ['BROKEN', 6_000],
  ],
  ['nothing', [], ['BROKEN', 0]],
] as const)('paid %s, the close of the day decides', async (_, payments, [status, paid]) => {
  const { id } = await aLateLoan();
  await promise(id, 100, '2026-02-28');
  for (const [date, soles] of payments.filter(([on]) => on <= '2026-02-28')) {
    await closeThrough(service, date);
    await pay(service, id, soles);
  }
  await nextDay('2026-02-28');
  expect(await stateOf(id)).toEqual([['OPEN', 0, null]]);
  await nextDay('2026-03-01');
  for (const [, soles] of payments.filter(([on]) => on > '2026-02-28')) await pay(service, id, soles);
  expect(await stateOf(id)).toEqual([[status, paid, '2026-03-01']]);
});

test('money of before the promise does not count towards it, on its very day either', async () => {
  const { id } = await aLateLoan();
  await pay(service, id, 90);
  await promise(id, 100, '2026-02-28');
  await pay(service, id, 20);
  await nextDay('2026-03-01');
  expect(await stateOf(id)).toEqual([['BROKEN', 2_000, '2026-03-01']]);
});

test('a transfer of the last day that the bank reports two days later keeps it; taken back, it is broken', async () => {
  const { id } = await aLateLoan();
  await promise(id, 100, '2026-02-28');
  await nextDay('2026-03-01');
  expect((await stateOf(id))[0]?.[0]).toBe('BROKEN');
  await nextDay('2026-03-02');
  const fact = '01890000-0000-7000-8000-00000000f00d';
  await pay(service, id, 100, { on: '2026-02-28', id: fact });
  expect(await stateOf(id)).toEqual([['KEPT', 10_000, '2026-03-02']]);
  await withLoan(service.context, { id }, async (locked) => {
    const original = await readPostings(locked.trx, { loanId: id, kind: 'payment', ref: fact });
    const change = reversePayment(locked.loan, fact, original, locked.day);
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'payment-reversed', ref: fact });
  });
  expect(await stateOf(id)).toEqual([['BROKEN', 0, '2026-03-02']]);
});

test('one open promise at a time: the same one again is the first, another has to wait; after its date there may be a new one', async () => {
  const { id } = await aLateLoan();
  const first = await promise(id, 100, '2026-02-26');
  expect(await promise(id, 100, '2026-02-26')).toEqual(first);
  expect(await promise(id, 120, '2026-02-26')).toMatchObject({ kind: 'refused', status: 409, code: 'promise_open' });
  await closeThrough(service, '2026-02-27');
  expect(await promise(id, 120, '2026-02-27')).toMatchObject({ kind: 'promised' });
  expect((await stateOf(id)).map(([status]) => status)).toEqual(['BROKEN', 'OPEN']);
});

test.each([
  ['today', 100, '2026-02-24', []],
  ['in fifteen days', 100, '2026-03-11', []],
  ['yesterday', 100, '2026-02-23', ['date']],
  ['in sixteen days', 100, '2026-03-12', ['date']],
  ['on a day that is not', 100, '2026-02-30', ['date']],
  ['a céntimo below a sixth of what is overdue', 97.9, '2026-02-28', ['amount']],
  ['more than is owed', 5_000, '2026-02-28', ['amount']],
  ['neither', 0, '2026-02-01', ['amount', 'date']],
])('%s', async (_, amount, date, wrong) => {
  const { id } = await aLateLoan();
  const answer = await promise(id, amount, date);
  const fields = 'fieldErrors' in answer ? (answer.fieldErrors ?? []).map(({ field }) => field) : [];
  expect(fields).toEqual(wrong);
});

test('a client who has broken two promises makes the next one with a colleague, and alone again after 60 days', async () => {
  const { id } = await aLateLoan();
  await promise(id, 100, '2026-02-24');
  await closeThrough(service, '2026-02-25');
  await promise(id, 100, '2026-02-26');
  // The close of the day has not decided the second one yet.
  await closeThrough(service, '2026-02-27');
  expect(await promise(id, 100, '2026-02-28')).toMatchObject({ status: 409, code: 'promises_broken' });
  const taken = await promise(id, 100, '2026-02-28', 'operator:ana');
  expect(taken).toMatchObject({ kind: 'promised' });
  // The client sees that one, and sent again it is the same.
  expect(await promise(id, 100, '2026-02-28')).toEqual(taken);
  await pay(service, id, 100);
  await closeThrough(service, '2026-04-26');
  expect(await promise(id, 120, '2026-04-27')).toMatchObject({ kind: 'promised' });
});

test('two promises that were kept stand in the way of nothing', async () => {
  const { id } = await aLateLoan();
  for (const day of ['2026-02-24', '2026-02-26']) {
    await promise(id, 100, day);
    await pay(service, id, 100);
    await closeThrough(service, day === '2026-02-24' ? '2026-02-25' : '2026-02-27');
    if (day === '2026-02-24') await closeThrough(service, '2026-02-26');
  }
  expect(await promise(id, 100, '2026-02-28')).toMatchObject({ kind: 'promised' });
});

test('a loan in time has nothing to promise', async () => {
  service.clock.moveTo('2026-01-15');
  const { id } = await aLoan(service);
  expect(await promise(id, 100, '2026-01-20')).toMatchObject({ status: 409, code: 'loan_not_late' });
});

const lateNotices = async (personId: string) =>
  (await readNotifications(service.db.kysely, personId, { limit: 50 }))
    .reverse()
    .flatMap(({ naturalKey }) => (naturalKey.startsWith('reminder') ? [naturalKey.split(':').slice(2).join(' ')] : []));

test('reminders that a payment is late rest to the end of the promised day, and go out the day after when it is broken', {
  tags: 'promise-reminders-of-a-loan',
}, async () => {
  service.clock.moveTo('2026-01-15');
  const { id, personId } = await aLoan(service);
  await closeThrough(service, '2026-02-18');
  await remindClients(service.context);
  expect(await lateNotices(personId)).toEqual(['2026-02-14 3']);
  await promise(id, 100, '2026-03-02');
  for (const day of ['2026-02-21', '2026-03-01', '2026-03-02']) await nextDay(day);
  expect(await lateNotices(personId)).toEqual(['2026-02-14 3']);
  await nextDay('2026-03-03');
  expect(await lateNotices(personId)).toEqual(['2026-02-14 3', '2026-02-14 15']);
});

test('the day decides each promise once, in any number of runs', async () => {
  const loans = [await aLateLoan(), await aLoan(service)];
  await promise(loans[0]?.id ?? '', 100, '2026-02-26');
  await closeThrough(service, '2026-02-27');
  expect(await decidePromises(service.context)).toBe(1);
  expect(await decidePromises(service.context)).toBe(0);
});

test('what was promised is never rewritten, deleted or opened again', async () => {
  const { id } = await aLateLoan();
  await promise(id, 100, '2026-02-24');
  await nextDay('2026-02-25');
  const { kysely } = service.db;
  await expect(kysely.deleteFrom('payment_promise').execute()).rejects.toThrow('never deleted');
  await expect(
    kysely
      .updateTable('payment_promise')
      .set({ amount: 1 } as never)
      .execute(),
  ).rejects.toThrow('rewritten');
  const open = { status: 'OPEN', decided_on: null } as never;
  await expect(kysely.updateTable('payment_promise').set(open).execute()).rejects.toThrow('not open again');
});

test('the close of the day decides before it reminds', async () => {
  const { id, personId } = await aLateLoan();
  await promise(id, 100, '2026-02-28');
  service.clock.moveTo('2026-03-01');
  expect((await closeDay(service.context)).steps).toMatchObject({ promisesDecided: 1 });
  expect(await stateOf(id)).toEqual([['BROKEN', 0, '2026-03-01']]);
  expect(await lateNotices(personId)).toEqual(['2026-02-14 15']);
});
