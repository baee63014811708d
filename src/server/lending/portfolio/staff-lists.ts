import type { Context } from 'hono';
import * as z from 'zod/mini';
import { DOCUMENT_TYPES, documentNumberRule } from '#api/field-rules/document-number.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, readListQuery } from '#server/lending/staff/staff-list.ts';
import { EVERY_ROLE, operatorName, type StaffRoute } from '#server/lending/staff/staff-route.ts';
import { closeTask, TASK_KINDS } from '#server/lending/staff/task-store.ts';
import { LATE_COLUMNS, pageOfLateLoans } from './late-list.ts';
import { LOAN_COLUMNS, type LoanFilter, pageOfLoans } from './loan-list.ts';
import { PAYOUT_COLUMNS, PAYOUT_CURSOR, PAYOUT_STATES, pageOfPayouts } from './payout-list.ts';
import { ROW_KINDS, type WaitingKind } from './waiting-kinds.ts';
import { pageOfWaiting, WAITING_COLUMNS, WAITING_CURSOR } from './waiting-list.ts';

export const STAFF_PORTFOLIO_PATH = '/api/v1/staff/portfolio';
export const STAFF_TASKS_PATH = '/api/v1/staff/tasks';

export type ListsContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

/** Whose loans: `Client-Document: DNI 45678912`. In a header, because a query stands in every log. */
const CLIENT_HEADER = 'client-document';
const LAST_DAY_LATE = 36_500;
const WAITING_KINDS: readonly WaitingKind[] = [...new Set([...ROW_KINDS, ...TASK_KINDS])];

const loanQuery = {
  status: listQuery.oneOf(LOAN_STATUSES),
  daysLateFrom: listQuery.number(LAST_DAY_LATE),
  daysLateTo: listQuery.number(LAST_DAY_LATE),
  dueFrom: listQuery.date,
  dueTo: listQuery.date,
  product: z.optional(z.enum(['SINGLE_PAY', 'INSTALLMENT'], { error: 'unknown' })),
  personId: listQuery.id,
};
const payoutQuery = { state: listQuery.oneOf(PAYOUT_STATES), from: listQuery.date, to: listQuery.date };
const taskQuery = { kind: listQuery.oneOf(WAITING_KINDS) };

/** Lists of the whole portfolio, for operators: loans, who is late, money on its way out, and everything that waits. */
export function staffListRoutes(context: ListsContext): readonly StaffRoute[] {
  const path = STAFF_PORTFOLIO_PATH;
  const looks = ['support', 'collections', 'finance', 'compliance'] as const;
  const task = `${STAFF_TASKS_PATH}/:id/done`;
  return [
    { method: 'GET', path: `${path}/loans`, may: looks, answer: (c) => loans(c, context) },
    {
      method: 'GET',
      path: `${path}/late-loans`,
      may: ['collections', 'finance'],
      answer: (c) => lateLoans(c, context),
    },
    { method: 'GET', path: `${path}/payouts`, may: ['finance', 'support'], answer: (c) => payouts(c, context) },
    { method: 'GET', path: STAFF_TASKS_PATH, may: EVERY_ROLE, answer: (c) => tasks(c, context) },
    { method: 'POST', path: task, may: EVERY_ROLE, answer: (c) => done(c, context) },
  ];
}

async function loans(c: Context, context: ListsContext): Promise<Response> {
  const query = await readLoanQuery(c, context);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const page = (at: typeof query.at) => pageOfLoans(context, query.filter, at);
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', columns: LOAN_COLUMNS, page, about }, query.at);
}

async function lateLoans(c: Context, context: ListsContext): Promise<Response> {
  const query = await readLoanQuery(c, context);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const page = (at: typeof query.at) => pageOfLateLoans(context, query.filter, at);
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', columns: LATE_COLUMNS, page, about }, query.at);
}

type LoanQuery = { readonly kind: 'query'; readonly filter: LoanFilter; readonly at: PageRequestOf } | Refusal;
type PageRequestOf = Parameters<typeof pageOfLoans>[2];

async function readLoanQuery(c: Context, context: ListsContext): Promise<LoanQuery> {
  const query = readListQuery(c, loanQuery);
  if (query.kind === 'refused') return query;
  const { status: statuses, product: productType, ...rest } = query.filter;
  const personId = await readClient(c, context);
  if (typeof personId === 'object') return personId;
  const filter = { ...rest, statuses, productType, ...(personId !== undefined && { personId }) };
  return { kind: 'query', filter, at: query.at };
}

async function readClient(c: Context, { db, vault }: ListsContext): Promise<string | undefined | Refusal> {
  const named = c.req.header(CLIENT_HEADER);
  if (named === undefined) return undefined;
  const [type, number = ''] = named.split(' ');
  const documentType = DOCUMENT_TYPES.find((one) => one === type);
  if (!documentType || number === '') return invalidFields([{ field: 'client', code: 'invalid' }]);
  const typed = documentNumberRule(documentType).normalise(number);
  return (await findPersonByDocument(db.kysely, vault, documentType, typed)) ?? notFound();
}

async function payouts(c: Context, { db }: ListsContext): Promise<Response> {
  const query = readListQuery(c, payoutQuery, PAYOUT_CURSOR);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const { state: states = ['waiting', 'failed'] as const, from, to } = query.filter;
  const page = (at: typeof query.at) => pageOfPayouts(db.kysely, { states, from, to }, at);
  return answerList(c, { name: 'payouts', columns: PAYOUT_COLUMNS, page }, query.at);
}

async function tasks(c: Context, { db, clock }: ListsContext): Promise<Response> {
  const query = readListQuery(c, taskQuery, WAITING_CURSOR);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const asked = { kinds: query.filter.kind, now: clock.now() };
  const page = (at: typeof query.at) => pageOfWaiting(db.kysely, asked, at);
  return answerList(c, { name: 'tasks', columns: WAITING_COLUMNS, page }, query.at);
}

async function done(c: Context, { db, clock }: ListsContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const by = operatorName(c);
  const isDone =
    z.safeParse(z.uuid(), id).success &&
    (await db.kysely.transaction().execute(async (trx) => {
      const now = clock.now();
      if (!(await closeTask(trx, id, { by, now }))) return false;
      await recordAudit(trx, { actor: `operator:${by}`, action: 'task.done', subject: `task:${id}`, at: now });
      return true;
    }));
  return isDone ? c.json({ status: 'DONE' }) : answerRefusal(c, notFound());
}
