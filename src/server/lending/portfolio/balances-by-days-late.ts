import { sql } from 'kysely';
import { subledger } from '#loan/accounting.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { daysPastDue } from '#loan/lateness.ts';
import type { Balances, ControlAccount } from '#loan/ledger.ts';
import { isDisbursed, type LoanStatus } from '#loan/loan.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';
import { BOOKED_ON } from './book-date.ts';
import { asKnownOn, type KnownLoan, readHistories } from './loans-as-known.ts';

/** By the first day of each: 0 is on time. */
export const BUCKETS = [
  { bucket: '0', fromDay: 0 },
  { bucket: '1-30', fromDay: 1 },
  { bucket: '31-60', fromDay: 31 },
  { bucket: '61-90', fromDay: 61 },
  { bucket: '91+', fromDay: 91 },
] as const;
type Bucket = (typeof BUCKETS)[number]['bucket'];

/** What the ledger's control accounts hold, by their component. */
interface Owed {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly igv: Cents;
  readonly moratory: Cents;
  readonly total: Cents;
}

export interface BalanceRow extends Owed {
  readonly loan: string;
  readonly status: LoanStatus;
  readonly daysLate: number;
  readonly bucket: Bucket;
}

export interface BucketRow extends Owed {
  readonly bucket: Bucket;
  readonly loans: number;
}

const OWED_COLUMNS = {
  principal: 'money',
  interest: 'money',
  fees: 'money',
  igv: 'money',
  moratory: 'money',
  total: 'money',
} as const;
export const BALANCE_COLUMNS: StaffList<BalanceRow>['columns'] = {
  loan: 'plain',
  status: 'plain',
  daysLate: 'plain',
  bucket: 'plain',
  ...OWED_COLUMNS,
};
export const BUCKET_COLUMNS: StaffList<BucketRow>['columns'] = { bucket: 'plain', loans: 'plain', ...OWED_COLUMNS };

/** The control account of each figure. */
export const ACCOUNT_OF = {
  principal: 'loan-principal',
  interest: 'interest-receivable',
  fees: 'fees-receivable',
  igv: 'igv-receivable',
  moratory: 'moratory-receivable',
} as const satisfies Readonly<Record<Exclude<keyof Owed, 'total'>, ControlAccount>>;

const FIGURES = Object.keys(ACCOUNT_OF) as (keyof typeof ACCOUNT_OF)[];

const BATCH = 200;

/**
 * What every loan owes at the end of a date, as it was known then, and how late it was: one page, the oldest loans first.
 * Loans without a balance are left out. Reckoned from facts; the ledger's control accounts hold the same.
 */
export async function pageOfBalances(
  db: Db,
  { date, calendar }: { readonly date: CalendarDate; readonly calendar: BankCalendar },
  { cursor, limit }: PageRequest,
): Promise<Page<BalanceRow>> {
  const ids = await nextIds(db, date, cursor, Math.min(limit, BATCH));
  const inFlight = await readInFlight(db, ids, date);
  const rows = (await readHistories(db, ids)).flatMap((history) => {
    const row = balanceOf(asKnownOn(history, date), { date, calendar }, inFlight.get(history.id) ?? ZERO);
    return FIGURES.some((name) => row[name] !== 0) ? [row] : [];
  });
  return { rows, next: ids.length === Math.min(limit, BATCH) ? ids.at(-1) : undefined };
}

/** The buckets on a date, and their sum. */
export async function balancesByDaysLate(
  db: Db,
  day: { readonly date: CalendarDate; readonly calendar: BankCalendar },
): Promise<BucketRow[]> {
  const buckets = new Map<Bucket, BucketRow>(BUCKETS.map(({ bucket }) => [bucket, { bucket, loans: 0, ...NOTHING }]));
  let cursor: string | undefined;
  do {
    const { rows, next } = await pageOfBalances(db, day, { cursor, limit: BATCH });
    for (const row of rows) {
      const known = buckets.get(row.bucket) as BucketRow;
      buckets.set(row.bucket, { bucket: row.bucket, loans: known.loans + 1, ...add(known, row) });
    }
    cursor = next;
  } while (cursor !== undefined);
  return [...buckets.values()];
}

const NOTHING: Owed = { principal: ZERO, interest: ZERO, fees: ZERO, igv: ZERO, moratory: ZERO, total: ZERO };

function add(a: Owed, b: Owed): Owed {
  return {
    principal: sum(a.principal, b.principal),
    interest: sum(a.interest, b.interest),
    fees: sum(a.fees, b.fees),
    igv: sum(a.igv, b.igv),
    moratory: sum(a.moratory, b.moratory),
    total: sum(a.total, b.total),
  };
}

/** Loans that may owe something: one that had ended by the date, and has stayed so, does not. */
async function nextIds(db: Db, date: string, after: string | undefined, limit: number): Promise<string[]> {
  let query = db
    .selectFrom('loan')
    .select('loan.id')
    .where('loan.originated_on', '<=', date)
    .where((of) =>
      of.or([
        of('loan.status', 'not in', ['PAID', 'VOIDED', 'WRITTEN_OFF']),
        of.exists(
          of
            .selectFrom('loan_event')
            .select('loan_event.id')
            .whereRef('loan_event.loan_id', '=', 'loan.id')
            .where('loan_event.business_date', '>', date),
        ),
      ]),
    )
    .orderBy('loan.id')
    .limit(limit);
  if (after !== undefined) query = query.where('loan.id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

/** Principal that had been ordered and not confirmed by the bank: only the ledger says so of a past day. */
async function readInFlight(db: Db, ids: readonly string[], date: string): Promise<ReadonlyMap<string, Cents>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ loan_id: string; amount: number }>`
    select journal.loan_id, -sum(posting.amount)::bigint as amount
    from journal join posting on posting.journal_id = journal.id and posting.account = 'disbursement-clearing'
    where journal.loan_id = any(${ids}::uuid[]) and journal.kind <> 'close-of-business' and ${BOOKED_ON} <= ${date}::date
    group by journal.loan_id`.execute(db);
  return new Map(rows.map(({ loan_id, amount }) => [loan_id, cents(amount)]));
}

function balanceOf(
  { loan }: KnownLoan,
  day: { readonly date: CalendarDate; readonly calendar: BankCalendar },
  inFlight: Cents,
): BalanceRow {
  const standing = isDisbursed(loan) ? standingOn(loan, day) : undefined;
  const owed: Balances = standing ? subledger(standing) : {};
  const daysLate = standing ? daysPastDue(standing.groups, day, loan.terms.policy.late) : 0;
  const of = (name: keyof typeof ACCOUNT_OF): Cents => owed[ACCOUNT_OF[name]] ?? ZERO;
  const figures = {
    principal: sum(of('principal'), inFlight),
    interest: of('interest'),
    fees: of('fees'),
    igv: of('igv'),
    moratory: of('moratory'),
  };
  return {
    loan: loan.number,
    status: loan.status,
    daysLate,
    bucket: BUCKETS.findLast(({ fromDay }) => daysLate >= fromDay)?.bucket ?? '0',
    ...figures,
    total: sum(...Object.values(figures)),
  };
}
