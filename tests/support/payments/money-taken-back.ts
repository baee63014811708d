import { expect } from 'vitest';
import { type Cents, cents } from '#loan/money.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { importStatement, type Payments, type StatementRow } from './payments.ts';

/** The money of a payment that counts on the loan. */
export function countedOf({ db }: Payments, paymentId: string) {
  return db.kysely
    .selectFrom('money_received')
    .innerJoin('loan_fact', 'loan_fact.id', 'money_received.id')
    .select(['money_received.id', 'money_received.amount', 'money_received.into_account'])
    .where((of) => of(of.fn.coalesce('matched_intent_id', 'intent_id'), '=', paymentId))
    .where('loan_fact.reversed_on', 'is', null)
    .execute();
}

/** Reads what had been given back when the banks took it back, the first one first. */
export function goneTwice({ db }: Payments) {
  return db.kysely
    .selectFrom('surplus_payout')
    .innerJoin('money_received', 'money_received.id', 'surplus_payout.id')
    .select(['surplus_payout.amount', 'into_account as into'])
    .orderBy('surplus_payout.created_at')
    .execute();
}

/**
 * Has a line of the bank take one of its credits back, whatever has become of it; a line that is read twice must be
 * booked once.
 * @returns what has left our account by the books
 */
export async function bankTakesBack(payments: Payments, row: StatementRow, today: string): Promise<Cents> {
  const [, bankRef, amount] = row;
  const balance = async () => (await readBalances(payments.db.kysely)).bank ?? 0;
  const before = await balance();
  const back: StatementRow = [today.split('-').reverse().join('/'), `00${bankRef}`, `-${amount}`, 'EXTORNO'];
  expect(await importStatement(payments, [back])).toMatchObject({ debits: 0 });
  const after = await balance();
  expect([0, Math.round(Number(amount) * 100)]).toContain(before - after);
  expect(await importStatement(payments, [back])).toMatchObject({ takenBack: 0 });
  expect(await balance()).toBe(after);
  return cents(before - after);
}
