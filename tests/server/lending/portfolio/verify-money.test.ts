import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { settleProvider } from '#server/lending/payments/settle-provider.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { verifyMoney } from '#server/lending/portfolio/verify-money.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  importStatement,
  payByCard,
  payCode,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const TODAY = '2026-01-15';

/** A person with the rights of the database's owner, who switches the guards off; everything is undone afterwards. */
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

  test('without anything that sends it is found', async () => {
    const { refundId } = await afterCreditWentBack();
    const forgotten = [
      sql`delete from refund_part where refund_id = ${refundId}`,
      sql`delete from refund where id = ${refundId}`,
    ];
    expect(await problemsAfter(...forgotten)).toBe(`credit ${refundId} has left its loan and nothing sends it`);
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

describe('what providers paid out', () => {
  /** 100,00 by card of which 89,50 reached the bank. */
  async function aSettlement() {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: 100 });
    const { purchaseNumber = '' } = (await readIntent(payments.db.kysely, { id })) ?? {};
    const bankRef = String(Number(purchaseNumber) % 1e8);
    await importStatement(payments, [[TODAY, bankRef, '89.50', 'ABONO LIQUIDACION']]);
    const { id: line } = await payments.db.kysely
      .selectFrom('bank_line')
      .innerJoin('money_received', 'money_received.id', 'bank_line.money_id')
      .select('money_received.id')
      .where('bank_ref', '=', bankRef)
      .executeTakeFirstOrThrow();
    const lines = [{ reference: purchaseNumber, amountCents: cents(10_000) }];
    const settlement = { provider: 'NIUBIZ', providerRef: `L-${purchaseNumber}`, lines } as const;
    const figures = { costCents: cents(1_050), settledOn: TODAY as CalendarDate, bankMoneyId: line, operator: 'Ana' };
    expect(await settleProvider(payments.context, { ...settlement, ...figures })).toEqual({
      kind: 'settled',
      isNew: true,
    });
    return { line };
  }

  test('of money nobody collected is found', async () => {
    await aSettlement();
    const invented = sql`insert into settlement (id, provider, provider_ref, collected, cost, settled_on, recorded_by, created_at)
      values (gen_random_uuid(), 'NIUBIZ', 'invented', 50000, 0, ${TODAY}, 'Ana', now())`;
    expect(await problemsAfter(invented)).toMatch(
      /^settlement \S+ is not what it names, its bank credit and its journal say$/,
    );
    const journal = sql`with one as (insert into journal (id, chain, position, business_date, kind, ref, at, hash)
        select gen_random_uuid(), 'general', 999999, ${TODAY}, 'provider-settled', id, now(), '' from settlement
        where provider_ref = 'invented' returning id)
      insert into posting (journal_id, position, account, amount)
      select id, 1, 'psp-clearing', -50000 from one union all select id, 2, 'bank', 50000 from one`;
    const found = await problemsAfter(invented, journal);
    expect(found).toContain('is not what it names');
    expect(found).toMatch(/psp-clearing is -?\d+ and providers owe \d+/);
  });

  test.each([
    ['without its lines', 'delete from settlement_line', 'is not what it names'],
    ['with a line of another amount', 'update settlement_line set amount = amount + 1', 'which is not that money'],
    ['with a line of another provider', "update settlement set provider = 'PAGOEFECTIVO'", 'which is not that money'],
    ['without its bank credit', 'update settlement set bank_money_id = null', 'is not what it names'],
    [
      'of a credit that waits still',
      "update unapplied set status = 'OPEN', resolved_at = null where status = 'SETTLED'",
      'is not what it names',
    ],
    ['with another cost', 'update settlement set cost = cost + 1', 'is not what it names'],
    [
      'as taken back what was not',
      "update settlement_line set kind = 'taken-back', amount = -amount",
      'which is not that money',
    ],
    [
      'as a surplus what was not',
      "update settlement_line set kind = 'surplus', amount = -amount",
      'which is not that money',
    ],
  ])('%s is found', async (_, fault, problem) => {
    await aSettlement();
    expect(await problemsAfter(sql.raw(fault))).toContain(problem);
  });

  test('that its lines or the bank’s credit do not cover is refused by the database itself', async () => {
    const { line } = await aSettlement();
    const insert = (bankMoneyId: string | null) =>
      sql`insert into settlement (id, provider, provider_ref, collected, cost, settled_on, bank_money_id, recorded_by, created_at)
        values (gen_random_uuid(), 'NIUBIZ', 'invented', 100, 0, ${TODAY}, ${bankMoneyId}, 'Ana', now())`;
    await expect(insert(null).execute(payments.db.kysely)).rejects.toThrow('names 0 and its bank line');
    await expect(insert(line).execute(payments.db.kysely)).rejects.toThrow('settlement_bank_money_id_key');
  });
});

test('a dropped message of a provider is found: of another amount, or of a payment that is not booked', async () => {
  const debtor = await aDebtor(payments);
  const { code } = await aCode(payments, debtor);
  await payCode(payments, code, {});
  await readWebhooks(payments.context);
  const dropped = (change: string) => sql`
    insert into webhook_inbox (id, provider, event_id, body, headers, signature_valid, received_at, processed_at, result, next_attempt_at)
    select gen_random_uuid(), provider, 'another', convert_to(
        (convert_from(body, 'UTF8')::jsonb || ${change}::jsonb)::text, 'UTF8'), headers, true, now(), now(), 'known', now()
    from webhook_inbox where convert_from(body, 'UTF8')::jsonb -> 'data' ->> 'cip' = ${code}`;
  const problem = /^message \S+ is neither money nor a task$/;
  expect(await problemsAfter(dropped(JSON.stringify({ data: { cip: code, amount: 1 } })))).toMatch(problem);
  expect(await problemsAfter(dropped(JSON.stringify({ operationNumber: 'another' })))).toMatch(problem);
  expect(await problemsAfter(dropped('{}'))).toBe('');
});
