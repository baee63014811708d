import { expect, test } from 'vitest';
import type { CalendarDate } from '#loan/calendar.ts';
import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const PAID: PayoutState = { kind: 'paid', providerRef: 'bank-1', valueDate: '2026-01-15' as CalendarDate };

/** A refund to a bank account, ordered and not yet sent. */
async function anOrderedRefund(): Promise<string> {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, method: 'MANUAL' });
  await transfer(payments, payment, 100, '2026-01-15');
  await refundPayment(payments.context, payment.id, { operator: 'Ana', reason: 'The client asked.' });
  return payment.id;
}

const refundOf = (intentId: string) =>
  payments.db.kysely.selectFrom('refund').selectAll().where('intent_id', '=', intentId).executeTakeFirstOrThrow();
const statusOf = async (intentId: string) => (await refundOf(intentId)).status;

/** A bank that another copy of the service has already heard from when it answers this one. */
function slowBank(answer: () => PayoutState): PayoutGateway {
  return {
    async send() {
      payments.clock.pass({ minutes: 5 });
      await dispatchRefunds({ ...payments.loans.context, payout: { ...slowBank(answer), send: async () => PAID } });
      return answer();
    },
    find: async () => PAID,
  };
}

test('a refund another copy has ended is not brought back by an answer that is late', async () => {
  const id = await anOrderedRefund();
  const payout = slowBank(() => ({ kind: 'accepted', providerRef: 'bank-1' }));
  await dispatchRefunds({ ...payments.loans.context, payout });
  expect(await statusOf(id)).toBe('PAID');
});

test('nor by an answer that is lost', async () => {
  const id = await anOrderedRefund();
  const payout = slowBank(() => {
    throw new Error('no answer');
  });
  await dispatchRefunds({ ...payments.loans.context, payout });
  expect(await statusOf(id)).toBe('PAID');
});

test('a refund whose status another copy has changed meanwhile is not sent by this one', async () => {
  const id = await anOrderedRefund();
  const { openDestination, payout } = payments.loans.context;
  const calls = payments.loans.bank.calls;
  await dispatchRefunds({
    ...payments.loans.context,
    payout,
    async openDestination(account) {
      await payments.db.kysely.updateTable('refund').set({ status: 'SENDING' }).where('intent_id', '=', id).execute();
      return openDestination(account);
    },
  });
  expect([payments.loans.bank.calls, await statusOf(id)]).toEqual([calls, 'SENDING']);
});

test('a refund on its way that the bank does not know is never sent again: a person asks the bank', async () => {
  const id = await anOrderedRefund();
  const { bank } = payments.loans;
  bank.mode = 'lost';
  await dispatchRefunds(payments.loans.context);
  const calls = bank.calls;
  bank.paidOut.clear();
  bank.mode = 'pays';
  for (let round = 0; round < 3; round += 1) {
    payments.clock.pass({ hours: 1 });
    await dispatchRefunds(payments.loans.context);
  }
  expect([bank.calls, await statusOf(id)]).toEqual([calls, 'SENDING']);
  const refund = await refundOf(id);
  const tasks = await listTasks(payments.db.kysely);
  expect(tasks.filter(({ subject }) => subject === `payout:${refund.id}`).map(({ kind }) => kind)).toEqual([
    'payout-not-found',
  ]);
});

test('a bank that is not even reached is tried again, and the money goes once', async () => {
  const id = await anOrderedRefund();
  payments.loans.bank.mode = 'down';
  await dispatchRefunds(payments.loans.context);
  expect(await statusOf(id)).toBe('QUEUED');
  payments.loans.bank.mode = 'pays';
  payments.clock.pass({ minutes: 1 });
  await dispatchRefunds(payments.loans.context);
  expect(await statusOf(id)).toBe('PAID');
});

test('a bank that is down is asked again, and the money goes once', async () => {
  const id = await anOrderedRefund();
  payments.loans.bank.mode = 'lost';
  await dispatchRefunds(payments.loans.context);
  expect(await statusOf(id)).toBe('SENDING');
  payments.loans.bank.mode = 'pays';
  payments.clock.pass({ minutes: 1 });
  await dispatchRefunds(payments.loans.context);
  expect(await statusOf(id)).toBe('PAID');
});
