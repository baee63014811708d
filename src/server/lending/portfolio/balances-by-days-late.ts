import { type Selectable, sql } from 'kysely';
import { subledger } from '#loan/accounting.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { daysPastDue } from '#loan/lateness.ts';
import type { Balances, ControlAccount } from '#loan/ledger.ts';
import { isDisbursed, type LoanStatus } from '#loan/loan.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { standingOn } from '#loan/standing.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { asKnownOn, type KnownLoan, readHistories } from '#server/lending/loans/loans-as-known.ts';
import { computedList, type ListSource, type PageRequest } from '#server/lending/staff/list-source.ts';
import { BOOKED_ON } from './book-date.ts';

/** By the first day of each: 0 is on time. */
export const BUCKETS = [
  { bucket: '0', fromDay: 0 },
  { bucket: '1-30', fromDay: 1 },
  { bucket: '31-60', fromDay: 31 },
  { bucket: '61-90', fromDay: 61 },
  { bucket: '91+', fromDay: 91 },
] as const;
type Bucket = (typeof BUCKETS)[number]['bucket'];

/** Balances of the ledger's control accounts, by component. */
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
const LONGEST_LOOK = 4_000;

/**
 * The balance of every loan at the end of a date, as it was known then, and how late it was; the oldest loans first.
 * Loans without a balance are left out. Computed from facts; the ledger's control accounts must hold the same.
 */
export function listBalances(db: Db, day: BankDay): ListSource<BalanceRow> {
  return computedList<string, BalanceRow>({
    candidates: (request) => nextIds(db, { date: day.date, endedBy: day.date }, request),
    placeOf: (id) => id,
    rowsOf: async (ids) => {
      const known = await readKnown(db, day.date, ids);
      return ids.map((id) => {
        const one = known.get(id);
        const row = one && balanceOf(one.loan, day, one.inFlight);
        return row && owes(row) ? [row] : [];
      });
    },
    batch: BATCH,
    longestLook: LONGEST_LOOK,
  });
}

interface BankDay {
  readonly date: CalendarDate;
  readonly calendar: BankCalendar;
}

/** Loans as they were known at the end of a date, with their principal in flight. */
async function readKnown(db: Db, date: CalendarDate, ids: readonly string[]) {
  const inFlight = await readInFlight(db, [...ids], date);
  const histories = await readHistories(db, ids);
  return new Map(
    histories.map((history) => [
      history.id,
      { loan: asKnownOn(history, date), inFlight: inFlight.get(history.id) ?? ZERO },
    ]),
  );
}

function owes(row: Owed): boolean {
  return FIGURES.some((name) => row[name] !== 0);
}

/**
 * Walks through every loan that owed something on a date, those that ended on it included.
 * @yields its balance at the end, undefined when it owes nothing any more, and what fell due on the date and had not been
 * paid before
 */
export async function* eachBalance(
  db: Db,
  day: BankDay,
): AsyncGenerator<{ readonly row: BalanceRow | undefined; readonly dueCents: Cents }> {
  const through = { date: day.date, endedBy: addDays(day.date, -1) };
  for (let cursor: string | undefined; ; ) {
    const ids = await nextIds(db, through, { cursor, limit: BATCH });
    for (const { loan, inFlight } of (await readKnown(db, day.date, ids)).values()) {
      const row = balanceOf(loan, day, inFlight);
      yield { row: owes(row) ? row : undefined, dueCents: fallsDue(loan, day) };
    }
    if (ids.length < BATCH) return;
    cursor = ids.at(-1);
  }
}

/** Computes what was left to pay, at the end of the day before, of everything whose due date is the day itself. */
function fallsDue({ loan }: KnownLoan, { date, calendar }: BankDay): Cents {
  const before = addDays(date, -1);
  if (!isDisbursed(loan) || loan.valueDate > before) return ZERO;
  const groups = standingOn(loan, { date: before, calendar }).groups.filter(({ dueDate }) => dueDate === date);
  return sum(...groups.map(unpaidOfGroup));
}

/**
 * The buckets on a date: as they were written when the day ended, else computed.
 */
export async function balancesByDaysLate(db: Db, day: BankDay): Promise<readonly BucketRow[]> {
  const stored = await db.selectFrom('book_bucket').selectAll().where('date', '=', day.date).execute();
  if (stored.length > 0)
    return BUCKETS.flatMap(({ bucket }) => stored.filter((row) => row.bucket === bucket).map(written));
  const balances = listBalances(db, day);
  const buckets = emptyBuckets();
  let cursor: string | undefined;
  do {
    const { rows, next } = await balances.page({ cursor, limit: LONGEST_LOOK });
    for (const row of rows) addToBucket(buckets, row);
    cursor = next;
  } while (cursor !== undefined);
  return [...buckets.values()];
}

/** The last day whose buckets were written. */
export async function lastDayByBucket(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('book_bucket').select('date').orderBy('date', 'desc').limit(1).executeTakeFirst();
  return row?.date;
}

type Buckets = Map<Bucket, BucketRow>;

/** Every bucket, with nothing in it. */
export function emptyBuckets(): Buckets {
  return new Map(BUCKETS.map(({ bucket }) => [bucket, { bucket, loans: 0, ...NOTHING }]));
}

/** Adds a loan to its bucket. */
export function addToBucket(buckets: Buckets, row: BalanceRow): void {
  const known = buckets.get(row.bucket) as BucketRow;
  buckets.set(row.bucket, { bucket: row.bucket, loans: known.loans + 1, ...add(known, row) });
}

function written({ bucket, loans, ...row }: Selectable<Tables['book_bucket']>): BucketRow {
  const figures = Object.fromEntries(FIGURES.map((name) => [name, cents(row[name])])) as Omit<Owed, 'total'>;
  return { bucket, loans, ...figures, total: sum(...Object.values(figures)) };
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

/** Lists loans of a date that may owe something: one that had ended by another date, and has stayed so, does not. */
async function nextIds(
  db: Db,
  { date, endedBy }: { readonly date: string; readonly endedBy: string },
  { cursor, until, limit }: PageRequest,
): Promise<string[]> {
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
            .where('loan_event.business_date', '>', endedBy),
        ),
      ]),
    )
    .orderBy('loan.id')
    .limit(limit);
  if (cursor !== undefined) query = query.where('loan.id', '>', cursor);
  if (until !== undefined) query = query.where('loan.id', '<=', until);
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
