import { sql } from 'kysely';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import type { Loan } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import { lastMonthEnd, type TaxedLine, type TaxRulesOnDay, taxedLinesOwed, taxGap } from '#loan/taxed-lines.ts';
import type { Db } from '#server/kit/tables.ts';
import { asKnownOn, readHistories } from '#server/lending/loans/loans-as-known.ts';
import { RUNNING_STATUSES } from '#server/lending/loans/store/loan-store.ts';
import { type PolicyOn, policyReader } from './tax-policy.ts';

/** IGV payable on a date and the parts that it is the sum of (domain P39); céntimos. */
export interface TaxBooks {
  /** IGV that the ledger owes the tax authority. */
  readonly ledger: Cents;
  /** IGV of receipts, less that of credit notes. */
  readonly documented: Cents;
  /** IGV that operators entered as declared and paid. */
  readonly declared: Cents;
  readonly earnedNotDocumented: Cents;
  readonly documentedNotEarned: Cents;
  readonly writtenOff: Cents;
  /** Owed by the date and not issued: the job has not been there, or may not issue. */
  readonly notIssued: Cents;
  /** IGV that the parts do not explain: 0. */
  readonly difference: Cents;
}

const BATCH = 200;

/**
 * Computes IGV payable and its parts on a date. The ledger's figure is read from the ledger, the documents' from the
 * documents, and the parts between them are computed from the facts of each loan as they were known at the end of the
 * date. A loan that was paid in full and documented has no part.
 */
export async function taxBooks(db: Db, calendar: BankCalendar, date: CalendarDate): Promise<TaxBooks> {
  const sums = await readSums(db, date);
  const gaps = { earnedNotDocumented: 0, documentedNotEarned: 0, writtenOff: 0, notIssued: 0 };
  const policyOn = policyReader();
  for await (const loan of loansWithParts(db, date)) {
    const known = asKnownOn(loan.history, date).loan;
    const rules = await rulesOn(db, policyOn, known, date);
    const gap = taxGap(known, { date, calendar }, rules);
    const owed = taxedLinesOwed(known, { date, calendar }, rules).reduce((all, { vatCents }) => all + vatCents, 0);
    gaps.earnedNotDocumented += gap.earnedNotDocumented;
    gaps.documentedNotEarned += gap.documentedNotEarned;
    gaps.writtenOff += gap.writtenOff;
    gaps.notIssued += owed - loan.documentedVat;
  }
  const explained =
    sums.documented -
    sums.declared +
    gaps.earnedNotDocumented -
    gaps.documentedNotEarned +
    gaps.writtenOff +
    gaps.notIssued;
  return {
    ledger: cents(sums.ledger),
    documented: cents(sums.documented),
    declared: cents(sums.declared),
    earnedNotDocumented: cents(gaps.earnedNotDocumented),
    documentedNotEarned: cents(gaps.documentedNotEarned),
    writtenOff: cents(gaps.writtenOff),
    notIssued: cents(gaps.notIssued),
    difference: cents(sums.ledger - explained),
  };
}

/**
 * Finds the rules of a day for one loan. A rule that an accountant changes works forward: commissions of the first day
 * are owed as on that day, a write-off takes back as on its own, and late interest that fell due stays so.
 */
export async function rulesOn(
  db: Db,
  policyOn: PolicyOn,
  { valueDate, facts }: Pick<Loan, 'valueDate' | 'facts'>,
  date: CalendarDate,
): Promise<TaxRulesOnDay> {
  const { lateInterest } = await policyOn(db, date);
  const { dayZeroFees } = await policyOn(db, valueDate ?? date);
  const writtenOffOn = facts.findLast(({ kind }) => kind === 'write-off')?.date;
  const { writeOff } = await policyOn(db, writtenOffOn ?? date);
  let monthEnd = lastMonthEnd(date);
  const isOfLoan = () => valueDate !== undefined && monthEnd >= valueDate;
  while (isOfLoan() && (await policyOn(db, monthEnd)).lateInterest !== 'MONTH_END')
    monthEnd = lastMonthEnd(addDays(monthEnd, -1));
  return { dayZeroFees, lateInterest, lateInterestUntil: isOfLoan() ? monthEnd : undefined, writeOff };
}

