import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds, takeAnswer } from '#server/lending/payments/dispatch-refunds.ts';
import { endDispute, openDispute } from '#server/lending/payments/dispute-payment.ts';
import { refundPaid, refundPayment, settleRefund } from '#server/lending/payments/refund-payment.ts';
import { settlePayout } from '#server/lending/payments/settle-payout.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { findOpenRefund, readParts, readRefund } from '#server/lending/payments/store/refund-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  type Debtor,
  payByCard,
  startPayment,
  takeCreditBack,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const BY_ANA = { operator: 'Ana', reason: 'The client asked within the hour.' };
const TODAY = '2026-01-15';
const MANUAL = { method: 'MANUAL' } as const;

const factsOf = async ({ loan }: Debtor) =>
  (await stored(payments.loans, loan.id)).loan.facts.map((fact) =>
    fact.kind === 'payment' ? [fact.amountCents, fact.reversedOn] : fact.kind,
  );
const order = (id: string) => refundPayment(payments.context, id, BY_ANA);
const tasksOf = async (id: string) =>
  (await listTasks(payments.db.kysely)).filter(({ subject }) => subject === `payment:${id}`);
const payoutTasksOf = async (refundId: string) =>
  (await listTasks(payments.db.kysely))
    .filter(({ subject }) => subject === `payout:${refundId}`)
    .map(({ kind }) => kind);

describe('money that comes while a payment is given back', () => {
  test('stays with the loan: only what was ordered goes', async () => {
    const debtor = await aDebtor(payments);
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

  test('and that no loan has taken does not keep the refund from ending', async () => {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
    await transfer(payments, payment, payment.amount, TODAY);
    await order(payment.id);
    expect((await transfer(payments, payment, 20, '2026-01-10')).kind).toBe('unapplied');
    await dispatchRefunds(payments.loans.context);
    expect((await readIntent(payments.db.kysely, { id: payment.id }))?.status).toBe('REFUNDED');
    expect(await findOpenRefund(payments.db.kysely, { intentId: payment.id })).toBeUndefined();
  });
});

test('money of a card payment that came by transfer goes back to the bank account', async () => {
  const debtor = await aDebtor(payments);
  const card = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, method: 'NIUBIZ' });
  await transfer(payments, card, 100, TODAY);
  await order(card.id);
  await dispatchRefunds(payments.loans.context);
  expect([...payments.loans.bank.paidOut.values()].at(-1)?.amountCents).toBe(10_000);
  expect(payments.world.requests.some((request) => request.includes('reverse'))).toBe(false);
  expect(await factsOf(debtor)).toEqual([[10_000, TODAY]]);
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

  test('that was answered at once leaves nobody anything to do', async () => {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await order(id);
    expect(await tasksOf(id)).toEqual([]);
  });
});

