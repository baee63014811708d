import { type Kysely, sql } from 'kysely';
import { controlBalances } from '#loan/accounting.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { type Cents, sum } from '#loan/money.ts';
import type { ProductType } from '#loan/product.ts';
import type { Tables } from '#server/kit/tables.ts';
import { todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { readLoans, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';

/** Which loans; what is left out does not matter. */
export interface LoanFilter {
  readonly statuses?: readonly LoanStatus[] | undefined;
  readonly daysLateFrom?: number | undefined;
  readonly daysLateTo?: number | undefined;
  /** Of the next payment, both days included. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly productType?: ProductType | undefined;
  readonly personId?: string | undefined;
}

/** A loan as of today. */
export interface LoanRow {
  readonly number: string;
  readonly status: LoanStatus;
  readonly product: ProductType;
  readonly personId: string;
  readonly principal: Cents;
  readonly originatedOn: string;
  readonly paidOutOn: string | null;
  /** Of the next payment; it may be past. */
  readonly dueOn: string | null;
  readonly daysLate: number;
  /** What is due by that date. */
  readonly due: Cents;
  /** Earned and unpaid, as the ledger has it in its five control accounts. */
  readonly balance: Cents;
  /** Everything to the end of the contract, less the client's credit. */
  readonly outstanding: Cents;
}

/** Statuses in which a loan can be late: nobody else's days are reckoned. */
const LATE_STATUSES = ['PAST_DUE', 'DEFAULTED', 'PAYMENT_PLAN', 'FLEX', 'WRITTEN_OFF'] as const;

const BATCH = 200;
/** A page ends after so many loans, found or not, so that no call reads the whole portfolio. */
const LONGEST_LOOK = 4_000;

export const LOAN_COLUMNS: StaffList<LoanRow>['columns'] = {
  number: 'plain',
  status: 'plain',
  product: 'plain',
  personId: 'plain',
  principal: 'money',
  originatedOn: 'plain',
  paidOutOn: 'plain',
  dueOn: 'plain',
  daysLate: 'plain',
  due: 'money',
  balance: 'money',
  outstanding: 'money',
};

export type ListContext = Pick<LoanContext, 'db' | 'clock' | 'calendar'>;

/** A page of loans, oldest first; days late and due date come from the facts, the rest from the database. */
export async function pageOfLoans(
  context: ListContext,
  filter: LoanFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<LoanRow>> {
  const { kysely } = context.db;
  const calendar = await context.calendar.days(kysely);
  const rows: LoanRow[] = [];
  let last = cursor;
  for (let looked = 0; looked < LONGEST_LOOK; looked += BATCH) {
    const ids = await nextIds(kysely, filter, last);
    for (const stored of await readLoans(kysely, ids)) {
      last = stored.id;
      const row = rowOf(stored, { date: todayOfLoan(context.clock, stored), calendar });
      if (matches(row, filter)) rows.push(row);
      if (rows.length === limit) return { rows, next: last };
    }
    if (ids.length < BATCH) return { rows };
  }
  return { rows, next: last };
}

async function nextIds(db: Kysely<Tables>, filter: LoanFilter, after: string | undefined): Promise<string[]> {
  let query = db.selectFrom('loan').select('id').orderBy('id').limit(BATCH);
  if (after !== undefined) query = query.where('id', '>', after);
  const { statuses, personId, productType, daysLateFrom = 0 } = filter;
  if (statuses) query = query.where('status', 'in', statuses);
  if (daysLateFrom > 0) query = query.where('status', 'in', LATE_STATUSES);
  if (personId !== undefined) query = query.where('person_id', '=', personId);
  if (productType !== undefined) query = query.where(sql`terms ->> 'productType'`, '=', productType);
  return (await query.execute()).map(({ id }) => id);
}

function rowOf({ personId, originatedOn, loan }: StoredLoan, day: BusinessDate): LoanRow {
  const active = activeLoan(loan, day);
  return {
    number: loan.number,
    status: loan.status,
    product: loan.terms.productType,
    personId,
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
