import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '#loan/calendar.ts';
import { withTopUp } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import type { PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { dispatchDisbursements, takeAnswer } from '#server/lending/payouts/disburse.ts';
import { type DisbursementOrder, insertOrder, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { ADMIN_FEE } from '#tests/support/loan/loans.ts';
import { aLoan, anOriginatedLoan, closeThrough, stored, withLoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';

// The ledger is verified after every test.
const service = withLoanService();
const LATE: PayoutState = { kind: 'paid', providerRef: 'B-late', valueDate: '2026-01-16' as CalendarDate };

const ordersOf = (loanId: string) => readOrders(service.db.kysely, loanId);
const statusesOf = async (loanId: string) => (await ordersOf(loanId)).map(({ status }) => status);
const tasksAbout = async ({ id }: DisbursementOrder) =>
  (await listTasks(service.db.kysely)).filter(({ subject }) => subject === `payout:${id}`).map(({ kind }) => kind);
const balanceOf = async (account: 'bank' | 'payouts-to-recover') =>
  (await readBalances(service.db.kysely))[account] ?? 0;

/** A loan whose order the bank has refused. */
async function aRefusedOrder(): Promise<{ readonly loanId: string; readonly order: DisbursementOrder }> {
  const { id } = await anOriginatedLoan(service);
  service.bank.mode = 'rejects';
  await dispatchDisbursements(service.context);
  service.bank.mode = 'pays';
  const [order] = await ordersOf(id);
  if (order?.status !== 'REJECTED') throw new Error('not refused');
  service.clock.moveTo('2026-01-16');
  return { loanId: id, order };
}

/** Another order of the same loan, as after the client has named another account. */
async function anotherOrder({ loanId, amountCents, destinationSealed }: DisbursementOrder): Promise<string> {
  const id = crypto.randomUUID();
  const [orderedOn, now] = ['2026-01-16' as CalendarDate, service.clock.now()];
  const order = { id, loanId, purpose: 'loan', amountCents, destinationSealed, orderedOn, now } as const;
  await service.db.kysely.transaction().execute((trx) => insertOrder(trx, order));
  return id;
}

test('money the bank pays after it has refused the order reaches its loan, and staff are told', async () => {
  const { loanId, order } = await aRefusedOrder();
  const bank = await balanceOf('bank');
  await takeAnswer(service.context, order, LATE);
  await takeAnswer(service.context, order, LATE);
  const { loan } = await stored(service, loanId);
  expect([loan.status, loan.valueDate, await statusesOf(loanId)]).toEqual(['PERFORMING', '2026-01-16', ['CONFIRMED']]);
  expect([await balanceOf('bank'), await tasksAbout(order)]).toEqual([bank - 50_000, ['payout-paid-late']]);
});

test('an order to another account that has not gone out yet is not sent any more', async () => {
  const { loanId, order } = await aRefusedOrder();
  await anotherOrder(order);
  const { calls } = service.bank;
  await takeAnswer(service.context, order, LATE);
  await dispatchDisbursements(service.context);
  expect([service.bank.calls, await statusesOf(loanId)]).toEqual([calls, ['CONFIRMED', 'CANCELLED']]);
});

test('when another account has got the money already, what is paid twice is booked as money to recover', async () => {
  const { loanId, order } = await aRefusedOrder();
  await anotherOrder(order);
  // The destination is sealed for its own order: the test's bank asks nobody where to.
  const openDestination = async () => ({ bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' });
  await dispatchDisbursements({ ...service.context, openDestination });
  const [bank, before] = [await balanceOf('bank'), await balanceOf('payouts-to-recover')];
  await takeAnswer(service.context, order, LATE);
  await takeAnswer(service.context, order, LATE);
  expect((await stored(service, loanId)).loan.status).toBe('PERFORMING');
  expect(await statusesOf(loanId)).toEqual(['REJECTED', 'CONFIRMED']);
  expect([await balanceOf('bank'), await balanceOf('payouts-to-recover')]).toEqual([bank - 50_000, before + 50_000]);
  expect(await tasksAbout(order)).toEqual(['payout-not-owed']);
});

test('what a question finds out is told, and stays a task until a person has done it', async () => {
  const { order } = await aRefusedOrder();
  const id = await anotherOrder(order);
  const openDestination = async () => ({ bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' });
  service.bank.mode = 'lost';
  await dispatchDisbursements({ ...service.context, openDestination });
  service.bank.mode = 'pays';
  await takeAnswer(service.context, order, LATE);
  service.clock.pass({ minutes: 30 });
  await dispatchDisbursements({ ...service.context, openDestination });
  expect(await tasksAbout({ ...order, id })).toEqual(['payout-not-owed']);
});

test('an order of a top-up is not among those that money paid twice for its loan makes superfluous', async () => {
  const { loanId, order } = await aRefusedOrder();
  await anotherOrder(order);
  const openDestination = async () => ({ bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' });
  await dispatchDisbursements({ ...service.context, openDestination });
  await closeThrough(service, '2026-01-26');
  // To an account that was named today: it waits for tomorrow.
  await aSignedTopUp(loanId, 300, { notBefore: service.clock.now() + 86_400_000 });
  await takeAnswer(service.context, order, LATE);
  await takeAnswer(service.context, order, LATE);
  expect([await statusesOf(loanId), await tasksAbout(order)]).toEqual([
    ['REJECTED', 'CONFIRMED', 'QUEUED'],
    ['payout-not-owed'],
  ]);
  service.clock.moveTo('2026-01-27');
  await dispatchDisbursements(service.context);
  expect((await statusesOf(loanId)).at(-1)).toBe('CONFIRMED');
});

test('money that was paid and has come back is told, and changes nothing by itself', async () => {
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(service.context);
  const [order] = await ordersOf(id);
  if (!order) throw new Error('no order');
  await takeAnswer(service.context, order, { kind: 'rejected', reason: 'account closed' });
  expect([await statusesOf(id), await tasksAbout(order)]).toEqual([['CONFIRMED'], ['payout-came-back']]);
});

/** A top-up as it is after its signature: its order is written with it. */
async function aSignedTopUp(
  loanId: string,
  soles: number,
  {
    status = 'DISBURSING',
    notBefore,
  }: { readonly status?: 'ORIGINATED' | 'DISBURSING'; readonly notBefore?: number } = {},
): Promise<DisbursementOrder | undefined> {
  const id = crypto.randomUUID();
  const amountCents = cents(soles * 100);
  await withLoan(service.context, { id: loanId }, async (locked) => {
    const { loan, trx, personId, day, now } = locked;
    const topUp = { status, principalCents: amountCents, fees: [ADMIN_FEE] } as const;
    await locked.save(withTopUp(loan, topUp), { kind: 'top-up-signed', ref: id });
    if (status === 'ORIGINATED') return;
    const destination = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
    const order = { id, loanId, personId, purpose: 'top-up', amountCents, destination, orderedOn: day.date } as const;
    await queueDisbursement(trx, { ...order, notBefore, now }, sealDestinations(testVault()));
  });
  return (await ordersOf(loanId)).find((order) => order.id === id);
}

describe('money for a top-up that the bank had refused', () => {
  /** A running loan, and the order of a top-up of S/ 200 that the bank has refused. */
  async function aRefusedTopUp() {
    const { id } = await aLoan(service);
    await closeThrough(service, '2026-01-25');
    const refused = await aSignedTopUp(id, 200);
    service.bank.mode = 'rejects';
    await dispatchDisbursements(service.context);
    service.bank.mode = 'pays';
    service.clock.pass({ minutes: 10 });
    if (!refused || (await stored(service, id)).loan.topUp) throw new Error('not refused');
    return { id, refused, paid: { ...LATE, valueDate: '2026-01-25' as CalendarDate } };
  }
  const trancheOf = async (id: string) =>
    (await stored(service, id)).loan.facts.flatMap((fact) =>
      fact.kind === 'tranche' ? [[fact.id, fact.principalCents]] : [],
    );

  test.each(['before', 'after', 'before and after'])(
    'is to be recovered when the client signs another one, heard of %s that',
    async (when) => {
      const { id, refused, paid } = await aRefusedTopUp();
      const before = await balanceOf('payouts-to-recover');
      if (when.includes('before')) await takeAnswer(service.context, refused, paid);
      const other = await aSignedTopUp(id, 300);
      service.bank.mode = 'lost';
      await dispatchDisbursements(service.context);
      service.bank.mode = 'pays';
      if (when.includes('after')) await takeAnswer(service.context, refused, paid);
      expect([await statusesOf(id), await trancheOf(id)]).toEqual([['CONFIRMED', 'REJECTED', 'SENDING'], []]);
      expect([await balanceOf('payouts-to-recover'), await tasksAbout(refused)]).toEqual([
        before + 20_000,
        ['payout-not-owed'],
      ]);
      service.clock.pass({ hours: 1 });
      await dispatchDisbursements(service.context);
      expect([await statusesOf(id), await trancheOf(id)]).toEqual([
        ['CONFIRMED', 'REJECTED', 'CONFIRMED'],
        [[other?.id, 30_000]],
      ]);
    },
  );

  test('signs nothing that the client has only asked for since', async () => {
    const { id, refused, paid } = await aRefusedTopUp();
    await aSignedTopUp(id, 300, { status: 'ORIGINATED' });
    await takeAnswer(service.context, refused, paid);
    expect([(await stored(service, id)).loan.topUp?.status, await trancheOf(id)]).toEqual(['ORIGINATED', []]);
    expect(await tasksAbout(refused)).toEqual(['payout-not-owed']);
  });
});
