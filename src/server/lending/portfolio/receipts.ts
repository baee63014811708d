import { sql } from 'kysely';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import { COMPONENTS, lineOf } from '#loan/obligation.ts';
import { standingOn } from '#loan/standing.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { fullName, type ShowField } from '#server/lending/people/masks.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { computedList, type ListSource, type PageRequest } from '#server/lending/staff/list-source.ts';
import { BOOKED_ON } from './book-date.ts';
import type { Period } from './journal-export.ts';
import { asKnownOn, type LoanHistory, readHistories } from '#server/lending/loans/loans-as-known.ts';

/**
 * A row of what a client has paid the lender for on one day, for the lender's invoicing: interest and services with
 * their IGV, and moratory interest, which has none. What is taken back (a refund, a chargeback, a payment that an
 * earlier one moves) is a credit note.
 */
export interface ReceiptRow {
  readonly date: string;
  readonly loan: string;
  readonly kind: 'receipt' | 'credit note';
  readonly documentType: string | null;
  /** Null after an erasure. */
  readonly document: string | null;
  readonly name: string | null;
  readonly base: Cents;
  readonly igv: Cents;
  /** Moratory interest. */
  readonly exempt: Cents;
  readonly total: Cents;
}

/** A loan on a day. */
export const RECEIPT_CURSOR = /^\d{4}-\d\d-\d\d~[0-9a-f-]{36}$/;
const BATCH = 100;
/** Loans and days that a page looks at, with a receipt or without. */
const LONGEST_LOOK = 2_000;

/** Receipts, by the date of the books. */
export function listReceipts(
  { db, vault, show }: { readonly db: Db; readonly vault: Vault; readonly show: ShowField },
  { from, to, calendar }: Period & { readonly calendar: BankCalendar },
): ListSource<ReceiptRow> {
  return computedList<LoanDay, ReceiptRow>({
    candidates: (request) => nextLoanDays(db, { from, to }, request),
    placeOf: ({ day, loan_id }) => `${day}~${loan_id}`,
    rowsOf: async (days) => {
      const histories = await readHistories(db, [...new Set(days.map((day) => day.loan_id))]);
      const people = new Map<string, Person | undefined>();
      const rows: ReceiptRow[][] = [];
      for (const { day, loan_id } of days) {
        const history = histories.find(({ id }) => id === loan_id) as LoanHistory;
        const found = receiptsOn(history, calendarDate(day), calendar);
        const { personId } = history;
        if (found.length > 0 && !people.has(personId)) people.set(personId, await readPerson(db, vault, personId));
        rows.push(
          found.map((amounts) => ({ ...clientOf(history, people.get(personId), show), date: day, ...amounts })),
        );
      }
      return rows;
    },
    batch: BATCH,
    longestLook: LONGEST_LOOK,
  });
}

interface LoanDay {
  readonly day: string;
  readonly loan_id: string;
}

/** Days on which something beside the night's close was booked for a loan. */
async function nextLoanDays(
  db: Db,
  { from, to }: Period,
  { cursor, until, limit }: PageRequest,
): Promise<readonly LoanDay[]> {
  const [date, id] = cursor?.split('~') ?? [];
  const [lastDate, lastId] = until?.split('~') ?? [];
  const { rows } = await sql<LoanDay>`
    select distinct ${BOOKED_ON} as day, journal.loan_id from journal
    where ${BOOKED_ON} between ${from}::date and ${to}::date
      and journal.loan_id is not null and journal.kind <> 'close-of-business'
      and ${cursor === undefined ? sql`true` : sql`(${BOOKED_ON}, journal.loan_id) > (${date}::date, ${id}::uuid)`}
      and ${until === undefined ? sql`true` : sql`(${BOOKED_ON}, journal.loan_id) <= (${lastDate}::date, ${lastId}::uuid)`}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

function clientOf({ number }: LoanHistory, person: Person | undefined, show: ShowField) {
  return {
    loan: number,
    documentType: person?.documentType ?? null,
    document: show('document', person?.documentNumber),
    name: show('name', person && fullName(person)),
  };
}

type Amounts = Pick<ReceiptRow, 'kind' | 'base' | 'igv' | 'exempt' | 'total'>;

/** The receipts of a day and, apart from them, what was taken back: the difference that each makes to the sum paid. */
export function receiptsOn(history: LoanHistory, date: CalendarDate, calendar: BankCalendar): Amounts[] {
  const before = addDays(date, -1);
  const start = paidFor(asKnownOn(history, before).loan, { date: before, calendar });
  const withNews = paidFor(asKnownOn(history, date, before).loan, { date, calendar });
  const end = paidFor(asKnownOn(history, date).loan, { date, calendar });
  return [difference(start, withNews), difference(withNews, end)].flatMap((amounts) => {
    const isNothing = amounts.base === 0 && amounts.igv === 0 && amounts.exempt === 0;
    return isNothing ? [] : [{ kind: amounts.total < 0 ? 'credit note' : 'receipt', ...amounts }];
  });
}

interface PaidFor {
  readonly base: Cents;
  readonly igv: Cents;
  readonly exempt: Cents;
}

/** Everything paid of a loan but principal, up to a date. */
function paidFor(loan: Loan, day: { readonly date: CalendarDate; readonly calendar: BankCalendar }): PaidFor {
  if (!isDisbursed(loan) || loan.valueDate > day.date) return { base: ZERO, igv: ZERO, exempt: ZERO };
  let [base, igv, exempt] = [ZERO, ZERO, ZERO];
  for (const group of standingOn(loan, day).groups) {
    for (const component of COMPONENTS) {
      if (component === 'principal') continue;
      const { paidNetCents, paidVatCents } = lineOf(group, component);
      if (component === 'moratory') exempt = sum(exempt, paidNetCents);
      else base = sum(base, paidNetCents);
      igv = sum(igv, paidVatCents);
    }
  }
  return { base, igv, exempt };
}

function difference(before: PaidFor, after: PaidFor): Omit<Amounts, 'kind'> {
  const base = cents(after.base - before.base);
  const igv = cents(after.igv - before.igv);
  const exempt = cents(after.exempt - before.exempt);
  return { base, igv, exempt, total: sum(base, igv, exempt) };
}
