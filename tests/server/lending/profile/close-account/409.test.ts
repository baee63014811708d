import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { openPause } from '#server/lending/loans/store/contact-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay, stored } from '#tests/support/loans/loan-service.ts';
import { aTransferTo } from '#tests/support/payments/payments.ts';

const loans = withClientLoans();
const codeOf = async ({ headers }: { readonly headers: Record<string, string> }) => {
  const { status, body } = await callEndpoint(loans, closeAccount, { headers });
  return [status, (body as { error?: { code: string } }).error?.code];
};

test('while a loan is open the account is', { tags: 'promise-closing-an-account' }, async () => {
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

test('credit on its way to the client is waited for', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 580);
  const params = { number: client.loan.loan.number };
  expect((await callEndpoint(loans, requestRefund, { params, headers: client.headers })).status).toBe(201);
  expect(await codeOf(client)).toEqual([409, 'credit_balance']);
  await dispatchRefunds(loans.context);
  expect((await codeOf(client))[0]).toBe(200);
});

test('a payment that may still come is waited for', async () => {
  const paying = await aClientOn(loans, '2026-02-14');
  const id = await aTransferTo(loans, paying.loan.loan.number, paying.personId);
  await pay(loans, paying.loan.id, 573.03);
  expect(await codeOf(paying)).toEqual([409, 'open_loan']);
  await callEndpoint(loans, cancelPayment, { params: { id }, headers: paying.headers });
  expect((await codeOf(paying))[0]).toBe(200);
});

test('a top-up the bank has not answered yet is waited for, also when all that was owed before it is paid', async () => {
  const client = await aToppableClient(loans);
  const { headers } = client;
  await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  expect((await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } })).status).toBe(200);
  await pay(loans, client.loan.id, 600);
  const { loan } = await stored(loans, client.loan.id);
  expect([loan.status, loan.topUp?.status]).toEqual(['PERFORMING', 'DISBURSING']);
  expect(await codeOf(client)).toEqual([409, 'open_loan']);
});
