import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { verifyMoney } from '#server/lending/portfolio/verify-money.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const TODAY = '2026-01-15';

/** Somebody with the rights of the database's owner, who switches the guards off; everything is undone afterwards. */
async function problemsAfter(...faults: readonly RawBuilder<unknown>[]): Promise<string> {
  const { kysely } = payments.db;
  const undone = new Error('undone');
  let problems: readonly string[] = [];
  const planted = kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const fault of faults) await fault.execute(trx);
    problems = await verifyMoney(trx);
    throw undone;
  });
  await expect(planted).rejects.toBe(undone);
  return problems.join('\n');
}

/** A loan that 509,44 pays and 600,00 reached, of which 90,56 went back as credit. */
async function afterCreditWentBack() {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const { money } = await transfer(payments, payment, 600, TODAY);
  const { headers, number } = debtor;
  const { id } = acceptedBody(await callEndpoint(payments, requestRefund, { params: { number }, headers }));
  await dispatchRefunds(payments.loans.context);
  return { refundId: id, paymentId: payment.id, moneyId: money.id, loanId: debtor.loan.id };
}

describe('money that went back', () => {
  test('is true as the service books it', async () => {
    await afterCreditWentBack();
    expect((await verify(payments.loans)).problems).toEqual([]);
  });

  test('twice is found: the whole payment after its credit', async () => {
    const { refundId, paymentId, moneyId } = await afterCreditWentBack();
    const whole = sql`insert into refund (id, kind, person_id, loan_id, intent_id, amount, status, order_id,
        next_attempt_at, requested_on, requested_by, created_at)
      select gen_random_uuid(), 'PAYMENT', person_id, loan_id, ${paymentId}, 60000, 'SENT', order_id,
        now(), requested_on, 'operator:Ana', now() from refund where id = ${refundId}`;
    expect(await problemsAfter(whole)).toContain('gives back 60000 and names payments for 0');
    const part = sql`insert into refund_part (id, refund_id, payment_id, amount)
      select gen_random_uuid(), id, ${moneyId}, 60000 from refund where amount = 60000`;
    expect(await problemsAfter(whole, part)).toBe(`payment ${moneyId} was 60000 and 69056 of it went back`);
  });

  test('of another loan, or that its own loan does not know, is found', async () => {
    const { refundId } = await afterCreditWentBack();
    const other = await aDebtor(payments);
    const unknown = `refund ${refundId} is not in the books of its loan`;
    expect(await problemsAfter(sql`update loan_fact set reversed_on = ${TODAY} where id = ${refundId}`)).toBe(unknown);
    expect(await problemsAfter(sql`update refund set status = 'REJECTED' where id = ${refundId}`)).toBe(unknown);
    const moved = sql`update refund set loan_id = ${other.loan.id} where id = ${refundId}`;
    expect(await problemsAfter(moved)).toContain('names payments for 0');
  });

  test('beyond what came is refused by the database itself', async () => {
    const { refundId, moneyId } = await afterCreditWentBack();
    const { kysely } = payments.db;
    const more = sql`with more as (insert into refund (id, kind, person_id, loan_id, amount, status, order_id,
        next_attempt_at, requested_on, requested_by, created_at)
      select gen_random_uuid(), 'CREDIT', person_id, loan_id, 50945, 'QUEUED', order_id, now(), requested_on, 'client',
        now() from refund where id = ${refundId} returning id)
      insert into refund_part (id, refund_id, payment_id, amount)
      select gen_random_uuid(), id, ${moneyId}, 50945 from more`;
    await expect(more.execute(kysely)).rejects.toThrow('gives back 60001 and was 60000');
    const grown = sql`update refund_part set amount = amount + 1`;
    await expect(grown.execute(kysely)).rejects.toThrow('append-only');
  });
});
