import { randomUUID } from 'node:crypto';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { fromSoles } from '#loan/money.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { expirePayments, queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { anExtensionToPay } from '../arrangements/extensions.ts';
import { callEndpoint } from '../lending/lending-app.ts';
import { TestBank } from '../loans/loan-service.ts';
import {
  aCode,
  asOperator,
  type Debtor,
  importStatement,
  loseAnswer,
  type Payments,
  payByCard,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
} from '../payments/payments.ts';
import { answerOf, clientCall } from './client-call.ts';
import { asSecond, byColleagues } from './colleagues.ts';
import { aPayoff, aTransfer, line, todayOf, unnamedOf } from './late-loan.ts';
import { job, once, type Prepare } from './story.ts';

const REASON = 'The client asked within the hour.';

async function disputed(payments: Payments, debtor: Debtor, soles: number): Promise<string> {
  const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: soles });
  await asOperator(payments, `payments/${id}/dispute`, { reference: `case ${id}`, reason: 'not me' });
  return id;
}

/** Money that goes back to a client's account: ordered, and not yet sent. */
async function orderedRefund(payments: Payments, debtor: Debtor): Promise<void> {
  const { id, book } = await aTransfer(payments, debtor, 55);
  await book();
  await refundPayment(payments.context, id, { operator: 'Ana', reason: REASON });
}

export function sendRefunds({ loans, clock }: Payments, mode: TestBank['mode']) {
  const payout = new TestBank(clock);
  payout.mode = mode;
  return job(() => dispatchRefunds({ ...loans.context, payout }));
}

type KeyOf = (payments: Payments, debtor: Debtor) => Promise<string>;
/** Of a call that is sent again while nobody knows whether it arrived. */
const oneKey = once(async () => randomUUID());

function asking(keyOf: KeyOf): Prepare<Debtor> {
  return async (payments, debtor) => {
    const { number: loanNumber, headers } = debtor;
    return clientCall(payments, makePayment, {
      headers: { ...headers, 'Idempotency-Key': await keyOf(payments, debtor) },
      body: { loanNumber, purpose: 'PARTIAL', amount: 50, method: 'MANUAL' },
    });
  };
}

const anAnswerLost = once((payments: Payments, debtor: Debtor) =>
  loseAnswer(payments, debtor, { purpose: 'PARTIAL', amount: 75 }),
);

/** While its outcome is not known no other payment is begun: it is got ready last. */
export const LOST_ACTS = {
  'the janitor finds a card payment whose answer was lost': async (payments, debtor) => {
    await anAnswerLost(payments, debtor);
    payments.clock.pass({ seconds: 31 });
    return job(() => queryPayments(payments.context));
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;

/** Jobs after a while, which has passed when the other act is got ready. */
export const JANITOR_ACTS = {
  'the janitor ends payments that nobody made': async (payments, debtor) => {
    await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 35, method: 'NIUBIZ' });
    payments.clock.pass({ hours: 1 });
    return job(() => expirePayments(payments.context));
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;

/** Acts that bring money to a late loan, or take it back. */
export const MONEY_ACTS = {
  'the money of a transfer is booked': async (payments, debtor) => (await aTransfer(payments, debtor, 90)).book,
  'a transfer that pays everything is booked': aPayoff,
  'a line of a statement is imported': async (payments, debtor) => {
    const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 85, method: 'MANUAL' });
    const intents = payments.db.kysely.selectFrom('payment_intent').select('reference').where('id', '=', id);
    const { reference } = await intents.executeTakeFirstOrThrow();
    const row = [todayOf(payments).split('-').reverse().join('/'), randomUUID(), '85.00', `PAGO ${reference}`] as const;
    return () => importStatement(payments, [row]);
  },
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
    return job(() => readWebhooks(payments.context));
  },
  'a colleague matches unnamed money': async (payments, debtor) =>
    asSecond(payments, `unapplied/${await unnamedOf(payments, debtor)}/match`, { loanNumber: debtor.number }),
  'a colleague has unnamed money returned': async (payments, debtor) =>
    byColleagues(payments, `unapplied/${await unnamedOf(payments, debtor)}/return`, {
      reference: 'Asked for by the bank',
    }),
  'the client asks to pay': asking(async () => randomUUID()),
  'the client asks to pay, once more or for the first time': asking(oneKey),
  'a card payment is lost to the bank': async (payments, debtor) =>
    byColleagues(payments, `payments/${await disputed(payments, debtor, 65)}/dispute-lost`),
  'a card payment is won from the bank': async (payments, debtor) =>
    byColleagues(payments, `payments/${await disputed(payments, debtor, 45)}/dispute-won`),
  'the client gives a payment up': async (payments, debtor) => {
    const { id } = await aTransfer(payments, debtor, 30);
    const { headers } = debtor;
    return async () => answerOf(await callEndpoint(payments, cancelPayment, { params: { id }, headers }));
  },
  'a payment is paid back': async (payments, debtor) => {
    const { id, book } = await aTransfer(payments, debtor, 60);
    await book();
    return async () => (await refundPayment(payments.context, id, { operator: 'Ana', reason: REASON })).kind;
  },
  'a card payment is paid back': async (payments, debtor) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: 62 });
    return async () => (await refundPayment(payments.context, id, { operator: 'Ana', reason: REASON })).kind;
  },
  'the bank pays a refund': async (payments, debtor) => {
    await orderedRefund(payments, debtor);
    return sendRefunds(payments, 'pays');
  },
  'the bank refuses a refund': async (payments, debtor) => {
    await orderedRefund(payments, debtor);
    return sendRefunds(payments, 'rejects');
  },
  'the client asks for their credit': async (payments, { number, headers }) =>
    clientCall(payments, requestRefund, {
      params: { number },
      headers: { ...headers, 'Idempotency-Key': randomUUID() },
    }),
  'the money of an extension is booked': async (payments, debtor) => {
    const { id, amount } = await anExtensionToPay(payments, debtor);
    const money = { ...line(), amountCents: fromSoles(amount), date: todayOf(payments), intentId: id };
    return async () => (await receiveMoney(payments.context, money)).kind;
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;
