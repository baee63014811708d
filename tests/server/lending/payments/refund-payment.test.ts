import { sql } from 'kysely';
import { test as base, describe, expect } from 'vitest';
import type { CalendarDate } from '#loan/calendar.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds, takeAnswer } from '#server/lending/payments/dispatch-refunds.ts';
import { refundPaid, refundPayment, settleRefund } from '#server/lending/payments/refund-payment.ts';
import { settlePayout } from '#server/lending/payments/settle-payout.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { findOpenRefund, readParts, readRefund } from '#server/lending/payments/store/refund-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { aDebtor, payByCard, startPayment, takeCreditBack, withPayments } from '#tests/support/payments/payments.ts';
import { BY_ANA, refundsIn } from '#tests/support/payments/refunds.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));
const TODAY = '2026-01-15';
const MANUAL = { method: 'MANUAL' } as const;

const { factsOf, order, payoutTasksOf, tasksOf } = refundsIn(payments);

describe('money that comes while a payment is given back', () => {
  test('stays with the loan: only what was ordered goes', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, ...MANUAL });
    await transfer(payments, payment, 100, TODAY);
    await order(payment.id);
    await transfer(payments, payment, 50, TODAY);
    await dispatchRefunds(payments.loans.context);
    expect([...payments.loans.bank.paidOut.values()].at(-1)?.amountCents).toBe(10_000);
    expect(await factsOf(debtor)).toEqual([
      [10_000, TODAY],
      [5_000, undefined],
    ]);
    expect((await readIntent(payments.db.kysely, { id: payment.id }))?.status).toBe('REFUNDED');
  });

  test('and that no loan has taken does not keep the refund from ending', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
    await transfer(payments, payment, payment.amount, TODAY);
    await order(payment.id);
    expect((await transfer(payments, payment, 20, '2026-01-10')).kind).toBe('unapplied');
    await dispatchRefunds(payments.loans.context);
    expect((await readIntent(payments.db.kysely, { id: payment.id }))?.status).toBe('REFUNDED');
    expect(await findOpenRefund(payments.db.kysely, { intentId: payment.id })).toBeUndefined();
  });
});

test('money of a card payment that came by transfer goes back to the bank account', async ({ debtor }) => {
  const card = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, method: 'NIUBIZ' });
  await transfer(payments, card, 100, TODAY);
  await order(card.id);
  await dispatchRefunds(payments.loans.context);
  expect([...payments.loans.bank.paidOut.values()].at(-1)?.amountCents).toBe(10_000);
  expect(payments.world.requests.some((request) => request.includes('reverse'))).toBe(false);
  expect(await factsOf(debtor)).toEqual([[10_000, TODAY]]);
});

describe('a card’s refund that the provider has only registered', () => {
  /** Paid by card yesterday: after the day's close the provider takes a refund down, and gives the money back within days. */
  async function registered() {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    const { gateways } = payments.context;
    const refund = () => Promise.resolve({ kind: 'registered', reference: 'R-77' } as const);
    const context = {
      ...payments.context,
      gateways: { ...gateways, card: { ...gateways.card, refund } as typeof gateways.card },
    };
    await refundPayment(context, id, BY_ANA);
    return { debtor, id, context, refund: await findOpenRefund(payments.db.kysely, { intentId: id }) };
  }

  test('waits for the provider’s reports, and is ordered once', async () => {
    const { debtor, id, context, refund } = await registered();
    expect(refund?.status).toBe('SENT');
    expect(await tasksOf(id)).toMatchObject([{ kind: 'refund-unknown', note: expect.stringContaining('as R-77') }]);
    expect((await readIntent(payments.db.kysely, { id }))?.status).toBe('REFUND_PENDING');
    expect((await factsOf(debtor)).at(-1)).toEqual([expect.any(Number), undefined]);
    expect((await refundPayment(context, id, BY_ANA)).kind).toBe('refused');
  });

  test('takes the payment back when a colleague settles it by the reports', async () => {
    const { debtor, id } = await registered();
    expect(
      (await settleRefund(payments.context, id, { operator: 'Ana', paidAs: 'R-77', reason: 'in the report' })).kind,
    ).toBe('moved');
    expect(await tasksOf(id)).toEqual([]);
    expect((await readIntent(payments.db.kysely, { id }))?.status).toBe('REFUNDED');
    expect((await factsOf(debtor)).at(-1)).toEqual([expect.any(Number), TODAY]);
  });

  test('leaves the payment where it was when the provider refuses it after all', async () => {
    const { debtor, id, refund } = await registered();
    expect((await settleRefund(payments.context, id, { operator: 'Ana', reason: 'refused in the report' })).kind).toBe(
      'moved',
    );
    expect(await tasksOf(id)).toEqual([]);
    expect((await readRefund(payments.db.kysely, refund?.id ?? ''))?.status).toBe('REJECTED');
    expect((await readIntent(payments.db.kysely, { id }))?.status).toBe('SUCCEEDED');
    expect((await factsOf(debtor)).at(-1)).toEqual([expect.any(Number), undefined]);
  });
});

