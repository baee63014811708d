import { expect, test } from 'vitest';
import { readBalances, readChain } from '#server/lending/loans/store/ledger-store.ts';
import { readLoanEvents, readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { bookReversal } from '#server/lending/payments/book-reversal.ts';
import type { Money } from '#server/lending/payments/store/money-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import {
  aLoan,
  anOriginatedLoan,
  aPerson,
  closeThrough,
  pay,
  stored,
  withLoanService,
} from '#tests/support/loans/loan-service.ts';

const service = withLoanService();

test('EX1 paid on its due date leaves every account as the domain has it', async () => {
  const { id } = await aLoan(service);
  await closeThrough(service, '2026-02-14');
  const decision = await pay(service, id, 573.03);
  expect(decision).toMatchObject({ kind: 'accepted' });
  expect(await readBalances(service.db.kysely, { loanId: id })).toEqual({
    bank: 7303,
    'interest-income': -3189,
    'fee-income': -3000,
    'igv-payable': -1114,
    'loan-principal': 0,
    'interest-receivable': 0,
    'fees-receivable': 0,
    'igv-receivable': 0,
    'disbursement-clearing': 0,
  });
  expect((await stored(service, id)).loan.status).toBe('PAID');
});

test('a loan that was not read for weeks has the same ledger as one that was closed every night', async () => {
  const watched = await aLoan(service);
  const forgotten = await aLoan(service);
  for (let day = 16; day <= 31; day += 1) {
    service.clock.moveTo(`2026-01-${day}`);
    await withLoan(service.context, { id: watched.id }, async () => undefined);
  }
  await closeThrough(service, '2026-02-20');
  const shape = async (id: string) =>
    (await readChain(service.db.kysely, id)).map(({ businessDate, kind, postings }) => ({
      businessDate,
      kind,
      postings,
    }));
  expect(await shape(forgotten.id)).toEqual(await shape(watched.id));
  const events = await readLoanEvents(service.db.kysely, forgotten.id);
  expect(events.map(({ event, business_date }) => [event, business_date])).toEqual([
    ['disbursement-ordered', '2026-01-15'],
    ['disbursement-confirmed', '2026-01-15'],
    ['fell-past-due', '2026-02-17'],
  ]);
});

test('closing the same day again writes nothing', async () => {
  const { id } = await aLoan(service);
  await closeThrough(service, '2026-01-25');
  const before = await readChain(service.db.kysely, id);
  await closeThrough(service, '2026-01-25');
  expect(await readChain(service.db.kysely, id)).toEqual(before);
});

test('a payment that becomes known late leads where it would have led in time', async () => {
  const inTime = await aLoan(service);
  const late = await aLoan(service);
  await closeThrough(service, '2026-02-14');
  await pay(service, inTime.id, 573.03);
  await closeThrough(service, '2026-02-25');
  expect((await stored(service, late.id)).loan.status).toBe('PAST_DUE');
  await pay(service, late.id, 573.03, { on: '2026-02-14' });
  expect((await stored(service, late.id)).loan.status).toBe('PAID');
  const balances = (loanId: string) => readBalances(service.db.kysely, { loanId });
  const withoutZeros = (of: object) => Object.fromEntries(Object.entries(of).filter(([, amount]) => amount !== 0));
  expect(withoutZeros(await balances(late.id))).toEqual(withoutZeros(await balances(inTime.id)));
});

test("another client's loan is not there, and neither is one that does not exist", async () => {
  const { loan } = await aLoan(service);
  const personId = await aPerson(service);
  const work = async () => 'seen';
  expect(await withLoan(service.context, { number: loan.number, personId }, work)).toEqual({ kind: 'not-there' });
  expect(await withLoan(service.context, { number: 'P-2026-9999999' }, work)).toEqual({ kind: 'not-there' });
});

test('when a decision fails on the way nothing of it is left', { tags: 'asvs-2.3.3' }, async () => {
  const { id } = await aLoan(service);
  const before = await readChain(service.db.kysely, id);
  service.clock.moveTo('2026-01-20');
  const failing = withLoan(service.context, { id }, async (locked) => {
    expect(locked.day.date).toBe('2026-01-20');
    throw new Error('the power went');
  });
  await expect(failing).rejects.toThrow('the power went');
  expect(await readChain(service.db.kysely, id)).toEqual(before);
  expect((await stored(service, id)).bookedThrough).toBe('2026-01-15');
});

test('the same payment cannot be booked twice', async () => {
  const { id } = await aLoan(service);
  const payment = '0190a1b2-0000-7000-8000-000000000001';
  expect(await pay(service, id, 100, { id: payment })).toMatchObject({ kind: 'accepted' });
  expect(await pay(service, id, 100, { id: payment })).toEqual({ kind: 'refused', reason: 'already-recorded' });
});

test('of two open loans the one whose payout is on its way comes first, and then the older', async () => {
  const { id, personId } = await aLoan(service);
  const payment = '0190a1b2-0000-7000-8000-000000000002';
  await pay(service, id, 573.03, { id: payment });
  const newer = await anOriginatedLoan(service, undefined, personId);
  await withLoan(service.context, { id }, (locked) => bookReversal(locked, [{ id: payment } as Money], 'chargeback'));
  expect((await readOpenLoan(service.db.kysely, personId))?.id).toBe(newer.id);
  await dispatchDisbursements(service.context);
  expect((await stored(service, newer.id)).loan.status).toBe('PERFORMING');
  expect((await readOpenLoan(service.db.kysely, personId))?.id).toBe(id);
});
