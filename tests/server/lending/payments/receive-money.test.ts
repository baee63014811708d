import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { type Credit, receiveMoney } from '#server/lending/payments/receive-money.ts';
import { listUnapplied } from '#server/lending/payments/store/money-store.ts';
import { readIntentEvents } from '#server/lending/payments/store/payment-event-store.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { closeThrough, pay, stored, verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, lookAt, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

let lines = 0;
const credit = (soles: number, over: Partial<Credit> = {}): Credit => ({
  provider: 'BANK',
  providerRef: `line ${++lines}`,
  amountCents: fromSoles(soles),
  date: calendarDate(payments.clock.businessDate()),
  into: 'bank',
  actor: 'operator:Ana',
  ...over,
});
const receive = (one: Credit) => receiveMoney(payments.context, one);

async function aTransfer(request = {}) {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL', ...request });
  return { debtor, id: payment.id };
}

describe('money (domain 2.11)', () => {
  test('is booked once, however often it is told', async () => {
    const { debtor, id } = await aTransfer();
    const one = credit(509.44, { intentId: id });
    expect((await receive(one)).kind).toBe('booked');
    expect((await receive(one)).kind).toBe('known');
    expect((await receive({ ...one, amountCents: fromSoles(900) })).kind).toBe('known');
    expect((await stored(payments, debtor.loan.id)).loan.facts).toHaveLength(1);
  });

  test('counts on the day it was paid, not on the day it became known', {
    tags: 'promise-the-day-a-payment-counts',
  }, async () => {
    const { debtor, id } = await aTransfer();
    await closeThrough(payments.loans, '2026-02-20');
    expect((await stored(payments, debtor.loan.id)).loan.status).toBe('PAST_DUE');
    await receive(credit(534.59, { intentId: id, date: calendarDate('2026-01-27') }));
    expect((await stored(payments, debtor.loan.id)).loan.status).toBe('PAID');
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      paidOn: '2026-01-27',
      outcome: 'OVERPAID',
      paysOff: true,
    });
  });

  test('paid twice for one code says where all of it went', async () => {
    const { debtor, id } = await aTransfer({ purpose: 'PARTIAL', amount: 300 });
    await closeThrough(payments.loans, '2026-02-24');
    for (const date of ['2026-02-24', '2026-02-14']) {
      await receive(credit(300, { intentId: id, date: calendarDate(date) }));
      const { received, allocation } = await lookAt(payments, debtor, id);
      const { fees = {}, ...parts } = allocation ?? {};
      const went = [...Object.values(parts), ...Object.values(fees)].reduce<number>(
        (all, part = 0) => all + fromSoles(part),
        0,
      );
      expect(went).toBe(fromSoles(received));
    }
    // 573,03 was due; the rest was ten days late and pays what that cost.
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      received: 600,
      allocation: { principal: 500, credit: 19.07 },
      paysOff: true,
    });
  });

  test('of a provider whose clock is ahead counts today', async () => {
    const { debtor, id } = await aTransfer();
    await receive(credit(509.44, { intentId: id, date: calendarDate('2026-01-16') }));
    expect(await lookAt(payments, debtor, id)).toMatchObject({ paidOn: '2026-01-15', paysOff: true });
  });

  test.each(['EXPIRED', 'CANCELLED', 'FAILED', 'IN_REVIEW', 'UNKNOWN', 'PROCESSING', 'CREATED'] as const)(
    'that comes for a payment which is %s is taken all the same',
    async (status) => {
      const { debtor, id } = await aTransfer();
      await payments.db.kysely.updateTable('payment_intent').set({ status }).where('id', '=', id).execute();
      expect((await receive(credit(509.44, { intentId: id }))).kind).toBe('booked');
      expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', failureReason: null });
    },
  );

  test('after a payment has gone back is booked too, and the payment stays what it became', async () => {
    const { debtor, id } = await aTransfer({ purpose: 'PARTIAL', amount: 50 });
    await receive(credit(50, { intentId: id }));
    await payments.db.kysely.updateTable('payment_intent').set({ status: 'REVERSED' }).where('id', '=', id).execute();
    expect((await receive(credit(50, { intentId: id }))).kind).toBe('booked');
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'REVERSED',
      received: 100,
      outcome: 'OVERPAID',
    });
    expect((await readIntentEvents(payments.db.kysely, id)).map(({ event }) => event)).toEqual([
      'shown-to-customer',
      'money-proved',
    ]);
  });

  test('for a loan that is paid becomes its credit', async () => {
    const { debtor, id } = await aTransfer();
    await pay(payments.loans, debtor.loan.id, 509.44);
    expect((await receive(credit(509.44, { intentId: id }))).kind).toBe('booked');
    expect((await readBalances(payments.db.kysely, { loanId: debtor.loan.id }))['client-credit']).toBe(-50_944);
  });

  test('that its loan refuses is kept apart, and the client sees that it came', async () => {
    const { debtor, id } = await aTransfer();
    const received = await receive(credit(20, { intentId: id, date: calendarDate('2026-01-10') }));
    expect(received).toMatchObject({ kind: 'unapplied', reason: 'dated-before-disbursement' });
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      received: 20,
      applied: false,
      allocation: null,
    });
    const { rows: open } = await listUnapplied(payments.db.kysely, payments.vault).page({
      cursor: undefined,
      limit: 50,
    });
    expect(open.map(({ id: moneyId }) => moneyId)).toContain(received.money.id);
    const tasks = await listTasks(payments.db.kysely);
    expect(tasks.map(({ subject }) => subject)).toContain(`money:${received.money.id}`);
  });

  test('that cannot be identified is kept on an account of its own', async () => {
    const before = (await readBalances(payments.db.kysely))['unapplied-funds'] ?? 0;
    expect(await receive(credit(77))).toMatchObject({ kind: 'unapplied', reason: 'unknown-reference' });
    expect(await receive(credit(33, { intentId: uuidv7(Date.now()) }))).toMatchObject({ kind: 'unapplied' });
    expect((await readBalances(payments.db.kysely))['unapplied-funds']).toBe(before - 11_000);
  });

  test('told first without and then with its operation number is one', async () => {
    const { id } = await aTransfer();
    const code = { provider: 'PAGOEFECTIVO', providerRef: 'code 9', into: 'psp-clearing', intentId: id } as const;
    expect((await receive(credit(50, code))).kind).toBe('booked');
    expect((await receive(credit(50, { ...code, operation: '1' }))).kind).toBe('known');
    expect((await receive(credit(50, code))).kind).toBe('known');
    expect((await receive(credit(50, { ...code, operation: '2' }))).kind).toBe('booked');
  });

  test('told with two amounts under one number is booked as told first, and a person looks', async () => {
    const { id } = await aTransfer();
    const code = { provider: 'PAGOEFECTIVO', providerRef: 'code 10', into: 'psp-clearing', intentId: id } as const;
    const first = await receive(credit(50, code));
    await receive(credit(60, { ...code, operation: '1' }));
    const tasks = await listTasks(payments.db.kysely);
    expect(tasks.find(({ subject }) => subject === `money:${first.money.id}`)?.kind).toBe('amounts-differ');
  });
});

