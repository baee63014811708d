import { expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const ask = ({ headers }: Debtor, number: string) =>
  visibleAnswer(payments, requestRefund, { params: { number }, headers });
const creditOf = async ({ loan }: Debtor) =>
  (await readBalances(payments.db.kysely, { loanId: loan.id }))['client-credit'];

test('nobody asks for another client’s credit: their loan is not there, byte for byte, and the credit stays', async () => {
  const [one, other, owing] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
  await pay(payments.loans, other.loan.id, 520);
  const nobodys = await ask(one, 'P-2026-9999999');
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  expect(await ask(one, other.number)).toEqual(nobodys);
  expect(await ask(one, owing.number)).toEqual(nobodys);
  expect(await creditOf(other)).toBe(-1056);
  const rows = await payments.db.kysely
    .selectFrom('refund')
    .select('id')
    .where('loan_id', '=', other.loan.id)
    .execute();
  expect(rows).toEqual([]);
  expect((await ask(other, other.number)).status).toBe(201);
});
