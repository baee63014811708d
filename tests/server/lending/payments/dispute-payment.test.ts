import { describe, expect, test } from 'vitest';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { findOpenRefund } from '#server/lending/payments/store/refund-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  asOperator,
  type Debtor,
  importStatement,
  payByCard,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

const REFUND = { reason: 'The client asked within the hour.' };
const DISPUTE = { reference: 'CB-1', reason: 'The cardholder says it was not them.' };
const act = async (id: string, name: string, body: object = {}) => {
  const answer = await asOperator(payments, `payments/${id}/${name}`, body);
  const { status, error } = (await answer.json()) as { status?: string; error?: { message: string } };
  return status ?? error?.message;
};
const statusOf = async ({ loan }: Debtor) => (await stored(payments.loans, loan.id)).loan.status;
async function balances() {
  const {
    bank = 0,
    'psp-clearing': clearing = 0,
    'payouts-to-recover': recover = 0,
  } = await readBalances(payments.db.kysely);
  return { bank, clearing, recover };
}
const tasksOn = async (subject: string) =>
  (await listTasks(payments.db.kysely)).filter((task) => task.subject === subject).map(({ kind }) => kind);

/** A card's payoff whose refund has gone, or (`isLost`) whose refund nobody has an answer about. */
async function aRefundedCard({ isLost = false } = {}) {
  const debtor = await aDebtor(payments);
  const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
  if (isLost) await payments.world.plan('niubiz', 'reverse', 'server-error');
  expect(await act(id, 'refund', REFUND)).toBe(isLost ? 'REFUND_PENDING' : 'REFUNDED');
  return { debtor, id };
}

/** A payoff by transfer whose refund waits for the bank. */
async function aRefundOnItsWay() {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  await transfer(payments, payment, 509.44, '2026-01-15');
  expect(await act(payment.id, 'refund', REFUND)).toBe('REFUND_PENDING');
  return { debtor, id: payment.id };
}

describe('a payment that was given back and is charged back all the same', () => {
  test('has gone out twice: the loan stays open, and what is to be recovered has its own account and task', async () => {
    const { debtor, id } = await aRefundedCard();
    const before = await balances();
    expect(await act(id, 'dispute', DISPUTE)).toBe('DISPUTED');
    expect(await balances()).toEqual(before);
    expect(await act(id, 'dispute-lost')).toBe('REVERSED');
    const { clearing, recover } = before;
    expect(await balances()).toEqual({ ...before, clearing: clearing - 50_944, recover: recover + 50_944 });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    const money = await payments.db.kysely
      .selectFrom('money_received')
      .select('id')
      .where('intent_id', '=', id)
      .execute();
    expect(await tasksOn(`payout:${money[0]?.id}`)).toEqual(['payout-not-owed']);
    expect(await act(id, 'dispute', DISPUTE)).toBe('Only a payment that succeeded.');
  });

  test('and that the banks decide for us stays given back, as often as it is disputed', async () => {
    const { id } = await aRefundedCard();
    const before = await balances();
    for (let times = 0; times < 2; times += 1) {
      expect(await act(id, 'dispute', DISPUTE)).toBe('DISPUTED');
      expect(await act(id, 'dispute-won')).toBe('REFUNDED');
    }
    expect(await balances()).toEqual(before);
  });

  test('is named by a settlement in a line of its own, behind the one of the refund', async () => {
    const { debtor, id } = await aRefundedCard();
    await act(id, 'dispute', DISPUTE);
    await act(id, 'dispute-lost');
    const kept = [
      await payByCard(payments, debtor, { purpose: 'PAYOFF' }),
      await payByCard(payments, await aDebtor(payments), { purpose: 'PARTIAL', amount: 300 }),
    ];
    // As the provider's report writes it: in its own width.
    const written = async (one: string) =>
      ((await readIntent(payments.db.kysely, { id: one }))?.purchaseNumber ?? '').padStart(14, '0');
    const back = { reference: await written(id), amount: -509.44 };
    const lines = [
      { reference: await written(kept[0]?.id ?? ''), amount: 509.44 },
      { reference: await written(kept[1]?.id ?? ''), amount: 300 },
      { reference: await written(id), amount: 509.44 },
      back,
      back,
    ];
    await importStatement(payments, [['15/01/2026', '881001', '290.00', 'ABONO LIQUIDACION']]);
    const { unapplied } = await (await asOperator(payments, 'unapplied')).json();
    const line = unapplied.find((one: { bank_ref: string }) => one.bank_ref === '881001').id;
    const figures = { provider: 'NIUBIZ', reference: 'L-881001', cost: 10, date: '2026-01-15', line };
    const settle = (named: readonly object[]) => asOperator(payments, 'settlements', { ...figures, lines: named });
    const third = await (await settle([...lines, back])).json();
    expect(third.error.message).toContain(`${back.reference} of -509.44 does not wait for a settlement`);
    const spoilt = await (await settle([...lines, { ...back, reference: '1.23457E+11' }])).json();
    expect(spoilt.error.message).toContain('1.23457E+11 of -509.44 does not wait for a settlement');
    expect(await (await settle(lines)).json()).toEqual({ isNew: true });
    const settled = await payments.db.kysely.selectFrom('settlement_line').select('kind').orderBy('kind').execute();
    const backs = ['charged-back', 'taken-back'];
    expect(settled.map(({ kind }) => kind).filter((kind) => kind !== 'collected')).toEqual(backs);
  });
});

