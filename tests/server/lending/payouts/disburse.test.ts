import { expect, test } from 'vitest';
import { voidLoan } from '#loan/loan-life.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { readLoanEvents } from '#server/lending/loans/store/loan-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { abandonFailedDisbursements, dispatchDisbursements, takeAnswer } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { anOriginatedLoan, stored, withLoanService } from '#tests/support/loans/loan-service.ts';

const service = withLoanService();
const eventsOf = async (id: string) => (await readLoanEvents(service.db.kysely, id)).map(({ event }) => event);
const statusesOf = async (id: string) => (await readOrders(service.db.kysely, id)).map(({ status }) => status);

test('a signed loan is paid out once and starts to run on the value date of the bank', {
  tags: 'promise-when-interest-starts',
}, async () => {
  const { id } = await anOriginatedLoan(service);
  expect(await dispatchDisbursements(service.context)).toBe(1);
  expect(await dispatchDisbursements(service.context)).toBe(0);
  const { loan, bookedThrough } = await stored(service, id);
  expect([loan.status, loan.valueDate, bookedThrough]).toEqual(['PERFORMING', '2026-01-15', '2026-01-15']);
  expect(await statusesOf(id)).toEqual(['CONFIRMED']);
  expect(service.bank.calls).toBe(1);
  expect((await readBalances(service.db.kysely, { loanId: id })).bank).toBe(-50_000);
});

test('when the answer of the bank is lost, the next round asks and does not pay again', async () => {
  const { id } = await anOriginatedLoan(service);
  service.bank.mode = 'lost';
  await dispatchDisbursements(service.context);
  expect([(await stored(service, id)).loan.status, await statusesOf(id)]).toEqual(['DISBURSING', ['SENDING']]);
  service.bank.mode = 'pays';
  service.clock.moveTo('2026-01-16');
  await dispatchDisbursements(service.context);
  expect([(await stored(service, id)).loan.status, service.bank.calls]).toEqual(['PERFORMING', 1]);
});

test('a bank that is down is asked again later', async () => {
  const { id } = await anOriginatedLoan(service);
  service.bank.mode = 'down';
  await dispatchDisbursements(service.context);
  expect(await dispatchDisbursements(service.context)).toBe(0);
  service.bank.mode = 'pays';
  service.clock.moveTo('2026-01-19');
  await dispatchDisbursements(service.context);
  expect((await stored(service, id)).loan.valueDate).toBe('2026-01-19');
});

test('money the bank had already paid on Thursday earns from Thursday, also when it says so on Monday', {
  tags: 'promise-when-interest-starts',
}, async () => {
  const { id } = await anOriginatedLoan(service);
  service.bank.mode = 'lost';
  await dispatchDisbursements(service.context);
  Object.assign(service.bank, { mode: 'pays', valueDate: '2026-01-15' });
  service.clock.moveTo('2026-01-19');
  await dispatchDisbursements(service.context);
  const { loan, bookedThrough } = await stored(service, id);
  expect([loan.valueDate, bookedThrough]).toEqual(['2026-01-15', '2026-01-19']);
  // Four days of EX1: R(500 × i(4)) = 4,14.
  expect((await readBalances(service.db.kysely, { loanId: id }))['interest-income']).toBe(-414);
});

test('a bank that names a day before the order is not believed', async () => {
  const { id } = await anOriginatedLoan(service);
  service.bank.valueDate = '2026-01-02';
  await dispatchDisbursements(service.context);
  expect((await stored(service, id)).loan.valueDate).toBe('2026-01-15');
});

test('a rejected account leaves no debt, and after five days without another one the loan is void', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const { id } = await anOriginatedLoan(service);
  service.bank.mode = 'rejects';
  await dispatchDisbursements(service.context);
  expect((await stored(service, id)).loan.status).toBe('DISBURSMENT_FAILED');
  const balances = await readBalances(service.db.kysely, { loanId: id });
  expect(Object.values(balances).every((amount) => amount === 0)).toBe(true);
  service.clock.moveTo('2026-01-19');
  expect(await abandonFailedDisbursements(service.context)).toBe(0);
  service.clock.moveTo('2026-01-20');
  expect(await abandonFailedDisbursements(service.context)).toBe(1);
  expect(await eventsOf(id)).toEqual(['disbursement-ordered', 'disbursement-rejected', 'disbursement-abandoned']);
});

test('an answer that comes twice, or a rejection after the payment, changes nothing', async () => {
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(service.context);
  const [order] = await readOrders(service.db.kysely, id);
  if (!order) throw new Error('no order');
  await takeAnswer(service.context, order, await service.bank.send({ ...order, orderId: order.id } as never));
  await takeAnswer(service.context, order, { kind: 'rejected', reason: 'too late' });
  expect([(await stored(service, id)).loan.status, await eventsOf(id)]).toEqual([
    'PERFORMING',
    ['disbursement-ordered', 'disbursement-confirmed'],
  ]);
});

/** The service as it is, but for a calendar that cannot be read the first time. */
function losingTheDatabaseOnce(): typeof service.context {
  const { calendar } = service.context;
  let isLost = false;
  const days: typeof calendar.days = (db) => {
    if (isLost) return calendar.days(db);
    isLost = true;
    throw new Error('timeout exceeded when trying to connect');
  };
  return { ...service.context, calendar: { ...calendar, days } };
}

