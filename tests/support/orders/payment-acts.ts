import { randomUUID } from 'node:crypto';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { cents } from '#loan/money.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { callEndpoint } from '../lending/lending-app.ts';
import {
  aCode,
  asOperator,
  type Debtor,
  importStatement,
  type Payments,
  payByCard,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
} from '../payments/payments.ts';
import { answerOf } from './client-call.ts';
import { byColleagues } from './colleagues.ts';
import { line, todayOf, unnamedOf } from './late-loan.ts';
import { job, once, type Prepare } from './story.ts';

const AMOUNT = 65;
const PART = { purpose: 'PARTIAL', amount: AMOUNT } as const;
const REASON = 'The client asked within the hour.';

const paidByCard = once(async (payments: Payments, debtor: Debtor) => (await payByCard(payments, debtor, PART)).id);
const disputed = once(async (payments: Payments, debtor: Debtor) => {
  const id = await paidByCard(payments, debtor);
  await asOperator(payments, `payments/${id}/dispute`, { reference: `case ${id}`, reason: 'not me' });
  return id;
});
const asked = once(async (payments: Payments, debtor: Debtor) => {
  const { id } = await startPayment(payments, debtor, { ...PART, method: 'MANUAL' });
  const intents = payments.db.kysely.selectFrom('payment_intent').select('reference').where('id', '=', id);
  const { reference } = await intents.executeTakeFirstOrThrow();
  const row = [
    todayOf(payments).split('-').reverse().join('/'),
    randomUUID(),
    `${AMOUNT}.00`,
    `PAGO ${reference}`,
  ] as const;
  return { id, row };
});
const form = once(async (payments: Payments, debtor: Debtor) => {
  const payment = await startPayment(payments, debtor, { ...PART, method: 'NIUBIZ' });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  return { id: payment.id, url: payment.action.actionUrl, token: await tokenFrom(payments, payment, 'approve') };
});
const paidCode = once(async (payments: Payments, debtor: Debtor) => {
  const { id, code } = await aCode(payments, debtor, PART);
  await payCode(payments, code, { message: 'send' });
  return id;
});

function givingUp(idOf: (payments: Payments, debtor: Debtor) => Promise<string>): Prepare<Debtor> {
  return async (payments, debtor) => {
    const id = await idOf(payments, debtor);
    const { headers } = debtor;
    return async () => answerOf(await callEndpoint(payments, cancelPayment, { params: { id }, headers }));
  };
}

/** Acts on one payment by card, one by transfer, one card form and one paid code. */
export const PAYMENT_ACTS = {
  'the payment is paid back': async (payments, debtor) => {
    const id = await paidByCard(payments, debtor);
    return async () => (await refundPayment(payments.context, id, { operator: 'Ana', reason: REASON })).kind;
  },
  'the payment is disputed': async (payments, debtor) => {
    const id = await paidByCard(payments, debtor);
    return byColleagues(payments, `payments/${id}/dispute`, { reference: `case ${id}`, reason: 'not me' });
  },
  'the disputed payment is lost': async (payments, debtor) =>
    byColleagues(payments, `payments/${await disputed(payments, debtor)}/dispute-lost`),
  'the disputed payment is won': async (payments, debtor) =>
    byColleagues(payments, `payments/${await disputed(payments, debtor)}/dispute-won`),
  'the money of the transfer is booked': async (payments, debtor) => {
    const { id: intentId } = await asked(payments, debtor);
    const money = { ...line(), amountCents: cents(AMOUNT * 100), date: todayOf(payments), intentId };
    return async () => (await receiveMoney(payments.context, money)).kind;
  },
  'the line of the transfer is imported': async (payments, debtor) => {
    const { row } = await asked(payments, debtor);
    return () => importStatement(payments, [row]);
  },
  'unnamed money is matched to the transfer': async (payments, debtor) => {
    const { id: paymentId } = await asked(payments, debtor);
    return byColleagues(payments, `unapplied/${await unnamedOf(payments, debtor)}/match`, { paymentId });
  },
  'the client gives the transfer up': givingUp(async (payments, debtor) => (await asked(payments, debtor)).id),
  'the card is charged': async (payments, debtor) => {
    const { url, token } = await form(payments, debtor);
    return async () => (await postToken(payments, url, token)).status;
  },
  'the client gives the card form up': givingUp(async (payments, debtor) => (await form(payments, debtor)).id),
  'the message about the code is read': async (payments, debtor) => {
    await paidCode(payments, debtor);
    return job(() => readWebhooks(payments.context));
  },
  'the janitor asks about the code': async (payments, debtor) => {
    const id = await paidCode(payments, debtor);
    const due = { next_query_at: new Date(payments.clock.now()) };
    await payments.db.kysely.updateTable('payment_intent').set(due).where('id', '=', id).execute();
    return job(() => queryPayments(payments.context));
  },
  'the client gives the code up': givingUp(paidCode),
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;
