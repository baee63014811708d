import { sql } from 'kysely';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { type Cents, cents, sum, ZERO } from '#loan/money.ts';
import { COMPONENTS, lineOf } from '#loan/obligation.ts';
import { standingOn } from '#loan/standing.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';
import { BOOKED_ON } from './book-date.ts';
import type { Period } from './journal-export.ts';
import { asKnownOn, type LoanHistory, readHistories } from './loans-as-known.ts';

/** What a client paid on one day, for invoicing: interest, services, IGV, moratory; credit notes for what went back. */
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

export const RECEIPT_COLUMNS: StaffList<ReceiptRow>['columns'] = {
  date: 'plain',
  loan: 'plain',
  kind: 'plain',
  documentType: 'plain',
  document: 'plain',
  name: 'plain',
  base: 'money',
  igv: 'money',
  exempt: 'money',
  total: 'money',
};

/** A loan on a day. */
export const RECEIPT_CURSOR = /^\d{4}-\d\d-\d\d~[0-9a-f-]{36}$/;
const BATCH = 200;

/** One page of receipts, by the date of the books. */
export async function pageOfReceipts(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  { from, to, calendar }: Period & { readonly calendar: BankCalendar },
  { cursor, limit }: PageRequest,
): Promise<Page<ReceiptRow>> {
  const size = Math.min(limit, BATCH);
  const days = await nextLoanDays(db, { from, to }, cursor, size);
  const histories = await readHistories(db, [...new Set(days.map((day) => day.loan_id))]);
  const people = new Map<string, Person | undefined>();
  const rows: ReceiptRow[] = [];
  for (const { day, loan_id } of days) {
    const history = histories.find(({ id }) => id === loan_id) as LoanHistory;
    const found = receiptsOn(history, calendarDate(day), calendar);
    if (found.length === 0) continue;
    const { personId } = history;
    if (!people.has(personId)) people.set(personId, await readPerson(db, vault, personId));
    rows.push(...found.map((amounts) => ({ ...clientOf(history, people.get(personId)), date: day, ...amounts })));
  }
  const last = days.at(-1);
  return { rows, next: days.length === size && last ? `${last.day}~${last.loan_id}` : undefined };
}

/** Days on which something beside the night's close was booked for a loan. */
async function nextLoanDays(
  db: Db,
  { from, to }: Period,
  cursor: string | undefined,
  limit: number,
): Promise<readonly { readonly day: string; readonly loan_id: string }[]> {
  const [date, id] = cursor?.split('~') ?? [];
  const { rows } = await sql<{ day: string; loan_id: string }>`
    select distinct ${BOOKED_ON} as day, journal.loan_id from journal
    where ${BOOKED_ON} between ${from}::date and ${to}::date
      and journal.loan_id is not null and journal.kind <> 'close-of-business'
      and ${cursor === undefined ? sql`true` : sql`(${BOOKED_ON}, journal.loan_id) > (${date}::date, ${id}::uuid)`}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

function clientOf({ number }: LoanHistory, person: Person | undefined) {
  const names = person && [person.firstName, person.lastName1, person.lastName2].filter((name) => name !== undefined);
  return {
    loan: number,
    documentType: person?.documentType ?? null,
    document: person?.documentNumber ?? null,
    name: names?.join(' ') ?? null,
  };
}

type Amounts = Pick<ReceiptRow, 'kind' | 'base' | 'igv' | 'exempt' | 'total'>;

/** What came on a day, and apart from it what was taken back: the difference that each makes to what is paid. */
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
