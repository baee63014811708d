import { randomUUID } from 'node:crypto';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { addDays } from '#loan/calendar.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { aQuote } from '../arrangements/extensions.ts';
import { asCodeForFlexPay } from '../arrangements/named-acts.ts';
import { acceptedBody, callEndpoint } from '../lending/lending-app.ts';
import type { Debtor, Payments } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { sendAll, sendingContext, taxContext } from '../tax-documents/tax-service.ts';
import { clientCall } from './client-call.ts';
import { signedIn } from './colleagues.ts';
import { aTransfer, atLeast, TODAY } from './late-loan.ts';
import { sendRefunds } from './money-acts.ts';
import { job, type Prepare } from './story.ts';

const keyed = ({ headers }: Debtor) => ({ ...headers, 'Idempotency-Key': randomUUID() });
const issue = (payments: Payments) => issueTaxDocuments(taxContext(payments.loans));

/** Acts that change a late loan without money. */
export const LOAN_ACTS = {
  'the client promises to pay': async (payments, { headers }) =>
    clientCall(payments, makePaymentPromise, { headers, body: { amount: 100, date: addDays(TODAY, 3) } }),
  'the client asks for a plan': async (payments, { headers }) => {
    const body = { numberOfPayments: 2, firstPaymentDate: addDays(TODAY, 4), paymentChannel: 'MANUAL' };
    return clientCall(payments, makePaymentPlanOffer, { headers, body });
  },
  'the client agrees to a plan': async (payments, debtor) => {
    const { headers } = debtor;
    const request = { numberOfPayments: 2, firstPaymentDate: addDays(TODAY, 4), paymentChannel: 'MANUAL' };
    const { offerId } = acceptedBody(await callEndpoint(payments, makePaymentPlanOffer, { headers, body: request }));
    return clientCall(payments, confirmPaymentPlan, { headers: keyed(debtor), body: { ...request, offerId } });
  },
  'the client asks for an extension': async (payments, debtor) => {
    const { quoteId } = await aQuote(payments, debtor);
    return clientCall(payments, requestExtension, { headers: keyed(debtor), body: { method: 'MANUAL', quoteId } });
  },
  'the client goes on flex pay': async (payments, debtor) => {
    const ana = await signedIn(payments, 'Ana');
    await ana(`loans/${debtor.number}/flex-offer`, { days: 5 });
    await proveAgain(payments, debtor, ['activate-flex']);
    await asCodeForFlexPay(payments.context, debtor);
    return clientCall(payments, activateFlexPay, { headers: keyed(debtor), body: { acceptTerms: true } });
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;

/** Jobs of a later day, which has begun when the other act begins. */
export const NIGHTLY_ACTS = {
  'the day is closed': async (payments) => {
    atLeast(payments.clock, addDays(TODAY, 1));
    return async () => (await closeBusiness(payments.loans.context)).failed.length;
  },
  'tax documents are issued': async (payments) => {
    atLeast(payments.clock, addDays(TODAY, 1));
    return job(() => issue(payments));
  },
  'a credit note is issued': async (payments, debtor) => {
    const { id, book } = await aTransfer(payments, debtor, 50);
    await book();
    atLeast(payments.clock, addDays(TODAY, 1));
    await issue(payments);
    await refundPayment(payments.context, id, { operator: 'Ana', reason: 'The client asked.' });
    await sendRefunds(payments, 'pays').act();
    atLeast(payments.clock, addDays(TODAY, 2));
    return job(() => issue(payments));
  },
  'the tax authority answers': async (payments) => {
    atLeast(payments.clock, addDays(TODAY, 1));
    await issue(payments);
    return job(() => sendAll(sendingContext(payments.loans, payments.world.taxAuthority)));
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;
