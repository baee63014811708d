import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Loan } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { endDispute, openDispute } from '#server/lending/payments/dispute-payment.ts';
import { brokenPromises } from '#server/lending/portfolio/verify-promises.ts';
import { aDebtorOn, anExtensionToPay, transfer } from '#tests/support/arrangements/extensions.ts';
import { ADMIN_FEE, BANK_CALENDAR, date, EX1, having, paid } from '#tests/support/loan/loans.ts';
import { stored, verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

/** Reads what `ledger verify` says of books that somebody with the rights of the database's owner has made wrong. */
async function saidOf(fault: RawBuilder<unknown>, undo: RawBuilder<unknown>): Promise<string> {
  const behindTheGuards = (statement: RawBuilder<unknown>) =>
    payments.db.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await statement.execute(trx);
    });
  await behindTheGuards(fault);
  const { problems } = await verify(payments.loans);
  await behindTheGuards(undo);
  expect((await verify(payments.loans)).problems).toEqual([]);
  return problems.join('\n');
}

test('what was offered as ending the loan, was paid that day and did not end it', async () => {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  await transfer(payments, payment, payment.amount, '2026-01-15');
  const set = (amount: number) =>
    sql`update loan_fact set data = jsonb_set(data, '{amountCents}', ${String(amount)}::jsonb) where loan_id = ${debtor.loan.id}`;
  const said = await saidOf(set(40_000), set(payment.amount * 100));
  expect(said).toContain(`loan ${debtor.number}: what was offered as ending it did not end it on 2026-01-15`);
});

test('an extension that was sold, and does not move its date', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await transfer(payments, await anExtensionToPay(payments, debtor), 26.22, '2026-02-14');
  const { rows } = await sql<{
    use: unknown;
  }>`select data -> 'use' as use from loan_fact where loan_id = ${debtor.loan.id}`.execute(payments.db.kysely);
  const set = (use: unknown) =>
    sql`update loan_fact set data = jsonb_set(data, '{use}', ${JSON.stringify(use)}::jsonb) where loan_id = ${debtor.loan.id}`;
  const said = await saidOf(set({ kind: 'ordinary' }), set(rows[0]?.use));
  expect(said).toContain(`loan ${debtor.number}: an extension was sold that does not move its date`);
});

describe('of one day, when a payment was taken back before', () => {
  /** EX1 on 13/02: 200,00 came at noon, and the bank has taken it back by half past twelve. */
  async function aDebtorWithout200(): Promise<Debtor> {
    const debtor = await aDebtorOn(payments, '2026-02-13');
    const part = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
    await transfer(payments, part, 200, '2026-02-13');
    payments.clock.pass({ minutes: 30 });
    await openDispute(payments.context, part.id, { operator: 'Ana Torres', providerRef: 'case', reason: 'x' });
    await endDispute(payments.context, part.id, { outcome: 'lost', operator: 'Ana Torres' });
    payments.clock.pass({ minutes: 30 });
    return debtor;
  }

  const changed = (id: string, data: RawBuilder<unknown>) =>
    sql`update loan_fact set data = ${data} where loan_id = ${id} and reversed_on is null`;

  test('an offer of after it that did not end the loan', async () => {
    const { loan, ...debtor } = await aDebtorWithout200();
    const payoff = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    await transfer(payments, payoff, payoff.amount, '2026-02-13');
    expect((await verify(payments.loans)).problems).toEqual([]);
    const set = (cents: number) => changed(loan.id, sql`jsonb_set(data, '{amountCents}', ${String(cents)}::jsonb)`);
    const amountCents = Math.round(payoff.amount * 100);
    const said = await saidOf(set(amountCents - 10_000), set(amountCents));
    expect(said).toContain(`loan ${debtor.number}: what was offered as ending it did not end it on 2026-02-13`);
  });

  test('an extension of after it that does not move its date', async () => {
    const { loan, ...debtor } = await aDebtorWithout200();
    const extension = await anExtensionToPay(payments, { loan, ...debtor });
    await transfer(payments, extension, extension.amount, '2026-02-13');
    expect((await verify(payments.loans)).problems).toEqual([]);
    const { rows } = await sql<{ data: object }>`
      select data from loan_fact where loan_id = ${loan.id} and reversed_on is null`.execute(payments.db.kysely);
    const data = rows[0]?.data;
    const set = (now: object | undefined) => changed(loan.id, sql`${JSON.stringify(now)}::jsonb`);
    const said = await saidOf(set({ ...data, use: { kind: 'ordinary' } }), set(data));
    expect(said).toContain(`loan ${debtor.number}: an extension was sold that does not move its date`);
  });
});

