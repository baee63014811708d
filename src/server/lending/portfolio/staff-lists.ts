import type { Context } from 'hono';
import * as z from 'zod/mini';
import { DOCUMENT_TYPES, documentNumberRule } from '#api/field-rules/document-number.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { act, byId, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, type PageRequest, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { EVERY_ROLE, operatorName } from '#server/lending/staff/staff-route.ts';
import { closeTask, TASK_KINDS } from '#server/lending/staff/task-store.ts';
import { LATE_COLUMNS, pageOfLateLoans } from './late-list.ts';
import { LOAN_COLUMNS, type LoanFilter, pageOfLoans } from './loan-list.ts';
import { PAYOUT_COLUMNS, PAYOUT_CURSOR, PAYOUT_STATES, pageOfPayouts } from './payout-list.ts';
import { ROW_KINDS, type WaitingKind } from './waiting-kinds.ts';
import { pageOfWaiting, WAITING_COLUMNS, WAITING_CURSOR } from './waiting-list.ts';

export const STAFF_PORTFOLIO_PATH = '/api/v1/staff/portfolio';
export const STAFF_TASKS_PATH = '/api/v1/staff/tasks';

export type ListsContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

/** Whose loans: `Client-Document: DNI 45678912`. In a header, because a query is in every log. */
const CLIENT_HEADER = 'client-document';
const LAST_DAY_LATE = 36_500;
const WAITING_KINDS: readonly WaitingKind[] = [...new Set([...ROW_KINDS, ...TASK_KINDS])];

const loanQuery = queryOfList({
  status: listQuery.oneOf(LOAN_STATUSES),
  daysLateFrom: listQuery.number(LAST_DAY_LATE),
  daysLateTo: listQuery.number(LAST_DAY_LATE),
  dueFrom: listQuery.date,
  dueTo: listQuery.date,
  product: z.optional(z.enum(['SINGLE_PAY', 'INSTALLMENT'], { error: 'unknown' })),
  personId: listQuery.id,
});
const payoutQuery = queryOfList(
  { state: listQuery.oneOf(PAYOUT_STATES), from: listQuery.date, to: listQuery.date },
  PAYOUT_CURSOR,
);
const taskQuery = queryOfList({ kind: listQuery.oneOf(WAITING_KINDS) }, WAITING_CURSOR);
type LoanQuery = z.output<typeof loanQuery>;

/** Lists of the whole portfolio, for operators: loans, who is late, money on its way out, and everything that waits. */
export function staffListRoutes(context: ListsContext): readonly StaffRoute[] {
  const path = STAFF_PORTFOLIO_PATH;
  const looks = ['support', 'collections', 'finance', 'compliance'] as const;
  return [
    read({
      name: 'loan list',
      path: `${path}/loans`,
      may: looks,
      query: loanQuery,
      answer: (c, { query }) => loans(c, context, query),
    }),
    read({
      name: 'loan late',
      path: `${path}/late-loans`,
      may: ['collections', 'finance'],
      query: loanQuery,
      answer: (c, { query }) => lateLoans(c, context, query),
    }),
    read({
      name: 'payouts list',
      path: `${path}/payouts`,
      may: ['finance', 'support'],
      query: payoutQuery,
      answer: (c, { query }) => payouts(c, context, query),
    }),
    read({
      name: 'tasks list',
      path: STAFF_TASKS_PATH,
      may: EVERY_ROLE,
      query: taskQuery,
      answer: (c, { query }) => tasks(c, context, query),
    }),
    act({
      name: 'tasks done',
      path: `${STAFF_TASKS_PATH}/:id/done`,
      may: EVERY_ROLE,
      params: byId,
      answer: (c, { params }) => done(c, context, params.id),
    }),
  ];
}

async function loans(c: Context, context: ListsContext, query: LoanQuery): Promise<Response> {
  const asked = await filterOf(c, context, query);
  if (asked.kind === 'refused') return answerRefusal(c, asked);
  const page = (at: PageRequest) => pageOfLoans(context, asked.filter, at);
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', columns: LOAN_COLUMNS, page, about }, pageAt(query));
}

async function lateLoans(c: Context, context: ListsContext, query: LoanQuery): Promise<Response> {
  const asked = await filterOf(c, context, query);
  if (asked.kind === 'refused') return answerRefusal(c, asked);
  const page = (at: PageRequest) => pageOfLateLoans(context, asked.filter, at);
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', columns: LATE_COLUMNS, page, about }, pageAt(query));
}

async function filterOf(
  c: Context,
  context: ListsContext,
  { status: statuses, product: productType, cursor: _, limit: __, ...rest }: LoanQuery,
): Promise<{ readonly kind: 'filter'; readonly filter: LoanFilter } | Refusal> {
  const personId = await readClient(c, context);
  if (typeof personId === 'object') return personId;
  return { kind: 'filter', filter: { ...rest, statuses, productType, ...(personId !== undefined && { personId }) } };
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

function payouts(c: Context, { db }: ListsContext, query: z.output<typeof payoutQuery>): Promise<Response> {
  const { state: states = ['waiting', 'failed'] as const, from, to } = query;
  const page = (at: PageRequest) => pageOfPayouts(db.kysely, { states, from, to }, at);
  return answerList(c, { name: 'payouts', columns: PAYOUT_COLUMNS, page }, pageAt(query));
}

function tasks(c: Context, { db, clock }: ListsContext, query: z.output<typeof taskQuery>): Promise<Response> {
  const asked = { kinds: query.kind, now: clock.now() };
  const page = (at: PageRequest) => pageOfWaiting(db.kysely, asked, at);
  return answerList(c, { name: 'tasks', columns: WAITING_COLUMNS, page }, pageAt(query));
}

async function done(c: Context, { db, clock }: ListsContext, id: string): Promise<Response> {
  const by = operatorName(c);
  const isDone = await db.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    if (!(await closeTask(trx, id, { by, now }))) return false;
    await recordAudit(trx, { actor: `operator:${by}`, action: 'task.done', subject: `task:${id}`, at: now });
    return true;
  });
  return isDone ? c.json({ status: 'DONE' }) : answerRefusal(c, notFound());
}