test('while one payment of a loan is given back, another one has to wait', async () => {
  const debtor = await aDebtor(payments);
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

test('a payment that was given back closes its refund, also when the row was left open', async () => {
  const debtor = await aDebtor(payments);
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

  test('is refused by nobody but the bank, which may still pay it', async () => {
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

  test('may be called off before it is sent', async () => {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, ...MANUAL });
    await transfer(payments, payment, 200, TODAY);
    await order(payment.id);
    expect(await settleRefund(payments.context, payment.id, REFUSED)).toMatchObject({ kind: 'moved' });
    const { calls } = payments.loans.bank;
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await statusOf(payment.id)]).toEqual([calls, 'SUCCEEDED']);
  });

  test('is paid by the word of a person only when the bank has had it', async () => {
    const debtor = await aDebtor(payments);
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
  'a %s refund that was paid and has come back is told, no more',
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

test('credit of before the parts, of which nobody knows the payments, is money to recover when it is paid late', async () => {
  const debtor = await aDebtor(payments);
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

describe('what goes back of a payment', () => {
  const askCredit = ({ number, headers }: Debtor) =>
    callEndpoint(payments, requestRefund, { params: { number }, headers });
  const noCredit = { status: 409, body: { error: { code: 'nothing_to_refund' } } };
  const sentTo = ({ loan }: Debtor) =>
    payments.db.kysely
      .selectFrom('refund')
      .select(['kind', 'amount'])
      .where('loan_id', '=', loan.id)
      .where('status', '=', 'PAID')
      .orderBy('created_at')
      .execute();

  /** Somebody who transferred 600,00 where 509,44 was enough. */
  async function overpaid() {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
    await transfer(payments, payment, 600, TODAY);
    return { debtor, payment };
  }

  test('never exceeds what is left of it: after its credit, the rest; after the rest, nothing', async () => {
    const { debtor, payment } = await overpaid();
    expect(await askCredit(debtor)).toMatchObject({ status: 201, body: { amount: 90.56 } });
    expect(await order(payment.id)).toMatchObject({ kind: 'refused', code: 'payment_state' });
    await dispatchRefunds(payments.loans.context);
    expect((await order(payment.id)).kind).toBe('moved');
    expect(await askCredit(debtor)).toMatchObject(noCredit);
    await dispatchRefunds(payments.loans.context);
    expect(await sentTo(debtor)).toEqual([
      { kind: 'CREDIT', amount: 9_056 },
      { kind: 'PAYMENT', amount: 50_944 },
    ]);
    expect(await factsOf(debtor)).toEqual([[60_000, TODAY]]);
    expect(await askCredit(debtor)).toMatchObject(noCredit);
    expect((await stored(payments.loans, debtor.loan.id)).loan.status).toBe('PERFORMING');
  });

  test('is not sent as credit too while the whole of it is on its way back, or disputed', async () => {
    const { debtor, payment } = await overpaid();
    expect((await order(payment.id)).kind).toBe('moved');
    expect(await askCredit(debtor)).toMatchObject(noCredit);
    await dispatchRefunds(payments.loans.context);
    expect(await sentTo(debtor)).toEqual([{ kind: 'PAYMENT', amount: 60_000 }]);

    const other = await overpaid();
    await openDispute(payments.context, other.payment.id, { operator: 'Ana', providerRef: 'CB-1', reason: 'not me' });
    expect(await askCredit(other.debtor)).toMatchObject(noCredit);
    await endDispute(payments.context, other.payment.id, { operator: 'Ana', outcome: 'won' });
    expect(await askCredit(other.debtor)).toMatchObject({ status: 201, body: { amount: 90.56 } });
    await dispatchRefunds(payments.loans.context);
  });

  test('as credit and has not been sent is stopped by a dispute, and by a chargeback', async () => {
    const { debtor, payment } = await overpaid();
    const { calls } = payments.loans.bank;
    await askCredit(debtor);
    await openDispute(payments.context, payment.id, { operator: 'Ana', providerRef: 'CB-3', reason: 'not me' });
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await factsOf(debtor)]).toEqual([calls, [[60_000, undefined]]]);
    // Ordered by a copy of the service that did not look.
    await payments.db.kysely
      .updateTable('payment_intent')
      .set({ status: 'SUCCEEDED' })
      .where('id', '=', payment.id)
      .execute();
    expect(await askCredit(debtor)).toMatchObject({ status: 201 });
    await payments.db.kysely
      .updateTable('payment_intent')
      .set({ status: 'DISPUTED' })
      .where('id', '=', payment.id)
      .execute();
    await endDispute(payments.context, payment.id, { operator: 'Ana', outcome: 'lost' });
    await dispatchRefunds(payments.loans.context);
    expect([payments.loans.bank.calls, await factsOf(debtor)]).toEqual([calls, [[60_000, TODAY]]]);
    expect(await tasksOf(payment.id)).toEqual([]);
  });

  test('as credit and that the bank was not reached with is looked at again before it goes', async () => {
    const { debtor, payment } = await overpaid();
    const { bank } = payments.loans;
    await askCredit(debtor);
    const dispute = { operator: 'Ana', providerRef: 'CB-4', reason: 'not me' };
    // The dispute is heard of while the bank is called.
    const send: typeof bank.send = async () => {
      await openDispute(payments.context, payment.id, dispute);
      throw new NoAnswer('not reached', { mayHaveHappened: false });
    };
    await dispatchRefunds({ ...payments.loans.context, payout: { send, find: (id) => bank.find(id) } });
    expect((await findOpenRefund(payments.db.kysely, { loanId: debtor.loan.id, kind: 'CREDIT' }))?.status).toBe(
      'QUEUED',
    );
    payments.clock.pass({ hours: 1 });
    const { calls } = bank;
    await dispatchRefunds(payments.loans.context);
    expect([bank.calls, await factsOf(debtor)]).toEqual([calls, [[60_000, undefined]]]);
  });

  test.each([
    ['stops when the disputed payment came before it', true, 'REJECTED'],
    ['goes when the disputed payment came after it', false, 'QUEUED'],
  ] as const)('as credit of another payment %s', async (_, isBefore, after) => {
    const debtor = await aDebtor(payments);
    const disputed = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 500, ...MANUAL });
    const other = await startPayment(payments, debtor, { purpose: 'PAYOFF', ...MANUAL });
    if (isBefore) await transfer(payments, disputed, 500, TODAY);
    await transfer(payments, other, 600, TODAY);
    expect(await askCredit(debtor)).toMatchObject({ status: 201 });
    if (!isBefore) await transfer(payments, disputed, 500, TODAY);
    const refund = await findOpenRefund(payments.db.kysely, { loanId: debtor.loan.id, kind: 'CREDIT' });
    await openDispute(payments.context, disputed.id, { operator: 'Ana', providerRef: 'CB-5', reason: 'not me' });
    expect((await readRefund(payments.db.kysely, refund?.id ?? ''))?.status).toBe(after);
    await dispatchRefunds(payments.loans.context);
  });

  test('that was made by card, after its credit went: the rest goes to the bank account, and the provider owes us all of it', async () => {
    const debtor = await aDebtor(payments);
    const earlier = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, ...MANUAL });
    await closeThrough(payments.loans, '2026-01-20');
    const before = await readBalances(payments.db.kysely);
    const card = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await transfer(payments, earlier, 100, '2026-01-19');
    const asked = await askCredit(debtor);
    const credit = Math.round((asked.body as { amount: number }).amount * 100);
    expect(credit).toBeGreaterThan(9_000);
    await dispatchRefunds(payments.loans.context);
    expect((await order(card.id)).kind).toBe('moved');
    await dispatchRefunds(payments.loans.context);
    const cardCents = Math.round(card.amount * 100);
    expect(await sentTo(debtor)).toEqual([
      { kind: 'CREDIT', amount: credit },
      { kind: 'PAYMENT', amount: cardCents - credit },
    ]);
    const after = await readBalances(payments.db.kysely);
    const moved = (['psp-clearing', 'bank', 'client-credit'] as const).map(
      (of) => (after[of] ?? 0) - (before[of] ?? 0),
    );
    expect(moved).toEqual([cardCents, 10_000 - cardCents, 0]);
    expect(payments.world.requests.some((request) => request.includes('reverse'))).toBe(false);
  });

  test('waits for a person when its credit of before the parts left the loan together with another payment’s', async () => {
    const { debtor, payment } = await overpaid();
    await askCredit(debtor);
    await dispatchRefunds(payments.loans.context);
    const rename = (change: ReturnType<typeof sql>) =>
      payments.db.kysely.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        const { refund_id: id } = await trx
          .selectFrom('refund_part')
          .innerJoin('refund', 'refund.id', 'refund_part.refund_id')
          .select('refund_id')
          .where('refund.loan_id', '=', debtor.loan.id)
          .executeTakeFirstOrThrow();
        await sql`update refund_part set id = ${change} where refund_id = ${id}`.execute(trx);
      });
    await rename(sql`gen_random_uuid()`);
    expect(await order(payment.id)).toMatchObject({ kind: 'refused', code: 'payment_state' });
    await rename(sql`refund_id`);
    expect((await order(payment.id)).kind).toBe('moved');
    await dispatchRefunds(payments.loans.context);
  });

  test('that a chargeback takes after its credit was sent is the client’s debt, and somebody is told', async () => {
    const { debtor, payment } = await overpaid();
    await askCredit(debtor);
    await dispatchRefunds(payments.loans.context);
    await openDispute(payments.context, payment.id, { operator: 'Ana', providerRef: 'CB-2', reason: 'not me' });
    await endDispute(payments.context, payment.id, { operator: 'Ana', outcome: 'lost' });
    const { 'client-credit': credit } = await readBalances(payments.db.kysely, { loanId: debtor.loan.id });
    expect(credit).toBe(9_056);
    expect((await tasksOf(payment.id)).map(({ kind }) => kind)).toEqual(['chargeback-beyond-payment']);
  });
});
