import { expect, test } from 'vitest';
import { closeAccount } from '#api/endpoints/close-account.ts';
import { openPause } from '#server/lending/store/contact-store.ts';
import { aClientOn, withClientLoans } from '#tests/support/client-loans.ts';
import { aComplaint } from '#tests/support/complaint.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';
import { pay } from '#tests/support/loan-service.ts';

const loans = withClientLoans();
const codeOf = async ({ headers }: { readonly headers: Record<string, string> }) => {
  const { status, body } = await callEndpoint(loans, closeAccount, { headers });
  return [status, (body as { error?: { code: string } }).error?.code];
};

test('while a loan is open the account is', async () => {
  expect(await codeOf(await aClientOn(loans, '2026-01-20'))).toEqual([409, 'open_loan']);
});

test('money the lender owes is given back first', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 580);
  expect(await codeOf(client)).toEqual([409, 'credit_balance']);
});

test('a sheet of the complaints book about a loan of theirs is answered first', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 573.03);
  const body = JSON.stringify(aComplaint({ loanNumber: ` ${client.loan.loan.number.toLowerCase()}` }));
  const headers = { 'Content-Type': 'application/json' };
  const filed = await loans.app.request('/api/v1/public/complaints', { method: 'POST', headers, body });
  expect(filed.status).toBe(201);
  expect(await codeOf(client)).toEqual([409, 'open_complaint']);
});

test('a complaint is answered first', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 573.03);
  const { personId } = client;
  await loans.db.kysely
    .transaction()
    .execute((trx) => openPause(trx, { personId, reason: 'COMPLAINT', by: 'operator:ana', now: loans.clock.now() }));
  expect(await codeOf(client)).toEqual([409, 'open_complaint']);
});
