import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { fromSoles, sum, toSoles } from '#loan/money.ts';
import { railOf } from '#loan/payment-intent.ts';
import { notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { MAX_STATEMENT_BYTES } from '#server/lending/gateways/transfer/bank-statement.ts';
import { clientName } from '#server/lending/people/masks.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import {
  type Approve,
  requireSecondApprovalIfNeeded,
  type SecondApproval,
  secondNeeded,
} from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { endDispute, openDispute } from '../dispute-payment.ts';
import type { PaymentContext } from '../payment-context.ts';
import { presentPayment } from '../payment-view.ts';
import { queryProvider } from '../query-provider.ts';
import { refundPayment, settleRefund } from '../refund-payment.ts';
import { reviewPayment } from '../review-payment.ts';
import { settleProvider } from '../settle-provider.ts';
import { readIntentEvents } from '../store/payment-event-store.ts';
import { type PaymentIntent, readIntent } from '../store/payment-store.ts';
import { findOpenRefund } from '../store/refund-store.ts';
import { PAYMENT_ANSWERS } from './payment-answers.ts';
import { listPayments, paymentQuery, summaryOf } from './payment-list.ts';
import { needsSecond, staffMatchingActs } from './staff-matching.ts';
import { wayOfRefund } from './staff-money-back.ts';

export const STAFF_PAYMENTS_PATH = '/api/v1/staff/payments';
export const STAFF_SETTLEMENTS_PATH = '/api/v1/staff/settlements';

const reason = z.string().overwrite(paragraphs).min(3).max(500);
export const reference = z.string().overwrite(oneLine).min(1).max(100);
export const amount = z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6);

/** Decisions of staff about one payment, and what each must be told. */
const ACTS = {
  'no-credit': z.strictObject({ reason }),
  refund: z.strictObject({ reason }),
  'refund-paid': z.strictObject({ reference }),
  'refund-refused': z.strictObject({ reason }),
  dispute: z.strictObject({ reference, reason }),
  'dispute-won': z.strictObject({}),
  'dispute-lost': z.strictObject({}),
  ask: z.strictObject({}),
} as const;
type PaymentAct = keyof typeof ACTS;