test('an order that could not even be begun is not sent before its loan knows', async () => {
  const { id } = await anOriginatedLoan(service);
  const context = losingTheDatabaseOnce();
  await dispatchDisbursements(context);
  expect([service.bank.calls, await statusesOf(id)]).toEqual([0, ['QUEUED']]);
  service.clock.pass({ minutes: 1 });
  await dispatchDisbursements(context);
  expect([(await stored(service, id)).loan.status, await statusesOf(id)]).toEqual(['PERFORMING', ['CONFIRMED']]);
});

test('an order noted as being sent whose loan never heard of it tells the loan first', async () => {
  const { id } = await anOriginatedLoan(service);
  await service.db.kysely
    .updateTable('disbursement_order')
    .set({ status: 'SENDING' })
    .where('loan_id', '=', id)
    .execute();
  const [order] = await readOrders(service.db.kysely, id);
  service.bank.paidOut.set(order?.id ?? '', {} as never);
  await dispatchDisbursements(service.context);
  expect(await eventsOf(id)).toEqual(['disbursement-ordered', 'disbursement-confirmed']);
});

const tasksAbout = async (orderId: string | undefined) =>
  (await listTasks(service.db.kysely)).filter(({ subject }) => subject === `payout:${orderId}`);

test.each(['SENDING', 'SENT'] as const)(
  'an order that is %s and that the bank does not know is never sent again: a person asks the bank',
  async (status) => {
    const { id } = await anOriginatedLoan(service);
    service.bank.mode = 'lost';
    await dispatchDisbursements(service.context);
    await service.db.kysely.updateTable('disbursement_order').set({ status }).where('loan_id', '=', id).execute();
    // As it looks from a machine with another archive, or after the archive was lost.
    service.bank.paidOut.clear();
    service.bank.mode = 'pays';
    for (let round = 0; round < 3; round += 1) {
      service.clock.pass({ hours: 1 });
      await dispatchDisbursements(service.context);
    }
    expect([service.bank.calls, await statusesOf(id)]).toEqual([1, [status]]);
    const [order] = await readOrders(service.db.kysely, id);
    const tasks = await tasksAbout(order?.id);
    expect(tasks.map(({ kind }) => kind)).toEqual(['payout-not-found']);
    expect(tasks[0]?.note).toContain('Ask the bank for transfers with this number');
    // Once the bank names it, nothing is left to do.
    service.bank.paidOut.set(order?.id ?? '', {} as never);
    service.clock.pass({ hours: 1 });
    await dispatchDisbursements(service.context);
    expect([await statusesOf(id), await tasksAbout(order?.id)]).toEqual([['CONFIRMED'], []]);
  },
);

test('a copy whose claim has run out before it could send does not send', async () => {
  const { id } = await anOriginatedLoan(service);
  const { openDestination } = service.context;
  const slow: typeof service.context = {
    ...service.context,
    async openDestination(account) {
      const destination = await openDestination(account);
      service.clock.pass({ minutes: 3 });
      return destination;
    },
  };
  await dispatchDisbursements(slow);
  expect([service.bank.calls, await statusesOf(id)]).toEqual([0, ['QUEUED']]);
  service.clock.pass({ minutes: 3 });
  await dispatchDisbursements(service.context);
  expect([service.bank.calls, await statusesOf(id)]).toEqual([1, ['CONFIRMED']]);
});

test('nothing is paid out for a loan that is void, and staff get a task', async () => {
  const { id } = await anOriginatedLoan(service);
  await withLoan(service.context, { id }, async (locked) => {
    const change = voidLoan(locked.loan, 'withdrawn');
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'withdrawn', ref: id });
  });
  await dispatchDisbursements(service.context);
  service.clock.pass({ hours: 1 });
  await dispatchDisbursements(service.context);
  expect([service.bank.calls, await statusesOf(id)]).toEqual([0, ['CANCELLED']]);
  const [order] = await readOrders(service.db.kysely, id);
  const tasks = (await listTasks(service.db.kysely)).filter(({ subject }) => subject === `disbursement:${order?.id}`);
  expect(tasks.map(({ kind }) => kind)).toEqual(['disbursement-stopped']);
});

test('an order that has ended stays so, whatever a slower copy or a lost connection makes of it', async () => {
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements({
    ...service.context,
    onDisbursed: async () => {
      throw new Error('Connection terminated unexpectedly');
    },
  });
  expect(await statusesOf(id)).toEqual(['CONFIRMED']);
  const [order] = await readOrders(service.db.kysely, id);
  if (!order) throw new Error('no order');
  await takeAnswer(service.context, order, { kind: 'accepted', providerRef: 'bank-late' });
  expect(await statusesOf(id)).toEqual(['CONFIRMED']);
});

test('a loan that cannot be voided keeps no other from it', async () => {
  const ids = [(await anOriginatedLoan(service)).id, (await anOriginatedLoan(service)).id];
  service.bank.mode = 'rejects';
  await dispatchDisbursements(service.context);
  service.clock.moveTo('2026-01-20');
  expect(await abandonFailedDisbursements(losingTheDatabaseOnce())).toBe(1);
  const statuses = await Promise.all(ids.map(async (id) => (await stored(service, id)).loan.status));
  expect(statuses.sort()).toEqual(['DISBURSMENT_FAILED', 'VOIDED']);
});
