import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import type { PaymentBody } from '#api/payment.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { readLoanEvents } from '#server/lending/loans/store/loan-store.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { acceptedBody, callEndpoint } from '../lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  lookAt,
  type Payments,
  postToken,
  startPayment,
  tokenFrom,
} from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { closeThrough, verify } from './loan-service.ts';

/** Every night up to a date, and the whole ledger checked on each morning. */
async function liveUntil(payments: Payments, date: string): Promise<void> {
  let day = calendarDate(payments.clock.businessDate());
  while (day < date) {
    day = addDays(day, 1);
    await closeThrough(payments.loans, day);
    expect((await verify(payments.loans)).problems).toEqual([]);
  }
}

async function activeLoan(payments: Payments, { headers }: Debtor) {
  return acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan;
}

async function payWithCard(payments: Payments, payment: PaymentBody): Promise<void> {
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  const token = await tokenFrom(payments, payment, 'approve');
  expect((await postToken(payments, payment.action.actionUrl, token)).status).toBe(303);
}

async function payAtATill(payments: Payments, payment: PaymentBody): Promise<void> {
  if (payment.action?.type !== 'CODE') throw new Error('no code');
  const paid = await payments.world.press(`/sandbox/pagoefectivo/cips/${payment.action.code}/pay`);
  expect(paid.status).toBeLessThan(400);
  while ((await readWebhooks(payments.context)) > 0);
}

/**
 * Plays the life of a loan over HTTP: it is paid in part and late by card with a lost answer, extended, put on a plan
 * and paid off at a till, with the ledger verified on every morning; every figure is reckoned on paper beside it.
 */
export async function liveALoansLife(payments: Payments): Promise<void> {
  const debtor = await aDebtor(payments);
  expect(await activeLoan(payments, debtor)).toMatchObject({ status: 'PERFORMING', totalOutstanding: 573.03 });

  // Ten days late: 573,03 + 10,41 + 1,87 + 2,18 (domain 3.6).
  await liveUntil(payments, '2026-02-24');
  expect(await activeLoan(payments, debtor)).toMatchObject({ status: 'PAST_DUE', daysPastDue: 10, totalDue: 587.49 });

  // The bank takes 300,00 and its answer is lost, and so is the first question about it.
  const part = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 300, method: 'NIUBIZ' });
  await payments.world.plan('niubiz', 'authorise', 'drop');
  for (let k = 0; k < 3; k += 1) await payments.world.plan('niubiz', 'query', 'drop', false);
  await payWithCard(payments, part);
  expect(await lookAt(payments, debtor, part.id)).toMatchObject({ status: 'UNKNOWN', received: 0 });
  await payments.db.kysely
    .updateTable('payment_intent')
    .set({ next_query_at: new Date(0) })
    .execute();
  for (let k = 0; k < 4; k += 1) {
    await queryPayments(payments.context);
    await payments.db.kysely
      .updateTable('payment_intent')
      .set({ next_query_at: new Date(0) })
      .execute();
  }
  // Moratory 2,18; interest 31,89 + 10,41; fees 12 + 10 + 8; IGV 5,74 + 1,87 + 2,16 + 1,80 + 1,44; the rest principal.
  expect(await lookAt(payments, debtor, part.id)).toMatchObject({
    status: 'SUCCEEDED',
    received: 300,
    allocation: { moratory: 2.18, interest: 42.3, vat: 13.01, principal: 212.51, credit: 0 },
  });
  expect(await activeLoan(payments, debtor)).toMatchObject({ status: 'PAST_DUE', totalOutstanding: 287.49 });

  // Fourteen days more: 287,49 · (1 − 2,1^(−14/360)) = 8,18; fee 8,00; IGV 1,47 + 1,44.
  await proveAgain(payments, debtor, ['extend', 'confirm-plan']);
  const quote = acceptedBody(
    await callEndpoint(payments, makeExtensionQuote, { headers: debtor.headers, body: { term: 14 } }),
  );
  expect(quote).toMatchObject({ price: 19.09, newDueDate: '2026-03-10' });
  const extension = acceptedBody(
    await callEndpoint(payments, requestExtension, {
      headers: { ...debtor.headers, 'Idempotency-Key': randomUUID() },
      body: { quoteId: quote.quoteId, method: 'NIUBIZ' },
    }),
  );
  await payWithCard(payments, extension);
  expect(await lookAt(payments, debtor, extension.id)).toMatchObject({ status: 'SUCCEEDED', received: 19.09 });
  expect(await activeLoan(payments, debtor)).toMatchObject({
    status: 'PERFORMING',
    nextPaymentDate: '2026-03-10',
    totalOutstanding: 287.49,
    extension: { count: 1 },
  });

  // Ten days late again: 287,49 · i(10) = 5,99, its IGV 1,08, moratory 1,25. A plan leaves the moratory out.
  await liveUntil(payments, '2026-03-20');
  expect(await activeLoan(payments, debtor)).toMatchObject({ status: 'PAST_DUE', totalDue: 295.81 });
  const plan = { numberOfPayments: 2, firstPaymentDate: '2026-03-23', paymentChannel: 'PAGOEFECTIVO' };
  const { loan } = acceptedBody(
    await callEndpoint(payments, confirmPaymentPlan, {
      headers: { ...debtor.headers, 'Idempotency-Key': randomUUID() },
      body: plan,
    }),
  );
  expect(loan).toMatchObject({ status: 'PAYMENT_PLAN', totalOutstanding: 294.56, totalDue: 147.28 });

  // Paid off early at a till: nothing is added while the plan is kept.
  await liveUntil(payments, '2026-03-22');
  const payoff = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'PAGOEFECTIVO' });
  expect(payoff.amount).toBe(294.56);
  await payAtATill(payments, payoff);
  expect(await lookAt(payments, debtor, payoff.id)).toMatchObject({ status: 'SUCCEEDED', outcome: 'EXACT' });
  expect(await activeLoan(payments, debtor)).toBeNull();

  await liveUntil(payments, '2026-04-01');
  const events = await readLoanEvents(payments.db.kysely, debtor.loan.id);
  expect(events.map(({ event, business_date }) => `${business_date} ${event}`)).toEqual([
    '2026-01-15 disbursement-ordered',
    '2026-01-15 disbursement-confirmed',
    '2026-02-17 fell-past-due',
    '2026-02-24 caught-up',
    '2026-03-11 fell-past-due',
    '2026-03-20 plan-confirmed',
    '2026-03-22 settled',
  ]);
}
