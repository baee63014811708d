import { randomUUID } from 'node:crypto';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { createPayment } from '#server/lending/payments/create-payment.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { callEndpoint } from '../lending/lending-app.ts';
import { termsOf } from '../loan/loans.ts';
import { SINGLE_PAY } from '../loan/products.ts';
import { closeThrough } from '../loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  asColleague,
  asOperator,
  type Debtor,
  type Payments,
  payByCard,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
} from '../payments/payments.ts';

/** The loan of 500 soles for a week is paid out on this day, and everything happens five days after its due date. */
const PAID_OUT = calendarDate('2026-01-15');
const TODAY = addDays(PAID_OUT, 12);

/** A late loan. */
export async function aLateDebtor(payments: Payments): Promise<Debtor> {
  payments.clock.moveTo(PAID_OUT);
  const debtor = await aDebtor(payments, termsOf(SINGLE_PAY, 500, 7));
  await closeThrough(payments.loans, TODAY);
  return debtor;
}

/** Gets an act ready for a loan, before anything is led. */
type Prepare = (payments: Payments, debtor: Debtor) => Promise<() => Promise<unknown>>;

const line = () => ({ provider: 'BANK', providerRef: randomUUID(), into: 'bank', actor: 'operator:Ana' }) as const;

async function aTransfer(payments: Payments, debtor: Debtor, amount: number, purpose = 'PARTIAL') {
  const { id } = await startPayment(payments, debtor, { purpose, amount, method: 'MANUAL' });
  const money = { ...line(), amountCents: cents(amount * 100), date: TODAY, intentId: id };
  return { id, book: async () => (await receiveMoney(payments.context, money)).kind };
}

const unnamed = new WeakMap<Debtor, Promise<string>>();

/** Unnamed money of a story, one for both acts. */
function unnamedOf({ context }: Payments, debtor: Debtor): Promise<string> {
  const known =
    unnamed.get(debtor) ??
    receiveMoney(context, { ...line(), amountCents: cents(4000), date: TODAY }).then(({ money }) => money.id);
  unnamed.set(debtor, known);
  return known;
}

async function asking({ context }: Payments, { number, personId }: Debtor, idempotencyKey: string) {
  // Read before, because a process reads them once for everybody who asks at the same time.
  const parameters = await context.parameters.inForce();
  const services = { ...context, parameters: { ...context.parameters, inForce: async () => parameters } };
  const request = { purpose: 'PARTIAL', amountCents: cents(5000), method: 'MANUAL', locale: 'es' } as const;
  return async () => {
    const created = await createPayment(services, { ...request, loanNumber: number, personId, idempotencyKey });
    return created.kind === 'created' ? 'created' : { status: created.status, code: created.code };
  };
}

const answerOf = ({ status, body }: { readonly status: number; readonly body?: unknown }) => ({ status, body });
const said = async (answer: Response) => ({ status: answer.status, body: await answer.text() });

/** Acts that can meet on one late loan. */
export const ACTS = {
  'the money of a transfer is booked': async (payments, debtor) => (await aTransfer(payments, debtor, 90)).book,
  'a transfer that pays everything is booked': async (payments, debtor) =>
    (await aTransfer(payments, debtor, 540)).book,
  'a card is charged': async (payments, debtor) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 70, method: 'NIUBIZ' });
    if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
    const { actionUrl } = payment.action;
    const token = await tokenFrom(payments, payment, 'approve');
    return async () => (await postToken(payments, actionUrl, token)).status;
  },
  'the message about a paid code is read': async (payments, debtor) => {
    const { code } = await aCode(payments, debtor, { purpose: 'PARTIAL', amount: 80 });
    await payCode(payments, code, { message: 'send' });
    return () => readWebhooks(payments.context);
  },
  'a colleague matches unnamed money': async (payments, debtor) => {
    const path = `unapplied/${await unnamedOf(payments, debtor)}/match`;
    const body = { loanNumber: debtor.number };
    await asColleague(payments, 'Ana', path, body);
    return async () => said(await asColleague(payments, 'Luis', path, body));
  },
  'a colleague has unnamed money returned': async (payments, debtor) => {
    const path = `unapplied/${await unnamedOf(payments, debtor)}/return`;
    const body = { reference: 'Asked for by the bank' };
    await asColleague(payments, 'Eva', path, body);
    return async () => said(await asColleague(payments, 'Marta', path, body));
  },
  // Always with the same key of a client. Each is as in a process of its own, because one process lets a client's calls in
  // one after the other.
  'the client asks to pay': (payments, debtor) => asking(payments, debtor, debtor.personId),
  'the client asks to pay in another window': (payments, debtor) => asking(payments, debtor, randomUUID()),
  'a card payment is lost to the bank': async (payments, debtor) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: 65 });
    await asOperator(payments, `payments/${id}/dispute`, { reference: `case ${id}`, reason: 'not me' });
    await asColleague(payments, 'Ana', `payments/${id}/dispute-lost`, {});
    return async () => said(await asColleague(payments, 'Luis', `payments/${id}/dispute-lost`, {}));
  },
  'the client gives a payment up': async (payments, debtor) => {
    const { id } = await aTransfer(payments, debtor, 30);
    const { headers } = debtor;
    return async () => answerOf(await callEndpoint(payments, cancelPayment, { params: { id }, headers }));
  },
  'the client promises to pay': (payments, { headers }) =>
    Promise.resolve(async () =>
      answerOf(
        await callEndpoint(payments, makePaymentPromise, {
          headers,
          body: { amount: 100, date: addDays(TODAY, 3) },
        }),
      ),
    ),
  'a payment is paid back': async (payments, debtor) => {
    const { id, book } = await aTransfer(payments, debtor, 60);
    await book();
    const reason = 'The client asked within the hour.';
    return async () => (await refundPayment(payments.context, id, { operator: 'Ana', reason })).kind;
  },
  // Midnight has passed when the other act begins.
  'the day is closed': (payments) => {
    payments.clock.moveTo(addDays(TODAY, 1));
    return Promise.resolve(async () => {
      const { failed } = await closeBusiness(payments.loans.context);
      return failed.length;
    });
  },
} as const satisfies Readonly<Record<string, Prepare>>;

export type ActName = keyof typeof ACTS;