/** A document of a status that counts: what a refused one says is said again by the one that replaces it. */
const COUNTS = sql<boolean>`tax_document.status <> 'REPLACED'`;

async function readSums(db: Db, date: CalendarDate) {
  const { rows } = await sql<{ ledger: number; documented: number; declared: number }>`
    select
      (select coalesce(-sum(posting.amount), 0)::bigint from posting join journal on journal.id = posting.journal_id
        where posting.account = 'igv-payable'
          and coalesce(journal.booked_on, journal.business_date) <= ${date}::date) as ledger,
      (select coalesce(sum(case kind when 'receipt' then vat else -vat end), 0)::bigint from tax_document
        where issue_date <= ${date}::date and ${COUNTS}) as documented,
      (select coalesce(sum(posting.amount), 0)::bigint from posting join journal on journal.id = posting.journal_id
        where posting.account = 'igv-payable' and journal.kind = 'tax-declared'
          and coalesce(journal.booked_on, journal.business_date) <= ${date}::date) as declared
  `.execute(db);
  const [{ ledger, documented, declared } = { ledger: 0, documented: 0, declared: 0 }] = rows;
  return { ledger: Number(ledger), documented: Number(documented), declared: Number(declared) };
}

/** Loans that were not over on the date, or for which something may not be issued yet, or was issued anew since. */
async function* loansWithParts(db: Db, date: CalendarDate) {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; documented: number }>`
      select loan.id, coalesce((select sum(case kind when 'receipt' then vat else -vat end) from tax_document
          where loan_id = loan.id and issue_date <= ${date}::date and ${COUNTS}), 0)::bigint as documented
      from loan join tax_watch on tax_watch.loan_id = loan.id
      where loan.id::text > ${after} and loan.value_date <= ${date}::date and (
        loan.status <> 'PAID' or tax_watch.due_on <= ${date}::date
        or exists (select from loan_event where loan_id = loan.id and business_date > ${date}::date)
        or exists (select from tax_document where loan_id = loan.id and (issue_date > ${date}::date or not ${COUNTS})))
      order by loan.id::text limit ${BATCH}`.execute(db);
    const histories = await readHistories(
      db,
      rows.map(({ id }) => id),
    );
    for (const history of histories) {
      const row = rows.find(({ id }) => id === history.id);
      yield { history, documentedVat: Number(row?.documented ?? 0) };
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
  }
}

/**
 * Checks what tax documents promise: no number of a series is missing, a credit note takes back no more than its receipt
 * says, every loan is documented for what it owed on the last day that was looked at, and IGV payable is the sum of its
 * parts on the last day that is closed for every loan.
 */
export async function verifyTax(db: Db, calendar: BankCalendar): Promise<string[]> {
  const { closed, documented } = await readLastDays(db);
  if (closed === undefined) return [];
  const { difference } = await taxBooks(db, calendar, closed);
  const last = documented === undefined ? closed : laterOf(closed, documented);
  return [
    ...(await missingNumbers(db)),
    ...(await takenTooMuch(db)),
    ...(await wronglyDeclared(db)),
    ...(await wronglyDocumented(db, calendar, last)),
    ...(difference === 0 ? [] : [`IGV payable on ${closed}: ${difference} are in no part of it`]),
  ];
}

