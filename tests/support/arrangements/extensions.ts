import { randomUUID } from 'node:crypto';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import type { PaymentBody } from '#api/payment.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import { type Received, receiveMoney } from '#server/lending/payments/receive-money.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { closeThrough } from '../loans/loan-service.ts';
import { aDebtor, type Debtor, type Payments } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';

/** EX1 of somebody who has proved for an extension who they are, on a later day. */
export async function aDebtorOn(payments: Payments, date: string): Promise<Debtor> {
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['extend']);
  await closeThrough(payments.loans, date);
  return debtor;
}

export async function aQuote(payments: TestLending, { headers }: Pick<Debtor, 'headers'>, term = 14) {
  return acceptedBody(await callEndpoint(payments, makeExtensionQuote, { headers, body: { term } }));
}

export function askToExtend(
  payments: TestLending,
  { headers }: Pick<Debtor, 'headers'>,
  body: { readonly quoteId: string; readonly method?: string },
  key?: string,
) {
  return callEndpoint(payments, requestExtension, {
    headers: { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
    body: { method: 'MANUAL', ...body },
  });
}

/** A quote that was asked for, to be paid by transfer. */
export async function anExtensionToPay(payments: Payments, debtor: Debtor, term = 14): Promise<PaymentBody> {
  const { quoteId } = await aQuote(payments, debtor, term);
  return acceptedBody(await askToExtend(payments, debtor, { quoteId }));
}

/** The bank's statement says that money for a payment came, on its own day. */
export function transfer(
  payments: Pick<Payments, 'context'>,
  payment: PaymentBody,
  soles: number,
  on: string,
): Promise<Received> {
  return receiveMoney(payments.context, {
    provider: 'BANK',
    providerRef: `line ${payment.id}`,
    operation: `${on} ${soles} ${randomUUID()}`,
    amountCents: fromSoles(soles),
    date: on as CalendarDate,
    into: 'bank',
    intentId: payment.id,
    actor: 'operator:Ana Torres',
  });
}
