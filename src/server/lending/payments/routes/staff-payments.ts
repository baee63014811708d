import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { validate } from '#api/validate.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { fromSoles, toSoles } from '#loan/money.ts';
import { PAYMENT_INTENT_STATUSES, type PaymentIntentStatus } from '#loan/payment-intent.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readBytes, readJsonBody } from '#server/kit/request-body.ts';
import { MAX_STATEMENT_BYTES, readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, operatorsOnly } from '#server/lending/staff/operator.ts';
import { answerList, type PageRequest, readListQuery, type StaffList } from '#server/lending/staff/staff-list.ts';
import { endDispute, openDispute } from '../dispute-payment.ts';
import { importStatement } from '../import-statement.ts';
import { matchMoney, returnMoney } from '../match-money.ts';
import type { PaymentContext } from '../payment-context.ts';
import { presentPayment } from '../payment-view.ts';
import { queryProvider } from '../query-provider.ts';
import { refundPayment, settleRefund } from '../refund-payment.ts';
import { reviewPayment } from '../review-payment.ts';
import { settleProvider } from '../settle-provider.ts';
import { pageOfUnapplied, type UnappliedMoney } from '../store/money-store.ts';
import { readIntentEvents } from '../store/payment-event-store.ts';
import { listIntents, type PaymentIntent, readIntent } from '../store/payment-store.ts';

export const STAFF_PAYMENTS_PATH = '/api/v1/staff/payments';
export const STAFF_MONEY_PATH = '/api/v1/staff/unapplied';
export const STAFF_STATEMENTS_PATH = '/api/v1/staff/bank-statements';
export const STAFF_SETTLEMENTS_PATH = '/api/v1/staff/settlements';

const PAGE = 50;
const reason = z.string().overwrite(paragraphs).min(3).max(500);
const reference = z.string().overwrite(oneLine).min(1).max(100);
const amount = z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6);

/** What people of the lender decide about one payment, and what each needs to be told. */
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

const matchBody = z.union([
  z.strictObject({ paymentId: z.uuid() }),
  z.strictObject({ loanNumber: z.string().regex(/^P-\d{4}-\d{7}$/) }),
]);
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
  line: z.uuid(),
});

/** Payments, statements, money nobody can name and settlements, for whoever holds the operator token. */
export function serveStaffPayments(app: HttpApp, context: PaymentContext, operatorToken: string): void {
  const paths = [STAFF_PAYMENTS_PATH, STAFF_MONEY_PATH, STAFF_STATEMENTS_PATH, STAFF_SETTLEMENTS_PATH];
  for (const path of paths) {
    app.use(path, operatorsOnly(operatorToken));
    app.use(`${path}/*`, operatorsOnly(operatorToken));
  }
  app.get(STAFF_PAYMENTS_PATH, (c) => list(c, context));
  app.get(`${STAFF_PAYMENTS_PATH}/:id`, (c) => show(c, context));
  app.post(`${STAFF_PAYMENTS_PATH}/:id/:act`, (c) => act(c, context));
  app.get(STAFF_MONEY_PATH, (c) => unapplied(c, context));
  app.post(`${STAFF_MONEY_PATH}/:id/match`, (c) => match(c, context));
  app.post(`${STAFF_MONEY_PATH}/:id/return`, (c) => giveBack(c, context));
  app.post(STAFF_STATEMENTS_PATH, (c) => importFile(c, context));
  app.post(STAFF_SETTLEMENTS_PATH, (c) => settle(c, context));
}

/** `?status=UNKNOWN,IN_REVIEW`, newest first; `?before=<id>` for the next page. */
async function list(c: Context, { db }: PaymentContext): Promise<Response> {
  const { status, before } = c.req.query();
  const asked = status?.split(',');
  const statuses = asked && PAYMENT_INTENT_STATUSES.filter((one) => asked.includes(one));
  if (statuses && statuses.length !== asked.length) {
    return answerRefusal(c, invalidFields([{ field: 'status', code: 'unknown' }]));
  }
  if (before !== undefined && !isId(before))
    return answerRefusal(c, invalidFields([{ field: 'before', code: 'invalid' }]));
  const filter = { statuses: statuses as readonly PaymentIntentStatus[] | undefined, before, limit: PAGE };
  return c.json({ payments: (await listIntents(db.kysely, filter)).map(summaryOf) });
}

function summaryOf({ id, loanId, purpose, method, status, amountCents, reference, ...rest }: PaymentIntent) {
  return {
    id,
    loanId,
    purpose,
    method,
    status,
    amount: toSoles(amountCents),
    reference,
    purchaseNumber: rest.purchaseNumber,
    code: rest.code ?? null,
    createdAt: new Date(rest.createdAt).toISOString(),
  };
}

async function show(c: Context, context: PaymentContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const intent = isId(id) ? await readIntent(context.db.kysely, { id }) : undefined;
  if (!intent) return answerRefusal(c, notFound());
  const [view, events] = [await presentPayment(context, intent), await readIntentEvents(context.db.kysely, id)];
  return c.json({ ...summaryOf(intent), ...view, personId: intent.personId, queries: intent.queries, events });
}