test('what is told of a credit is never rewritten, and no payment is deleted', async () => {
  const { id } = await aTransfer();
  const { money } = await receive(credit(50, { intentId: id }));
  const { kysely } = payments.db;
  const rewrite = kysely.updateTable('money_received').set({ amount: 1 }).where('id', '=', money.id);
  await expect(rewrite.execute()).rejects.toThrow('never rewritten');
  await expect(kysely.deleteFrom('money_received').execute()).rejects.toThrow('append-only');
  await expect(kysely.deleteFrom('payment_intent').execute()).rejects.toThrow('never deleted');
  await expect(kysely.deleteFrom('payment_event').execute()).rejects.toThrow('append-only');
  const other = kysely.updateTable('payment_intent').set({ amount: 1 }).where('id', '=', id);
  await expect(other.execute()).rejects.toThrow('never rewritten');
  expect((await readIntent(kysely, { id }))?.amountCents).toBe(50_944);
});

test('a credit that is in no books is found by the ledger’s own proof', async () => {
  const id = uuidv7(Date.now());
  const row = {
    provider: 'BANK',
    provider_ref: id,
    amount: 5,
    value_date: '2026-01-15',
    into_account: 'bank',
  } as const;
  const { kysely } = payments.db;
  await kysely
    .insertInto('money_received')
    .values({ id, ...row, detail: '{}', recorded_on: '2026-01-15', received_at: new Date(), operation: null })
    .execute();
  expect((await verify(payments.loans)).problems).toEqual([`credit ${id} is not in the books exactly once`]);
  await kysely.insertInto('unapplied').values({ id, reason: 'test', status: 'OPEN', created_at: new Date() }).execute();
  expect((await verify(payments.loans)).problems).toEqual([
    expect.stringMatching(/^unapplied-funds holds \d+ and \d+ is nobody's$/),
  ]);
  await kysely
    .updateTable('unapplied')
    .set({ status: 'RETURNED', resolved_at: new Date() })
    .where('id', '=', id)
    .execute();
});