/** The last day that every running loan is closed beyond, and the last day that has a document. */
async function readLastDays(db: Db) {
  const { rows } = await sql<{ closed: string | null; documented: string | null }>`
    select coalesce(min(booked_through) filter (where status in (${sql.join(RUNNING_STATUSES)})), max(booked_through))::text
        as closed,
      (select max(issue_date)::text from tax_document) as documented
    from loan`.execute(db);
  const [{ closed, documented } = { closed: null, documented: null }] = rows;
  return {
    closed: closed === null ? undefined : addDays(calendarDate(closed), -1),
    documented: documented === null ? undefined : calendarDate(documented),
  };
}

async function missingNumbers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ series: string; last: number; found: number; highest: number }>`
    select tax_series.series, last_number as last, count(tax_document.id)::int as found,
      coalesce(max(number), 0) as highest
    from tax_series left join tax_document on tax_document.series = tax_series.series
    group by tax_series.series, last_number order by 1`.execute(db);
  return rows
    .filter(({ last, found, highest }) => found !== last || highest !== last)
    .map(({ series, last, found }) => `series ${series}: ${found} documents of ${last} numbers`);
}

async function takenTooMuch(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select receipt.name from tax_document receipt join tax_line line on line.document_id = receipt.id
    where receipt.kind = 'receipt' and (
      select coalesce(sum(back.net), 0) > line.net or coalesce(sum(back.vat), 0) > line.vat
      from tax_document note join tax_line back on back.document_id = note.id
      where note.corrects = receipt.id and note.status <> 'REPLACED' and back.key = line.key)
    order by 1`.execute(db);
  return rows.map(({ name }) => `tax document ${name} was taken back by more than it says`);
}

/** Finds entries of declared IGV that differ from what was posted. */
async function wronglyDeclared(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(declared.id::text, journal.ref) as id from tax_declared declared
    full join (select ref, sum(amount) as amount from journal join posting on posting.journal_id = journal.id
      where kind = 'tax-declared' and account = 'igv-payable' group by ref) journal on journal.ref = declared.id::text
    where declared.amount is distinct from journal.amount order by 1`.execute(db);
  return rows.map(({ id }) => `IGV entered as declared is not what was posted: ${id}`);
}

/** Compares IGV, line by line: céntimos of a base without IGV wait for the loan's next receipt. */
async function wronglyDocumented(db: Db, calendar: BankCalendar, last: CalendarDate): Promise<string[]> {
  const policyOn = policyReader();
  const problems: string[] = [];
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; due_on: string | null; lines: Record<string, number> | null }>`
      select loan_id as id, due_on, (
        select json_object_agg(key, vat) from (
          select key, sum(case kind when 'receipt' then line.vat else -line.vat end) as vat
          from tax_document join tax_line line on line.document_id = tax_document.id
          where tax_document.loan_id = tax_watch.loan_id and ${COUNTS} group by key) said) as lines
      from tax_watch where loan_id::text > ${after} order by loan_id::text limit ${BATCH}`.execute(db);
    const histories = await readHistories(
      db,
      rows.map(({ id }) => id),
    );
    for (const history of histories) {
      const { due_on, lines } = rows.find(({ id }) => id === history.id) as (typeof rows)[number];
      const looked = due_on === null || due_on > last ? last : addDays(calendarDate(due_on), -1);
      const known = asKnownOn(history, looked).loan;
      const rules = await rulesOn(db, policyOn, known, looked);
      const owed = taxedLinesOwed(known, { date: looked, calendar }, rules);
      const wrong = wrongLines(owed, lines ?? {}).map((line) => `loan ${history.number}: ${line} on ${looked}`);
      problems.push(...wrong);
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return problems;
  }
}

function wrongLines(owed: readonly TaxedLine[], documented: Readonly<Record<string, number>>): string[] {
  const wanted = new Map(owed.map(({ key, vatCents }) => [key, vatCents as number]));
  return [...new Set([...wanted.keys(), ...Object.keys(documented)])].flatMap((key) => {
    const [is, should] = [Number(documented[key] ?? 0), wanted.get(key) ?? 0];
    return is === should ? [] : [`IGV of ${key} is documented as ${is} and owed as ${should}`];
  });
}