type Acted = { readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal;

const settlementBody = z.strictObject({
  provider: z.enum(['NIUBIZ', 'PAGOEFECTIVO']),
  reference,
  lines: z
    .array(
      z.strictObject({ reference, operation: reference.optional(), amount: amount.refine((value) => value !== 0) }),
    )
    .min(1),
  cost: amount.refine((value) => value >= 0),
  date: z.string().refine(isCalendarDate),
  /** The credit of the bank it came as: the id of unidentified money. */
  line: z.guid(),
});

/** Payments, unidentified money and settlements. */
export function staffPaymentActs(): readonly StaffAct<PaymentContext>[] {
  const looks = ['support', 'collections', 'finance'] as const;
  const payment = `${STAFF_PAYMENTS_PATH}/:id`;
  return [
    read({
      name: 'payments list',
      answers: PAYMENT_ANSWERS['payments list'],
      path: STAFF_PAYMENTS_PATH,
      may: looks,
      personal: 'many',
      query: paymentQuery,
      answer: (c, { query }, context) => listPayments(c, context, query),
    }),
    read({
      name: 'payments show',
      answers: PAYMENT_ANSWERS['payments show'],
      path: payment,
      may: looks,
      personal: 'one',
      params: byId,
      answer: (c, { params }, context) => show(c, context, params.id),
    }),
    ...(Object.keys(ACTS) as PaymentAct[]).map((name) =>
      act({
        name: `payments ${name}`,
        answers: PAYMENT_ANSWERS[`payments ${name}`],
        path: `${payment}/${name}`,
        may: name === 'ask' ? looks : ['finance'],
        params: byId,
        body: ACTS[name] as z.ZodType<{ reason?: string; reference?: string }>,
        ...(/^refund/.test(name) && { second: 'sometimes' as const }),
        answer: (c, { params, body }, context: PaymentContext) =>
          decide(c, context, name, { id: params.id, said: body }),
      }),
    ),
    ...staffMatchingActs(),
    ...settlementActs(),
  ];
}

function settlementActs(): readonly StaffAct<PaymentContext>[] {
  return [
    act({
      name: 'payments settle',
      answers: PAYMENT_ANSWERS['payments settle'],
      path: STAFF_SETTLEMENTS_PATH,
      may: ['finance'],
      second: 'sometimes',
      body: settlementBody,
      maxBytes: MAX_STATEMENT_BYTES,
      answer: (c, { body }, context) => settle(c, context, body),
    }),
  ];
}

async function show(c: Context, context: PaymentContext, id: string): Promise<Response> {
  const intent = await readIntent(context.db.kysely, { id });
  if (!intent) return answerRefusal(c, notFound());
  const [view, events] = [await presentPayment(context, intent), await readIntentEvents(context.db.kysely, id)];
  await recordShown(c, { action: 'payment.view', subject: `payment:${id}` });
  const client = await clientName(c, context, intent.personId);
  const open = await findOpenRefund(context.db.kysely, { intentId: id });
  const refund = open ? wayOfRefund(open) : null;
  return c.json({ client, ...summaryOf(intent), ...view, refund, queries: intent.queries, events });
}

async function decide(
  c: Context,
  context: PaymentContext,
  name: PaymentAct,
  { id, said }: { readonly id: string; readonly said: { readonly reason?: string; readonly reference?: string } },
): Promise<Response> {
  const { reason: why = '', reference: as = '' } = said;
  const asked = await approvalOfPayment(context, name, id, said);
  const carriedOut = (approve?: Approve) =>
    carryOut(context, name, id, { operator: operatorName(c), why, as, ...(approve && { approve }) });
  const acted = asked ? await requireSecondApprovalIfNeeded(context, c, asked, carriedOut) : await carriedOut();
  if (acted.kind === 'second-needed') return secondNeeded(c, acted);
  return acted.kind === 'refused' ? answerRefusal(c, acted) : c.json({ status: acted.intent.status });
}

/**
 * The approval of a second account that an act needs: above the limit whenever it moves a payment's money; below the
 * limit too where no provider can be asked, which is money sent to a bank account, and the word that a refund was
 * refused.
 */
async function approvalOfPayment(
  context: PaymentContext,
  name: PaymentAct,
  id: string,
  request: unknown,
): Promise<(SecondApproval & { readonly needsSecond: boolean }) | undefined> {
  if (name !== 'refund' && name !== 'refund-paid' && name !== 'refund-refused') return undefined;
  const intent = await readIntent(context.db.kysely, { id });
  if (!intent) return undefined;
  const { amountCents, method, personId } = intent;
  const isUnproven = name === 'refund-refused' || (name === 'refund' && railOf(method) !== 'card');
  const about = { amount: toSoles(amountCents), method };
  const asked = { action: `payment.${name}`, subject: `payment:${id}`, request: [name, request], about, personId };
  return { ...asked, needsSecond: isUnproven || (await needsSecond(context, amountCents)) };
}

function carryOut(
  context: PaymentContext,
  name: PaymentAct,
  id: string,
  {
    operator,
    why,
    as,
    ...two
  }: { readonly operator: string; readonly why: string; readonly as: string; readonly approve?: Approve },
): Promise<Acted> {
  switch (name) {
    case 'no-credit':
      return reviewPayment(context, id, { operator, reason: why });
    case 'refund':
      return refundPayment(context, id, { operator, reason: why, ...two });
    case 'refund-paid':
      return settleRefund(context, id, { operator, paidAs: as, reason: '', ...two });
    case 'refund-refused':
      return settleRefund(context, id, { operator, reason: why, ...two });
    case 'dispute':
      return openDispute(context, id, { operator, providerRef: as, reason: why });
    case 'dispute-won':
      return endDispute(context, id, { operator, outcome: 'won' });
    case 'dispute-lost':
      return endDispute(context, id, { operator, outcome: 'lost' });
    case 'ask':
      return ask(context, id, operator);
  }
}

async function ask(context: PaymentContext, id: string, operator: string): Promise<Acted> {
  const intent = await readIntent(context.db.kysely, { id });
  if (!intent) return notFound();
  const actor = `operator:${operator}`;
  await queryProvider(context, intent, actor);
  const after = (await readIntent(context.db.kysely, { id })) as PaymentIntent;
  const audit = { actor, action: 'payment.ask', subject: `payment:${id}`, after: { status: after.status } };
  await context.db.kysely.transaction().execute((trx) => recordAudit(trx, { ...audit, at: context.clock.now() }));
  return { kind: 'moved', intent: after };
}

async function settle(c: Context, context: PaymentContext, body: z.output<typeof settlementBody>): Promise<Response> {
  const { provider, reference: providerRef, lines, cost, date, line } = body;
  const settlement = {
    provider,
    providerRef,
    lines: lines.map((one) => ({ ...one, amountCents: fromSoles(one.amount) })),
    costCents: fromSoles(cost),
    settledOn: calendarDate(date),
    bankMoneyId: line,
    operator: operatorName(c),
  };
  const collected = sum(...settlement.lines.map(({ amountCents }) => amountCents));
  const asked = {
    action: 'provider.settle',
    subject: `provider:${provider} ${providerRef}`,
    request: body,
    about: { amount: toSoles(collected), cost, date, line },
    needsSecond: await needsSecond(context, collected),
  };
  const settled = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    settleProvider(context, { ...settlement, approve }),
  );
  if (settled.kind === 'second-needed') return secondNeeded(c, settled);
  return settled.kind === 'refused' ? answerRefusal(c, settled) : c.json({ isNew: settled.isNew });
}
