import type { Context } from 'hono';
import * as z from 'zod/mini';
import { DOCUMENT_TYPES, documentNumberRule } from '#api/field-rules/document-number.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { withClients } from '#server/lending/people/masks.ts';
import { findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { read, type StaffAct } from '#server/lending/staff/act.ts';
import type { CountRequest, PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { COLLECTIONS_CURSOR, LAST_OUTCOMES, LAST_PROMISES, listCollections } from './collections-list.ts';
import { listLateLoans } from './late-list.ts';
import { LIST_ANSWERS } from './list-answers.ts';
import { LOAN_ORDERS, type LoanFilter, listLoans } from './loan-list.ts';
import { countPayouts, PAYOUT_CURSOR, PAYOUT_STATES, pageOfPayouts } from './payout-list.ts';
import { staffTaskActs } from './staff-tasks.ts';

export const STAFF_PORTFOLIO_PATH = '/api/v1/staff/portfolio';

export type ListsContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

/** Whose loans: `Client-Document: DNI 45678912`. In a header, because a query is in every log. */
const CLIENT_HEADER = 'client-document';
const LAST_DAY_LATE = 36_500;

const loanQuery = queryOfList({
  status: listQuery.oneOf(LOAN_STATUSES),
  daysLateFrom: listQuery.number(LAST_DAY_LATE),
  daysLateTo: listQuery.number(LAST_DAY_LATE),
  dueFrom: listQuery.date,
  dueTo: listQuery.date,
  product: z.optional(z.enum(['SINGLE_PAY', 'INSTALLMENT'], { error: 'unknown' })),
  personId: listQuery.id,
  sort: z.optional(z.enum(LOAN_ORDERS, { error: 'unknown' })),
});
const payoutQuery = queryOfList(
  { state: listQuery.oneOf(PAYOUT_STATES), from: listQuery.date, to: listQuery.date, id: listQuery.id },
  PAYOUT_CURSOR,
);
const collectionsQuery = queryOfList(
  {
    outcome: listQuery.oneOf(LAST_OUTCOMES),
    promise: listQuery.oneOf(LAST_PROMISES),
    daysLateFrom: listQuery.number(LAST_DAY_LATE),
    daysLateTo: listQuery.number(LAST_DAY_LATE),
  },
  COLLECTIONS_CURSOR,
);
type LoanQuery = z.output<typeof loanQuery>;

/**
 * Lists of the whole portfolio, for operators: loans, late clients, money on its way out, and everything that waits.
 */
export function staffListActs(): readonly StaffAct<ListsContext>[] {
  const path = STAFF_PORTFOLIO_PATH;
  const looks = ['support', 'collections', 'finance', 'compliance'] as const;
  return [
    read({
      name: 'loan list',
      answers: LIST_ANSWERS['loan list'],
      path: `${path}/loans`,
      may: looks,
      personal: 'many',
      query: loanQuery,
      answer: (c, { query }, context) => loans(c, context, query),
    }),
    read({
      name: 'loan late',
      answers: LIST_ANSWERS['loan late'],
      path: `${path}/late-loans`,
      may: ['collections', 'finance'],
      personal: 'many',
      query: loanQuery,
      answer: (c, { query }, context) => lateLoans(c, context, query),
    }),
    read({
      name: 'collections list',
      answers: LIST_ANSWERS['collections list'],
      path: `${path}/collections`,
      may: ['collections', 'finance'],
      personal: 'many',
      query: collectionsQuery,
      answer: (c, { query }, context) => collections(c, context, query),
    }),
    read({
      name: 'payouts list',
      answers: LIST_ANSWERS['payouts list'],
      path: `${path}/payouts`,
      may: ['finance', 'support'],
      personal: 'many',
      query: payoutQuery,
      answer: (c, { query }, context) => payouts(c, context, query),
    }),
    ...staffTaskActs(),
  ];
}

async function loans(c: Context, context: ListsContext, query: LoanQuery): Promise<Response> {
  const asked = await filterOf(c, context, query);
  if (asked.kind === 'refused') return answerRefusal(c, asked);
  const source = withClients(c, context, listLoans(context, asked.filter));
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', ...source, about }, pageAt(query));
}

async function lateLoans(c: Context, context: ListsContext, query: LoanQuery): Promise<Response> {
  const asked = await filterOf(c, context, query);
  if (asked.kind === 'refused') return answerRefusal(c, asked);
  const source = withClients(c, context, listLateLoans(context, asked.filter));
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', ...source, about }, pageAt(query));
}

function collections(
  c: Context,
  context: ListsContext,
  { outcome: outcomes, promise: promises, daysLateFrom, daysLateTo, ...at }: z.output<typeof collectionsQuery>,
): Promise<Response> {
  const filter = { outcomes, promises, daysLateFrom, daysLateTo };
  const source = withClients(c, context, listCollections(context, filter));
  const about = { businessDate: context.clock.businessDate() };
  return answerList(c, { name: 'loans', ...source, about }, pageAt(at));
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
  const rule = documentNumberRule(documentType);
  const typed = rule.normalise(number);
  if (rule.check(typed)) return invalidFields([{ field: 'client', code: 'invalid' }]);
  return (await findPersonByDocument(db.kysely, vault, documentType, typed)) ?? notFound();
}

function payouts(c: Context, context: ListsContext, query: z.output<typeof payoutQuery>): Promise<Response> {
  const { id, from, to } = query;
  const states = query.state ?? (id === undefined ? (['waiting', 'failed'] as const) : PAYOUT_STATES);
  const filter = { states, from, to, id };
  const { kysely } = context.db;
  const source = withClients(c, context, {
    page: (at: PageRequest) => pageOfPayouts(kysely, filter, at),
    count: (request: CountRequest) => countPayouts(kysely, filter, request),
  });
  return answerList(c, { name: 'payouts', ...source }, pageAt(query));
}