test('what a colleague learned of a refund is on record with what came of it, or nothing comes of it', async () => {
  const { kysely } = payments.db;
  const debtor = await aDebtor(payments);
  const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
  await payments.world.plan('niubiz', 'reverse', 'server-error');
  await order(id);
  // As if the process died before it was written who settled it.
  await sql`create function no_record() returns trigger language plpgsql as
    $$ begin raise exception 'the process died'; end $$`.execute(kysely);
  await sql`create trigger no_record before insert on audit for each row
    when (new.action = 'payment.settle-refund') execute function no_record()`.execute(kysely);
  const refused = settleRefund(payments.context, id, { operator: 'Ana', reason: 'refused in the report' });
  await expect(refused).rejects.toThrow('the process died');
  expect((await readIntent(kysely, { id }))?.status).toBe('REFUND_PENDING');
  const paid = settleRefund(payments.context, id, { operator: 'Ana', paidAs: 'R-1', reason: '' });
  await expect(paid).rejects.toThrow('the process died');
  expect((await readIntent(kysely, { id }))?.status).toBe('REFUND_PENDING');
  expect((await factsOf(debtor)).at(-1)).toEqual([expect.any(Number), undefined]);
  expect(await tasksOf(id)).toMatchObject([{ kind: 'refund-unknown' }]);
  await sql`drop function no_record cascade`.execute(kysely);
  expect((await settleRefund(payments.context, id, { operator: 'Ana', paidAs: 'R-1', reason: '' })).kind).toBe('moved');
  const rows = await readAudit(kysely, `payment:${id}`);
  expect(rows.map(({ action }) => action)).toEqual(['payment.refund', 'payment.settle-refund']);
});

describe('a card’s refund after which the service died', () => {
  async function dyingAtTheRefund(): Promise<string> {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    const { gateways } = payments.context;
    const refund = () => Promise.reject(new Error('killed'));
    const card = { ...gateways.card, refund } as typeof gateways.card;
    const context = { ...payments.context, gateways: { ...gateways, card } };
    await expect(refundPayment(context, id, BY_ANA)).rejects.toThrow('killed');
    return id;
  }

  test('waits for a person, who settles it', async () => {
    const id = await dyingAtTheRefund();
    expect((await tasksOf(id)).map(({ kind }) => kind)).toEqual(['refund-unknown']);
    await settleRefund(payments.context, id, { operator: 'Ana', paidAs: 'R-1', reason: 'found there' });
    expect(await tasksOf(id)).toEqual([]);
  });

  test('that was answered at once makes no task', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await order(id);
    expect(await tasksOf(id)).toEqual([]);
  });
});