async function act(c: Context, context: PaymentContext): Promise<Response> {
  const name = c.req.param('act') as PaymentAct;
  const id = c.req.param('id') ?? '';
  if (!isId(id) || !Object.hasOwn(ACTS, name)) return answerRefusal(c, notFound());
  const body = await bodyOf(c, ACTS[name]);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const { reason: why = '', reference: as = '' } = body.value as {
    readonly reason?: string;
    readonly reference?: string;
  };
  const acted = await carryOut(context, name, id, { operator: operatorName(c), why, as });
  return acted.kind === 'refused' ? answerRefusal(c, acted) : c.json({ status: acted.intent.status });
}

function carryOut(
  context: PaymentContext,
  name: PaymentAct,
  id: string,
  { operator, why, as }: { readonly operator: string; readonly why: string; readonly as: string },
): Promise<Acted> {
  switch (name) {
    case 'no-credit':
      return reviewPayment(context, id, { operator, reason: why });
    case 'refund':
      return refundPayment(context, id, { operator, reason: why });
    case 'refund-paid':
      return settleRefund(context, id, { operator, paidAs: as, reason: '' });
    case 'refund-refused':
      return settleRefund(context, id, { operator, reason: why });
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

const UNAPPLIED_COLUMNS: StaffList<UnappliedMoney>['columns'] = {
  id: 'plain',
  amount: 'money',
  value_date: 'plain',
  reason: 'plain',
  provider: 'plain',
  provider_ref: 'plain',
  bank: 'plain',
  bank_ref: 'plain',
  description: 'plain',
  created_at: 'plain',
};

/** Money nobody has named, the oldest first. */
async function unapplied(c: Context, { db, vault }: PaymentContext): Promise<Response> {
  const query = readListQuery(c, {});
  if (query.kind === 'refused') return answerRefusal(c, query);
  const page = (at: PageRequest) => pageOfUnapplied(db.kysely, vault, at);
  return answerList(c, { name: 'unapplied', columns: UNAPPLIED_COLUMNS, page }, query.at);
}

async function match(c: Context, context: PaymentContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  if (!isId(id)) return answerRefusal(c, notFound());
  const body = await bodyOf(c, matchBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const matched = await matchMoney(context, id, body.value, operatorName(c));
  if (matched.kind === 'refused') return answerRefusal(c, matched);
  return c.json({ loanId: matched.money.loanId, paymentId: matched.money.intentId ?? null });
}

async function giveBack(c: Context, context: PaymentContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  if (!isId(id)) return answerRefusal(c, notFound());
  const body = await bodyOf(c, z.strictObject({ reference }));
  if (body.kind === 'refused') return answerRefusal(c, body);
  const returned = await returnMoney(context, id, body.value.reference, operatorName(c));
  return returned.kind === 'refused' ? answerRefusal(c, returned) : c.json({ status: 'RETURNED' });
}

/** The file itself is the body; `?bank=BCP` says whose it is, as our own list of accounts writes it. */
async function importFile(c: Context, context: PaymentContext): Promise<Response> {
  const asked = c.req.query('bank') ?? '';
  const known = context.gateways.transferAccounts.find(({ bank }) => bank.toLowerCase() === asked.toLowerCase());
  if (!known) return answerRefusal(c, invalidFields([{ field: 'bank', code: asked === '' ? 'required' : 'unknown' }]));
  const bytes = await readBytes(c.req.raw, MAX_STATEMENT_BYTES);
  if (bytes === 'too-large') return answerRefusal(c, invalidFields([{ field: 'body', code: 'too_large' }]));
  const statement = readBankStatement(bytes);
  return c.json(await importStatement(context, { bank: known.bank, statement, operator: operatorName(c) }));
}

async function settle(c: Context, context: PaymentContext): Promise<Response> {
  const body = await bodyOf(c, settlementBody, MAX_STATEMENT_BYTES);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const { provider, reference: providerRef, lines, cost, date, line } = body.value;
  const settled = await settleProvider(context, {
    provider,
    providerRef,
    lines: lines.map((one) => ({ ...one, amountCents: fromSoles(one.amount) })),
    costCents: fromSoles(cost),
    settledOn: calendarDate(date),
    bankMoneyId: line,
    operator: operatorName(c),
  });
  return settled.kind === 'refused' ? answerRefusal(c, settled) : c.json({ isNew: settled.isNew });
}

async function bodyOf<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limitBytes?: number,
): Promise<{ readonly kind: 'valid'; readonly value: z.output<Schema> } | Refusal> {
  const json = await readJsonBody(c.req.raw, limitBytes);
  if (json.kind === 'refused') return json;
  const body = validate(schema, json.value);
  return body.kind === 'invalid' ? invalidFields(body.fieldErrors) : body;
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