describe('a payment that is disputed while it is being given back', () => {
  test('is not sent when it had not been: won, it is as before; lost, it went out once', async () => {
    for (const [outcome, status, loan] of [
      ['dispute-won', 'SUCCEEDED', 'PAID'],
      ['dispute-lost', 'REVERSED', 'PERFORMING'],
    ] as const) {
      const { debtor, id } = await aRefundOnItsWay();
      const [before, sent] = [await balances(), payments.loans.bank.paidOut.size];
      expect(await act(id, 'dispute', DISPUTE)).toBe('DISPUTED');
      await dispatchRefunds(payments.loans.context);
      expect(payments.loans.bank.paidOut.size).toBe(sent);
      expect([await act(id, outcome), await statusOf(debtor)]).toEqual([status, loan]);
      const lost = outcome === 'dispute-lost' ? 50_944 : 0;
      expect(await balances()).toEqual({ ...before, bank: before.bank - lost });
    }
  });

  test('and was sent: its refund ends first, as paid or refused, before the dispute is won', async () => {
    const [paid, refused] = [await aRefundedCard({ isLost: true }), await aRefundedCard({ isLost: true })];
    for (const { id } of [paid, refused]) {
      expect(await act(id, 'dispute', DISPUTE)).toBe('DISPUTED');
      expect(await act(id, 'dispute-won')).toBe('Its refund is on its way: say first how that ended.');
    }
    expect(await act(paid.id, 'refund-paid', { reference: 'R-1' })).toBe('DISPUTED');
    expect([await act(paid.id, 'dispute-won'), await statusOf(paid.debtor)]).toEqual(['REFUNDED', 'PERFORMING']);
    expect(await act(refused.id, 'refund-refused', REFUND)).toBe('DISPUTED');
    expect([await act(refused.id, 'dispute-won'), await statusOf(refused.debtor)]).toEqual(['SUCCEEDED', 'PAID']);
  });

  test.each([true, false])(
    'and lost before its refund has an answer: what is paid then (%s) is to be recovered',
    async (isPaid) => {
      const { debtor, id } = await aRefundedCard({ isLost: true });
      const before = await balances();
      await act(id, 'dispute', DISPUTE);
      expect(await act(id, 'dispute-lost')).toBe('REVERSED');
      expect(await statusOf(debtor)).toBe('PERFORMING');
      const told = isPaid ? act(id, 'refund-paid', { reference: 'R-2' }) : act(id, 'refund-refused', REFUND);
      expect(await told).toBe('REVERSED');
      const twice = isPaid ? 50_944 : 0;
      const { clearing, recover } = before;
      expect(await balances()).toEqual({ ...before, clearing: clearing - 50_944 - twice, recover: recover + twice });
      expect(await findOpenRefund(payments.db.kysely, { intentId: id })).toBeUndefined();
    },
  );
});
