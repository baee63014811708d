import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { CalendarDate } from '#loan/calendar.ts';
import { calendarDate } from '#loan/calendar.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, type PageRequest, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import {
  ACCOUNT_OF,
  BALANCE_COLUMNS,
  BUCKET_COLUMNS,
  balancesByDaysLate,
  pageOfBalances,
} from './balances-by-days-late.ts';
import { type BookDate, bookDate } from './book-date.ts';
import { chartReader } from './chart-on.ts';
import {
  DAY_COLUMNS,
  DAY_CURSOR,
  JOURNAL_COLUMNS,
  JOURNAL_CURSOR,
  type Period,
  pageOfDays,
  pageOfJournals,
} from './journal-export.ts';
import { pageOfReceipts, RECEIPT_COLUMNS, RECEIPT_CURSOR } from './receipts.ts';
import { TRIAL_BALANCE_COLUMNS, type TrialBalanceRow, trialBalance } from './trial-balance.ts';

export const STAFF_BOOKS_PATH = '/api/v1/staff/books';

export type BooksContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

const day = z.string().check(z.refine((text) => z.safeParse(listQuery.date, text).success, { error: 'invalid' }));
const periodQuery = { from: day, to: listQuery.date };
const dateQuery = { date: listQuery.date };

/** The books that leave: journals, trial balance, receipts for invoicing, balances by days late (decision 0142). */
export function staffBookRoutes(context: BooksContext): readonly StaffRoute[] {
  const may = ['finance', 'compliance'] as const;
  const book = <Query extends Paged>(
    name: 'journals' | 'days' | 'trial-balance' | 'receipts' | 'balances' | 'days-late',
    query: z.ZodMiniType<Query>,
    answer: (c: Context, context: BooksContext, query: Query) => Promise<Response>,
  ) =>
    read({
      name: `books ${name}`,
      path: `${STAFF_BOOKS_PATH}/${name}`,
      may,
      query,
      answer: (c, asked) => answer(c, context, asked.query),
    });
  return [
    book('journals', queryOfList(periodQuery, JOURNAL_CURSOR), journals),
    book('days', queryOfList(periodQuery, DAY_CURSOR), days),
    book('trial-balance', queryOfList({ ...dateQuery, from: listQuery.date }), balance),
    book('receipts', queryOfList(periodQuery, RECEIPT_CURSOR), receipts),
    book('balances', queryOfList(dateQuery), balances),
    book('days-late', queryOfList(dateQuery), daysLate),
  ];
}

/** Where a page begins, which every list is asked. */
type Paged = Parameters<typeof pageAt>[0];
type AskedPeriod = Paged & { readonly from: string; readonly to?: string | undefined };
type AskedDate = Paged & { readonly date?: string | undefined; readonly from?: string | undefined };
type PeriodQuery =
  | { readonly kind: 'query'; readonly period: Period; readonly isFinal: boolean; readonly at: PageRequest }
  | Refusal;

async function readPeriod(context: BooksContext, query: AskedPeriod): Promise<PeriodQuery> {
  const last = await bookDate(context, query.to, 'to');
  if (last.kind === 'refused') return last;
  const from = calendarDate(query.from);
  if (from > last.date) return invalidFields([{ field: 'from', code: 'out_of_range' }]);
  return { kind: 'query', period: { from, to: last.date }, isFinal: last.isFinal, at: pageAt(query) };
}

async function journals(c: Context, context: BooksContext, asked: AskedPeriod): Promise<Response> {
  const query = await readPeriod(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const chartOn = chartReader(context);
  const page = (at: PageRequest) => pageOfJournals(context.db.kysely, chartOn, query.period, at);
  return answerList(c, { name: 'lines', columns: JOURNAL_COLUMNS, page, about: aboutOf(query) }, query.at);
}

async function days(c: Context, context: BooksContext, asked: AskedPeriod): Promise<Response> {
  const query = await readPeriod(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const chartOn = chartReader(context);
  const page = (at: PageRequest) => pageOfDays(context.db.kysely, chartOn, query.period, at);
  return answerList(c, { name: 'lines', columns: DAY_COLUMNS, page, about: aboutOf(query) }, query.at);
}

/** Documents and names of clients leave with it: who took them is on record. */
async function receipts(c: Context, context: BooksContext, asked: AskedPeriod): Promise<Response> {
  const query = await readPeriod(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const { db, vault, clock } = context;
  const calendar = await context.calendar.days(db.kysely);
  const entry = {
    actor: `operator:${operatorName(c)}`,
    action: 'books.receipts',
    subject: 'books',
    after: query.period,
  };
  await db.kysely.transaction().execute((trx) => recordAudit(trx, { ...entry, at: clock.now() }));
  const page = (at: PageRequest) => pageOfReceipts({ db: db.kysely, vault }, { ...query.period, calendar }, at);
  return answerList(c, { name: 'receipts', columns: RECEIPT_COLUMNS, page, about: aboutOf(query) }, query.at);
}

function aboutOf({ period, isFinal }: Extract<PeriodQuery, { readonly kind: 'query' }>) {
  return { ...period, isFinal };
}

async function balance(c: Context, context: BooksContext, query: AskedDate): Promise<Response> {
  const at = await bookDate(context, query.date);
  if (at.kind === 'refused') return answerRefusal(c, at);
  const from = query.from === undefined ? undefined : calendarDate(query.from);
  if (from !== undefined && from > at.date) {
    return answerRefusal(c, invalidFields([{ field: 'from', code: 'out_of_range' }]));
  }
  const rows = await trialBalance(context, { from, date: at.date });
  const about = { from: from ?? null, ...onWire(at) };
  const list = {
    name: 'accounts',
    columns: TRIAL_BALANCE_COLUMNS,
    page: () => Promise.resolve({ rows }),
    about,
  };
  return answerList(c, list, pageAt(query));
}

async function balances(c: Context, context: BooksContext, asked: AskedDate): Promise<Response> {
  const query = await readBookDay(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const page = (at: PageRequest) => pageOfBalances(context.db.kysely, query.day, at);
  return answerList(c, { name: 'loans', columns: BALANCE_COLUMNS, page, about: onWire(query.on) }, query.at);
}

async function daysLate(c: Context, context: BooksContext, asked: AskedDate): Promise<Response> {
  const query = await readBookDay(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const rows = await balancesByDaysLate(context.db.kysely, query.day);
  const ledger = controlTotals(await trialBalance(context, { date: query.on.date }));
  const about = { ...onWire(query.on), ledger: toSoles(ledger), difference: toSoles(cents(ledger - total(rows))) };
  const list = {
    name: 'buckets',
    columns: BUCKET_COLUMNS,
    page: () => Promise.resolve({ rows }),
    about,
  };
  return answerList(c, list, query.at);
}

async function readBookDay(context: BooksContext, query: AskedDate) {
  const on = await bookDate(context, query.date);
  if (on.kind === 'refused') return on;
  const bankDay = { date: on.date as CalendarDate, calendar: await context.calendar.days(context.db.kysely) };
  return { kind: 'query' as const, on, day: bankDay, at: pageAt(query) };
}

function onWire({ date, isFinal }: BookDate) {
  return { date, isFinal };
}

function controlTotals(rows: readonly TrialBalanceRow[]): Cents {
  const control: readonly string[] = Object.values(ACCOUNT_OF);
  return sum(...rows.flatMap(({ account, balance: held }) => (control.includes(account) ? [held] : [])));
}

function total(rows: readonly { readonly total: Cents }[]): Cents {
  return sum(...rows.map((row) => row.total));
}
