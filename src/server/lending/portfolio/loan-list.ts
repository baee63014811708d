import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { controlBalances } from '#loan/accounting.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { type Cents, sum } from '#loan/money.ts';
import type { ProductType } from '#loan/product.ts';
import type { Tables } from '#server/kit/tables.ts';
import { todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { LATE_STATUSES, readLoans, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { computedList, countRows, type ListSource } from '#server/lending/staff/list-source.ts';

/** Filters; one that is left out does not restrict the list. */
export interface LoanFilter {
  readonly statuses?: readonly LoanStatus[] | undefined;
  readonly daysLateFrom?: number | undefined;
  readonly daysLateTo?: number | undefined;
  /** Of the next payment, both days included. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly productType?: ProductType | undefined;
  readonly personId?: string | undefined;
  /** The oldest first, unless told. */
  readonly sort?: LoanOrder | undefined;
}

/** Orders of the list; the first of them unless told. */
export const LOAN_ORDERS = ['OLDEST', 'NEWEST'] as const;
export type LoanOrder = (typeof LOAN_ORDERS)[number];

/** A loan as of today. */
export interface LoanRow {
  readonly number: string;
  readonly personId: string;
  readonly status: LoanStatus;
  readonly product: ProductType;
  readonly principal: Cents;
  readonly originatedOn: string;
  readonly paidOutOn: string | null;
  /** Of the next payment; it may be past. */
  readonly dueOn: string | null;
  readonly daysLate: number;
  /** The amount due by that date. */
  readonly due: Cents;
  /** Earned and unpaid, as the ledger has it in its five control accounts. */
  readonly balance: Cents;
  /** Everything to the end of the contract, less the client's credit. */
  readonly outstanding: Cents;
}

const BATCH = 200;
/** A page ends after so many loans, found or not, so that no call reads the whole portfolio. */
const LONGEST_LOOK = 4_000;

export type ListContext = Pick<LoanContext, 'db' | 'clock' | 'calendar'>;

/**
 * Loans, the oldest or the newest first. Days late and due date follow from the facts and are computed loan by loan; everything else
 * is filtered, and then counted, by the database.
 */
export function listLoans(context: ListContext, filter: LoanFilter): ListSource<LoanRow> {
  const { kysely } = context.db;
  const today = context.clock.businessDate();
  const { page, count } = computedList<string, LoanRow>({
    candidates: ({ cursor, until, limit }) => nextIds(kysely, filter, { today, after: cursor, until, limit }),
    placeOf: (id) => id,
    rowsOf: async (ids) => {
      const calendar = await context.calendar.days(kysely);
      const stored = await readLoans(kysely, ids);
      const rows = new Map(
        stored.map((loan) => [loan.id, rowOf(loan, { date: todayOfLoan(context.clock, loan), calendar })]),
      );
      return ids.map((id) => [rows.get(id)].flatMap((row) => (row && matches(row, filter) ? [row] : [])));
    },
    batch: BATCH,
    longestLook: LONGEST_LOOK,
  });
  const { daysLateFrom = 0, daysLateTo, dueFrom, dueTo } = filter;
  const isComputed = daysLateFrom > 0 || [daysLateTo, dueFrom, dueTo].some((limit) => limit !== undefined);
  if (isComputed) return { page, count };
  return { page, count: ({ until, most }) => countRows(kysely, idsOf(kysely, filter, { today, until }), most) };
}

interface Span {
  readonly today: string;
  readonly after?: string | undefined;
  readonly until?: string | undefined;
}

async function nextIds(
  db: Kysely<Tables>,
  filter: LoanFilter,
  { limit, ...span }: Span & { readonly limit: number },
): Promise<string[]> {
  const order = filter.sort === 'NEWEST' ? 'desc' : 'asc';
  const rows = await idsOf(db, filter, span).orderBy('id', order).limit(limit).execute();
  return rows.map(({ id }) => id);
}

function idsOf(db: Kysely<Tables>, filter: LoanFilter, { today, after, until }: Span) {
  let query = db.selectFrom('loan').select('id');
  const [behind, upTo] = filter.sort === 'NEWEST' ? (['<', '>='] as const) : (['>', '<='] as const);
  if (after !== undefined) query = query.where('id', behind, after);
  if (until !== undefined) query = query.where('id', upTo, until);
  const { statuses, personId, productType, daysLateFrom = 0, dueFrom, dueTo } = filter;
  if (statuses) query = query.where('status', 'in', statuses);
  if (daysLateFrom > 0) query = query.where('status', 'in', LATE_STATUSES).where(mayBeLate(today, daysLateFrom));
  if (dueFrom !== undefined || dueTo !== undefined) query = query.where(mayBeDue(today, filter));
  if (personId !== undefined) query = query.where('person_id', '=', personId);
  if (productType !== undefined) query = query.where(sql`terms ->> 'productType'`, '=', productType);
  return query;
}

/**
 * Leaves out loans that were written down today as less late: by an index. Those of an earlier day may have become late
 * since, so they are computed.
 */
function mayBeLate(today: string, days: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from late_loan where late_loan.loan_id = loan.id and as_of >= ${today}::date
    and (late_since is null or late_since > ${today}::date - ${days}::int))`;
}

/** Leaves out loans that have ended, and those whose next payment was written down today as one of other days. */
function mayBeDue(today: string, { dueFrom, dueTo }: LoanFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`status not in ('PAID', 'VOIDED') and not exists (
    select from late_loan where late_loan.loan_id = loan.id and as_of >= ${today}::date
      and (next_due < ${dueFrom ?? null}::date or next_due > ${dueTo ?? null}::date))`;
}

function rowOf({ personId, originatedOn, loan }: StoredLoan, day: BusinessDate): LoanRow {
  const active = activeLoan(loan, day);
  return {
    number: loan.number,
    personId,
    status: loan.status,
    product: loan.terms.productType,
    principal: loan.terms.principalCents,
    originatedOn,
    paidOutOn: loan.valueDate ?? null,
    dueOn: active.nextPaymentDate,
    daysLate: active.daysPastDue,
    due: active.totalDueCents,
    balance: sum(...Object.values(controlBalances(loan, day))),
    outstanding: active.totalOutstandingCents,
  };
}

function matches({ daysLate, dueOn }: LoanRow, filter: LoanFilter): boolean {
  const { daysLateFrom = 0, daysLateTo = Number.POSITIVE_INFINITY, dueFrom, dueTo } = filter;
  if (daysLate < daysLateFrom || daysLate > daysLateTo) return false;
  if (dueFrom === undefined && dueTo === undefined) return true;
  return dueOn !== null && dueOn >= (dueFrom ?? dueOn) && dueOn <= (dueTo ?? dueOn);
}