test('a quoted extension, a payment taken back after it and a payoff of that day: what is offered ends the loan', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-13');
  const part = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
  await transfer(payments, part, 200, '2026-02-13');
  const extension = await anExtensionToPay(payments, debtor);
  expect(extension.amount).toBe(20.71);
  await transfer(payments, extension, 20.71, '2026-02-13');
  payments.clock.pass({ minutes: 30 });
  await openDispute(payments.context, part.id, { operator: 'Ana Torres', providerRef: 'case', reason: 'x' });
  await endDispute(payments.context, part.id, { outcome: 'lost', operator: 'Ana Torres' });
  payments.clock.pass({ minutes: 30 });
  const payoff = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  expect(payoff.amount).toBe(554.13);
  await transfer(payments, payoff, 554.13, '2026-02-13');
  expect((await stored(payments.loans, debtor.loan.id)).loan.status).toBe('PAID');
  expect((await verify(payments.loans)).problems).toEqual([]);
});

test('a certificate of no debt beside a debt', async () => {
  const { loan, personId, number } = await aDebtor(payments);
  const said = await saidOf(
    sql`insert into document (id, person_id, loan_id, type, cause, language, title, version, created_at, business_date,
        pages, byte_length, sha256, bytes_sealed)
      values (gen_random_uuid(), ${personId}, ${loan.id}, 'PAID_OFF_CERTIFICATE', 'paid:2026-01-15', 'es', 'x', 1, now(),
        '2026-01-15', 1, 1, ${'0'.repeat(64)}, '\\x00')`,
    sql`delete from document where type = 'PAID_OFF_CERTIFICATE'`,
  );
  expect(said).toContain(`loan ${number}: a certificate of no debt stands beside a debt on 2026-01-15`);
});

describe('a promise', () => {
  const offer = { loan_id: '', on: '2026-01-25', payments: ['pay'], later: [], taken: [], said: '' };
  const kept = having(EX1, paid('2026-01-25', 600, { kind: 'ordinary' }, 'pay'));
  const topUp = { kind: 'tranche', id: 't', principalCents: cents(20_000), fees: [ADMIN_FEE] } as const;
  const broken = (
    loan: Loan,
    kind: 'offer' | 'certificate',
    { later = [], taken = [] }: { readonly later?: readonly string[]; readonly taken?: readonly string[] } = {},
  ) => brokenPromises(loan, [{ ...offer, kind, later, taken }], BANK_CALENDAR).length;

  test('is not broken by what came after it: money that was taken back, or a top-up that nobody had signed', () => {
    const back = kept.facts.map((fact) => ({ ...fact, reversedOn: date('2026-02-20') }));
    expect(broken({ ...kept, facts: back }, 'offer', { taken: ['pay'] })).toBe(0);
    expect(broken(having(kept, { ...topUp, date: date('2026-01-25') }), 'offer', { later: ['t'] })).toBe(0);
  });

  test('of another date has no object when the loan ended on the day on which the extension was sold', () => {
    const sold = { ...offer, kind: 'extension', payments: ['e'], said: '2026-02-28' } as const;
    const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
    const loan = having(EX1, paid('2026-01-25', 30, use, 'e'));
    const bought = brokenPromises(loan, [sold], BANK_CALENDAR);
    const notBought = brokenPromises(having(EX1, paid('2026-01-25', 1, use, 'e')), [sold], BANK_CALENDAR);
    const ended = brokenPromises(having(loan, paid('2026-01-25', 600)), [sold], BANK_CALENDAR);
    expect([bought.length, notBought.length, ended.length]).toEqual([0, 1, 0]);
  });

  test('is broken by a debt of its day, and by a top-up that was on its way', () => {
    expect(broken(EX1, 'certificate')).toBe(1);
    expect(broken(kept, 'certificate')).toBe(0);
    expect(broken(having(kept, { ...topUp, date: date('2026-01-25') }), 'certificate')).toBe(1);
    expect(broken(having(kept, { ...topUp, date: date('2026-01-27') }), 'certificate')).toBe(1);
  });
});
