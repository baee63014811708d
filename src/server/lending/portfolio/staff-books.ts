import type { Context } from 'hono';
import * as z from 'zod/mini';
import { APPLICATION_STAGES } from '#loan/application.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { calendarDate } from '#loan/calendar.ts';
import { ACCOUNTS } from '#loan/ledger.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { read, type StaffAct } from '#server/lending/staff/act.ts';
import { type CountRequest, listOfRows, type PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { ACCOUNT_OF, BUCKETS, balancesByDaysLate, lastDayByBucket, listBalances } from './balances-by-days-late.ts';
import { BOOK_ANSWERS } from './book-answers.ts';
import { type BookDate, bookDate } from './book-date.ts';
import { isDayRow, listBookDays, readOverview } from './business-at-a-glance.ts';
import { chartReader } from './chart-on.ts';
import { isMonthPlace, isWeekPlace, listLosses, listWeeks, readFunnel } from './history-lists.ts';
import { countJournals, DAY_CURSOR, JOURNAL_CURSOR, listDays, type Period, pageOfJournals } from './journal-export.ts';
import { type TrialBalanceRow, trialBalance } from './trial-balance.ts';

export const STAFF_BOOKS_PATH = '/api/v1/staff/books';

export type BooksContext = Pick<LendingContext, 'db' | 'clock' | 'calendar'>;

const day = z.string().check(z.refine((text) => z.safeParse(listQuery.date, text).success, { error: 'invalid' }));
const periodQuery = { from: day, to: listQuery.date };
const span = { from: listQuery.date, to: listQuery.date };
const dateQuery = { date: listQuery.date };
const isAccount = (text: string) => ACCOUNTS.some((account) => account === text);
const isStage = (text: string) => APPLICATION_STAGES.some((stage) => stage === text);
const isBucket = (text: string) => BUCKETS.some(({ bucket }) => bucket === text);

/** The books that leave: journals, trial balance, balances by days late (decision 0142). */
export function staffBookActs(): readonly StaffAct<BooksContext>[] {
  const may = ['finance', 'compliance'] as const;
  const book = <Query extends Paged>(
    name: 'journals' | 'days' | 'trial-balance' | 'balances' | 'days-late' | 'history' | 'weeks' | 'losses' | 'funnel',
    query: z.ZodMiniType<Query>,
    answer: (c: Context, context: BooksContext, query: Query) => Promise<Response>,
  ): StaffAct<BooksContext> =>
    read({
      name: `books ${name}`,
      answers: BOOK_ANSWERS[`books ${name}`],
      path: `${STAFF_BOOKS_PATH}/${name}`,
      may,
      query,
      answer: (c, asked, context) => answer(c, context, asked.query),
    });
  return [
    book('journals', queryOfList(periodQuery, JOURNAL_CURSOR), journals),
    book('days', queryOfList(periodQuery, DAY_CURSOR), days),
    book('trial-balance', queryOfList({ ...dateQuery, from: listQuery.date }, isAccount), balance),
    book('balances', queryOfList(dateQuery), balances),
    book('days-late', queryOfList(dateQuery, isBucket), daysLate),
    book('history', queryOfList(span, isDayRow), history),
    book('weeks', queryOfList(span, isWeekPlace), (c, { db }, query) =>
      answerList(c, { name: 'weeks', ...listWeeks(db.kysely, query) }, pageAt(query)),
    ),
    book('losses', queryOfList({}, isMonthPlace), (c, { db }, query) =>
      answerList(c, { name: 'months', ...listLosses(db.kysely) }, pageAt(query)),
    ),
    book('funnel', queryOfList(span, isStage), funnel),
    read({
      name: 'books overview',
      answers: BOOK_ANSWERS['books overview'],
      path: `${STAFF_BOOKS_PATH}/overview`,
      may: [...may, 'admin'],
      answer: async (c, _, context) => {
        const overview = await readOverview(context.db.kysely);
        return overview ? c.json(overview) : answerRefusal(c, NO_DAY);
      },
    }),
  ];
}

const NO_DAY = refused(409, 'date_not_closed', 'No day has ended yet for every loan: the first one is told tomorrow.');

/** The query fields of a page, which every list takes. */
type Paged = Parameters<typeof pageAt>[0];
type AskedPeriod = Paged & { readonly from: string; readonly to?: string | undefined };
type AskedSpan = Paged & { readonly from?: string | undefined; readonly to?: string | undefined };
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
  const count = (request: CountRequest) => countJournals(context.db.kysely, query.period, request);
  return answerList(c, { name: 'lines', page, count, about: aboutOf(query) }, query.at);
}

async function days(c: Context, context: BooksContext, asked: AskedPeriod): Promise<Response> {
  const query = await readPeriod(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const chartOn = chartReader(context);
  const source = listDays(context.db.kysely, chartOn, query.period);
  return answerList(c, { name: 'lines', ...source, about: aboutOf(query) }, query.at);
}

/** The days that have ended, as they were written when they did. */
async function history(c: Context, { db }: BooksContext, query: AskedSpan): Promise<Response> {
  const source = listBookDays(db.kysely, query);
  return answerList(c, { name: 'days', ...source }, pageAt(query));
}

async function funnel(c: Context, { db }: BooksContext, query: AskedSpan): Promise<Response> {
  const found = await readFunnel(db.kysely, query);
  if (!found) return answerRefusal(c, NO_DAY);
  const { rows, ...about } = found;
  return answerList(c, { name: 'stages', ...listOfRows(rows, ({ stage }) => stage), about }, pageAt(query));
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

    ...listOfRows(rows, ({ account }) => account),
    about,
  };
  return answerList(c, list, pageAt(query));
}

async function balances(c: Context, context: BooksContext, asked: AskedDate): Promise<Response> {
  const query = await readBookDay(context, asked);
  if (query.kind === 'refused') return answerRefusal(c, query);
  const source = listBalances(context.db.kysely, query.day);
  return answerList(c, { name: 'loans', ...source, about: onWire(query.on) }, query.at);
}

/** Of the last day that has ended, unless another is asked for: that is written, and today would be computed. */
async function daysLate(c: Context, context: BooksContext, asked: AskedDate): Promise<Response> {
  const date = asked.date ?? (await lastDayByBucket(context.db.kysely));
  const query = await readBookDay(context, { ...asked, date });
  if (query.kind === 'refused') return answerRefusal(c, query);
  const rows = await balancesByDaysLate(context.db.kysely, query.day);
  const ledger = controlTotals(await trialBalance(context, { date: query.on.date }));
  const about = { ...onWire(query.on), ledger: toSoles(ledger), difference: toSoles(cents(ledger - total(rows))) };
  const list = {
    name: 'buckets',

    ...listOfRows(rows, ({ bucket }) => bucket),
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