test('while one payment of a loan is given back, another one has to wait', async ({ debtor }) => {
  const ids: string[] = [];
  for (const amount of [100, 50]) {
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount, ...MANUAL });
    await transfer(payments, payment, amount, TODAY);
    ids.push(payment.id);
  }
  const [first = '', second = ''] = ids;
  expect((await order(first)).kind).toBe('moved');
  expect(await order(second)).toMatchObject({ kind: 'refused', status: 409, code: 'payment_state' });
  await dispatchRefunds(payments.loans.context);
  expect((await order(second)).kind).toBe('moved');
  await dispatchRefunds(payments.loans.context);
});

test('a payment that was given back closes its refund, also when the row was left open', async ({ debtor }) => {
  const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, ...MANUAL });
  await transfer(payments, payment, 100, TODAY);
  await order(payment.id);
  await dispatchRefunds(payments.loans.context);
  const { kysely } = payments.db;
  await kysely
    .updateTable('refund')
    .set({ status: 'SENDING', ended_at: null })
    .where('intent_id', '=', payment.id)
    .execute();
  const open = await findOpenRefund(kysely, { intentId: payment.id });
  if (!open) throw new Error('no open refund');
  await refundPaid(payments.context, open, 'bank-again', 'provider');
  expect(await findOpenRefund(kysely, { intentId: payment.id })).toBeUndefined();
  expect(await factsOf(debtor)).toEqual([[10_000, TODAY]]);
});

