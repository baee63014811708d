import { expect, test } from 'vitest';
import { readOrders } from '#server/lending/store/disbursement-store.ts';
import { readBalances } from '#server/lending/store/ledger-store.ts';
import { readLoanEvents } from '#server/lending/store/loan-store.ts';
import { abandonFailedDisbursements, dispatchDisbursements, takeAnswer } from '#server/lending/workflows/disburse.ts';
import { anOriginatedLoan, stored, withLoanService } from '#tests/support/loan-service.ts';

const service = withLoanService();
const eventsOf = async (id: string) => (await readLoanEvents(service.db.kysely, id)).map(({ event }) => event);
const statusesOf = async (id: string) => (await readOrders(service.db.kysely, id)).map(({ status }) => status);

test('a signed loan is paid out once and starts to run on the value date of the bank', async () => {
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

test('money the bank had already paid on Thursday earns from Thursday, also when it says so on Monday', async () => {
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

test('a rejected account leaves no debt, and after five days without another one the loan is void', async () => {
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
