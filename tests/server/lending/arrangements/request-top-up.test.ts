import { expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { anExtensionToPay, aQuote, transfer } from '#tests/support/arrangements/extensions.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();
const DAY = '2026-01-25';
const NOT_AVAILABLE = { status: 409, body: { error: { code: 'not_available' } } };

/** EX1 on its tenth day, of a client who may extend it or have more. */
async function aDebtorOfTenDays(): Promise<Debtor> {
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['extend', 'top-up']);
  await trusted(payments, debtor.personId);
  await closeThrough(payments.loans, DAY);
  return debtor;
}

const ask = ({ headers }: Debtor) => callEndpoint(payments, requestTopUp, { headers, body: { principal: 200 } });
const sign = ({ headers }: Debtor) => callEndpoint(payments, signTopUp, { headers, body: { acceptTerms: true } });
const extensionsOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan?.extension.count;

test('while an extension waits for its money there is no top-up, nor on the day it was bought', async () => {
  const debtor = await aDebtorOfTenDays();
  const extension = await anExtensionToPay(payments, debtor);
  expect(await ask(debtor)).toMatchObject(NOT_AVAILABLE);
  await transfer(payments, extension, extension.amount, DAY);
  expect(await extensionsOf(debtor)).toBe(1);
  // More principal of the same day would make it dearer after the fact.
  expect(await ask(debtor)).toMatchObject(NOT_AVAILABLE);
  await closeThrough(payments.loans, '2026-01-26');
  expect((await ask(debtor)).status).toBe(201);
  expect(await extensionsOf(debtor)).toBe(1);
});

test('one that was asked for is not signed while an extension waits', async () => {
  const debtor = await aDebtorOfTenDays();
  const { quoteId } = await aQuote(payments, debtor);
  expect((await ask(debtor)).status).toBe(201);
  const { kysely } = payments.db;
  await kysely.updateTable('extension').set({ status: 'PAYMENT_PENDING' }).where('id', '=', quoteId).execute();
  expect(await sign(debtor)).toMatchObject(NOT_AVAILABLE);
});