describe('a refund that the bank was given', () => {
  const REFUSED = { operator: 'Ana', reason: 'The bank said on the phone that it will not pay.' };
  const PAID = { kind: 'paid', providerRef: 'B-late', valueDate: TODAY as CalendarDate } as const;

  /** S/ 200 on their way back to the client's account. */
  async function onItsWay() {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, ...MANUAL });
    await transfer(payments, payment, 200, TODAY);
    await order(payment.id);
    payments.loans.bank.mode = 'lost';
    await dispatchRefunds(payments.loans.context);
    payments.loans.bank.mode = 'pays';
    const refund = await findOpenRefund(payments.db.kysely, { intentId: payment.id });
    if (refund?.status !== 'SENDING') throw new Error('not on its way');
    return { debtor, payment, refund };
  }
  const statusOf = async (id: string) => (await readIntent(payments.db.kysely, { id }))?.status;
  const recoverable = async () => (await readBalances(payments.db.kysely))['payouts-to-recover'] ?? 0;

  test('is refused by the bank alone, which may still pay it', async () => {
    const { debtor, payment } = await onItsWay();
    expect(await settleRefund(payments.context, payment.id, REFUSED)).toMatchObject({
      status: 409,
      code: 'payout_in_flight',
    });
    expect(await statusOf(payment.id)).toBe('REFUND_PENDING');
    payments.clock.pass({ minutes: 1 });
    await dispatchRefunds(payments.loans.context);
    expect([await statusOf(payment.id), await factsOf(debtor)]).toEqual(['REFUNDED', [[20_000, TODAY]]]);
  });

  test('and has never had, by the word of a person, goes again once or stays', async () => {
    const context = { ...payments.context, payout: payments.loans.bank };
    const { bank } = payments.loans;
    for (const kind of ['not-sent', 'rejected'] as const) {
      const { payment, refund } = await onItsWay();
      const learned = { operator: 'Ana', learned: { kind, reason: 'The bank wrote so.' } };
      expect(await settlePayout(context, refund.id, learned)).toMatchObject({ status: 409, code: 'payout_in_flight' });
      bank.paidOut.delete(refund.id);
      expect(await settlePayout(context, refund.id, learned)).toMatchObject({ kind: 'settled' });
      await dispatchRefunds(payments.loans.context);
      expect(await statusOf(payment.id)).toBe(kind === 'not-sent' ? 'REFUNDED' : 'SUCCEEDED');
      expect(bank.paidOut.has(refund.id)).toBe(kind === 'not-sent');
    }
  });

  test.each(['not-sent', 'rejected', 'paid'] as const)(
    'is %s by the word of a person together with its record, or not at all',
    async (kind) => {
      const { kysely } = payments.db;
      const context = { ...payments.context, payout: payments.loans.bank };
      const { refund } = await onItsWay();
      payments.loans.bank.paidOut.delete(refund.id);
      const learned = kind === 'paid' ? PAID : ({ kind, reason: 'The bank wrote so.' } as const);
      const said = { operator: 'Ana', learned };
      await sql`create function no_refund() returns trigger language plpgsql as
      $$ begin raise exception 'the process died'; end $$`.execute(kysely);
      await sql`create trigger no_refund before update on refund for each row execute function no_refund()`.execute(
        kysely,
      );
      await expect(settlePayout(context, refund.id, said)).rejects.toThrow('the process died');
      await sql`drop function no_refund cascade`.execute(kysely);
      expect(await readAudit(kysely, `payout:${refund.id}`)).toEqual([]);
      expect(await settlePayout(context, refund.id, said)).toMatchObject({ kind: 'settled' });
      expect(await readAudit(kysely, `payout:${refund.id}`)).toMatchObject([
        { action: `payout.${kind}`, before: { status: 'SENDING' } },
      ]);
    },
  );

  test('may be called off before it is sent', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, ...MANUAL });
    await transfer(payments, payment, 200, TODAY);
    await order(payment.id);
    expect(await settleRefund(payments.context, payment.id, REFUSED)).toMatchObject({ kind: 'moved' });
    const { calls } = payments.loans.bank;
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await statusOf(payment.id)]).toEqual([calls, 'SUCCEEDED']);
  });

  test('is paid by the word of a person only when the bank has had it', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, ...MANUAL });
    await transfer(payments, payment, 200, TODAY);
    await order(payment.id);
    const told = { operator: 'Ana', paidAs: 'B-1', reason: 'The bank wrote so.' };
    expect(await settleRefund(payments.context, payment.id, told)).toMatchObject({ status: 409, code: 'payout_state' });
    const { calls } = payments.loans.bank;
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await statusOf(payment.id)]).toEqual([calls + 1, 'REFUNDED']);

    const sent = await onItsWay();
    expect(await settleRefund(payments.context, sent.payment.id, told)).toMatchObject({ kind: 'moved' });
    expect(await statusOf(sent.payment.id)).toBe('REFUNDED');
  });

  test('and paid after it had refused it is booked and told', async () => {
    const { debtor, payment, refund } = await onItsWay();
    await takeAnswer(payments.loans.context, refund, { kind: 'rejected', reason: 'account closed' });
    expect([await statusOf(payment.id), await factsOf(debtor)]).toEqual(['SUCCEEDED', [[20_000, undefined]]]);
    for (let time = 0; time < 2; time += 1) await takeAnswer(payments.loans.context, refund, PAID);
    expect([await statusOf(payment.id), await factsOf(debtor)]).toEqual(['REFUNDED', [[20_000, TODAY]]]);
    expect(await payoutTasksOf(refund.id)).toEqual(['payout-paid-late']);
  });

  test('takes the place of a second refund that has not been sent', async () => {
    const { payment, refund } = await onItsWay();
    await takeAnswer(payments.loans.context, refund, { kind: 'rejected', reason: 'account closed' });
    await order(payment.id);
    await takeAnswer(payments.loans.context, refund, PAID);
    const { calls } = payments.loans.bank;
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await statusOf(payment.id)]).toEqual([calls, 'REFUNDED']);
  });

  test('and paid beside a second one leaves money to recover', async () => {
    const { payment, refund } = await onItsWay();
    await takeAnswer(payments.loans.context, refund, { kind: 'rejected', reason: 'account closed' });
    await order(payment.id);
    await dispatchRefunds(payments.loans.context);
    expect(await statusOf(payment.id)).toBe('REFUNDED');
    const before = await recoverable();
    for (let time = 0; time < 2; time += 1) await takeAnswer(payments.loans.context, refund, PAID);
    expect([await recoverable(), await payoutTasksOf(refund.id)]).toEqual([before + 20_000, ['payout-not-owed']]);
  });
});

