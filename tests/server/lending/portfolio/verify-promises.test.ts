import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Loan } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { brokenPromises } from '#server/lending/portfolio/verify-promises.ts';
import { aDebtorOn, anExtensionToPay, transfer } from '#tests/support/arrangements/extensions.ts';
import { ADMIN_FEE, BANK_CALENDAR, date, EX1, having, paid } from '#tests/support/loan/loans.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

/** What `ledger verify` says of books that somebody with the rights of the database's owner has made wrong. */
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
  const offer = { loan_id: '', on: '2026-01-25', payments: ['pay'], later: [], said: '' };
  const kept = having(EX1, paid('2026-01-25', 600, { kind: 'ordinary' }, 'pay'));
  const topUp = { kind: 'tranche', id: 't', principalCents: cents(20_000), fees: [ADMIN_FEE] } as const;
  const broken = (loan: Loan, kind: 'offer' | 'certificate', later: readonly string[] = []) =>
    brokenPromises(loan, [{ ...offer, kind, later }], BANK_CALENDAR).length;

  test('is not broken by what came after it: money that was taken back, or a top-up that nobody had signed', () => {
    const back = kept.facts.map((fact) => ({ ...fact, reversedOn: date('2026-02-20') }));
    expect(broken({ ...kept, facts: back }, 'offer')).toBe(0);
    expect(broken(having(kept, { ...topUp, date: date('2026-01-25') }), 'offer', ['t'])).toBe(0);
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
