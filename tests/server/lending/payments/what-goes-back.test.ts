import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { endDispute, openDispute } from '#server/lending/payments/dispute-payment.ts';
import { findOpenRefund, readRefund } from '#server/lending/payments/store/refund-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, payByCard, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { refundsIn } from '#tests/support/payments/refunds.ts';

const payments = withPayments();
const TODAY = '2026-01-15';
const MANUAL = { method: 'MANUAL' } as const;

const { factsOf, order, tasksOf } = refundsIn(payments);

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
      .orderBy('kind')
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

  test('that a chargeback takes after its credit was sent is the client’s debt, and staff are told', async () => {
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