test.each(['CREDIT', 'PAYMENT'] as const)(
  'a %s refund that was paid and has come back is reported to staff, and nothing else changes',
  async (kind) => {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
    await transfer(payments, payment, 600, TODAY);
    if (kind === 'PAYMENT') await order(payment.id);
    else await takeCreditBack(payments.context, { number: debtor.number, personId: debtor.personId });
    const refund = await findOpenRefund(payments.db.kysely, { loanId: debtor.loan.id, kind });
    if (!refund) throw new Error('no refund');
    await dispatchRefunds(payments.loans.context);
    const facts = await factsOf(debtor);
    for (let time = 0; time < 2; time += 1) {
      await takeAnswer(payments.loans.context, refund, { kind: 'rejected', reason: 'account closed' });
    }
    const statusNow = (await readRefund(payments.db.kysely, refund.id))?.status;
    expect([statusNow, await payoutTasksOf(refund.id)]).toEqual(['PAID', ['payout-came-back']]);
    expect(await factsOf(debtor)).toEqual(facts);
  },
);

test.each([
  ['is there still, goes again', 0, 0],
  ['was used meanwhile, is money to recover', 1, 30_000],
] as const)('credit the bank had refused to send and then paid, when it %s', async (_, isUsed, surplus) => {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
  await transfer(payments, payment, payment.amount + 300, TODAY);
  const of = { number: debtor.number, personId: debtor.personId };
  const requested = await takeCreditBack(payments.context, of);
  if (requested.kind !== 'requested') throw new Error('no refund');
  payments.loans.bank.mode = 'rejects';
  await dispatchRefunds(payments.loans.context);
  payments.loans.bank.mode = 'pays';
  if (isUsed) {
    await takeCreditBack(payments.context, of);
    await dispatchRefunds(payments.loans.context);
  }
  const before = (await readBalances(payments.db.kysely))['payouts-to-recover'] ?? 0;
  const late = { kind: 'paid', providerRef: 'B-late', valueDate: TODAY as CalendarDate } as const;
  for (let time = 0; time < 2; time += 1) await takeAnswer(payments.loans.context, requested.refund, late);
  const balances = await readBalances(payments.db.kysely, { loanId: debtor.loan.id });
  expect([balances['client-credit'] ?? 0, (await readBalances(payments.db.kysely))['payouts-to-recover'] ?? 0]).toEqual(
    [0, before + surplus],
  );
});

test('credit of before the parts, of unknown payments, is money to recover when it is paid late', async ({
  debtor,
}) => {
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
  await transfer(payments, payment, 600, TODAY);
  const requested = await takeCreditBack(payments.context, { number: debtor.number, personId: debtor.personId });
  if (requested.kind !== 'requested') throw new Error('no refund');
  payments.loans.bank.mode = 'rejects';
  await dispatchRefunds(payments.loans.context);
  payments.loans.bank.mode = 'pays';
  const { refund } = requested;
  const unguarded = (change: ReturnType<typeof sql>) =>
    payments.db.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await change.execute(trx);
    });
  const [part] = await readParts(payments.db.kysely, refund.id);
  await unguarded(sql`delete from refund_part where refund_id = ${refund.id}`);
  const before = (await readBalances(payments.db.kysely))['payouts-to-recover'] ?? 0;
  const late = { kind: 'paid', providerRef: 'B-late', valueDate: TODAY as CalendarDate } as const;
  await takeAnswer(payments.loans.context, refund, late);
  expect((await readBalances(payments.db.kysely))['payouts-to-recover']).toBe(before + 9_056);
  await unguarded(sql`insert into refund_part (id, refund_id, payment_id, amount)
    values (${part?.id}, ${refund.id}, ${part?.paymentId}, ${part?.amountCents})`);
});
