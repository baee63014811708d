import type { BankCalendar, BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { type Account, type Balances, balancesAfter, type ControlAccount, difference, type Posting } from './ledger.ts';
import { isDisbursed, type Loan, type LoanFact, type Standing } from './loan.ts';
import { type Cents, cents, sum, ZERO } from './money.ts';
import { COMPONENTS, type Component, type DueGroup, earnedBy, lineOf } from './obligation.ts';
import { standingOn } from './standing.ts';
import { ratesOf } from './tranche.ts';

/** Which control account carries a component, and where its income goes. */
const CONTROL_OF: Readonly<Record<Component, ControlAccount>> = {
  moratory: 'moratory-receivable',
  lateInterest: 'interest-receivable',
  interest: 'interest-receivable',
  extensionInterest: 'interest-receivable',
  techFee: 'fees-receivable',
  adminFee: 'fees-receivable',
  acceleratedAcceptanceFee: 'fees-receivable',
  notaryFee: 'fees-receivable',
  extensionFee: 'fees-receivable',
  principal: 'loan-principal',
};

const INCOME_OF: Readonly<Record<Exclude<ControlAccount, 'igv-receivable'>, Account>> = {
  'loan-principal': 'disbursement-clearing',
  'interest-receivable': 'interest-income',
  'fees-receivable': 'fee-income',
  'moratory-receivable': 'moratory-income',
};

/**
 * What one loan adds to every account on a date, from its standing alone: principal given out, everything earned by
 * the date and not paid, income, money in. What must be posted for any event is the difference between the loan's
 * books before and after it, so the ledger and the schedule cannot come apart (invariants P17, P18).
 * The bank's side of a disbursement is not here: it is posted when the bank confirms.
 */
export function booksOf(loan: Loan, day: BusinessDate): Balances {
  return booksAt(loan, isDisbursed(loan) ? standingOn(loan, day) : undefined);
}

/** The same when the standing is at hand. */
export function booksAt(loan: Loan, standing: Standing | undefined): Balances {
  const inFlight = principalInFlight(loan);
  const sent = { 'loan-principal': inFlight, 'disbursement-clearing': cents(-inFlight) };
  if (!standing) return sent;
  const books = new Map<Account, number>(Object.entries(sent) as [Account, number][]);
  for (const [account, amount] of receivables(standing)) add(books, account, amount);
  for (const [account, amount] of cashOf(loan.facts, standing.date)) add(books, account, amount);
  add(books, 'client-credit', -standing.creditCents);
  return Object.fromEntries([...books].map(([account, amount]) => [account, cents(amount)]));
}

function add(books: Map<Account, number>, account: Account, amount: number): void {
  books.set(account, (books.get(account) ?? 0) + amount);
}

/** Ordered and not confirmed: the loan itself, or a top-up of it. */
export function principalInFlight(loan: Loan): Cents {
  if (loan.status === 'DISBURSING') return loan.terms.principalCents;
  return loan.topUp?.status === 'DISBURSING' ? loan.topUp.principalCents : ZERO;
}

/** What a standing adds to control, income and loss accounts. */
function receivables(standing: Standing): Map<Account, number> {
  const books = new Map<Account, number>();
  for (const group of standing.groups) addGroup(books, group, standing);
  const { writtenOff } = standing;
  if (!writtenOff) return books;
  // A debt that has left the books is income when it is paid after all; what is left of it is no asset.
  const atWriteOff = owedOnTheBooks(writtenOff.groups);
  const now = owedOnTheBooks(standing.groups);
  for (const [account, amount] of now) add(books, account, -amount);
  add(books, 'loss', total(atWriteOff));
  add(books, 'recovery-income', total(now) - total(atWriteOff));
  return books;
}

function addGroup(books: Map<Account, number>, group: DueGroup, standing: Standing): void {
  const rates = ratesOf(standing.terms);
  for (const component of COMPONENTS) {
    const of = group.lines[component];
    if (!of) continue;
    const earned = earnedBy(group, component, standing.date, rates);
    const control = CONTROL_OF[component];
    add(books, control, earned.netCents - of.paidNetCents - of.waivedNetCents);
    add(books, INCOME_OF[control as keyof typeof INCOME_OF], -earned.netCents);
    add(books, 'igv-receivable', earned.vatCents - of.paidVatCents - of.waivedVatCents);
    // Waived IGV is a credit note: it is no longer owed to the tax office either.
    add(books, 'igv-payable', of.waivedVatCents - earned.vatCents);
    add(books, 'waiver-expense', of.waivedNetCents);
  }
}

function owedOnTheBooks(groups: readonly DueGroup[]): Map<Account, number> {
  const owed = new Map<Account, number>();
  for (const group of groups) {
    for (const component of COMPONENTS) {
      const of = lineOf(group, component);
      add(owed, CONTROL_OF[component], of.netCents - of.paidNetCents - of.waivedNetCents);
      add(owed, 'igv-receivable', of.vatCents - of.paidVatCents - of.waivedVatCents);
    }
  }
  return owed;
}

function total(balances: Map<Account, number>): number {
  return [...balances.values()].reduce((all, amount) => all + amount, 0);
}

/** Money in by where it arrived, refunds out of the bank. */
function cashOf(facts: readonly LoanFact[], date: CalendarDate): [Account, number][] {
  const cash: [Account, number][] = [];
  for (const fact of facts) {
    if (fact.date > date) continue;
    if (fact.kind === 'payment' && !fact.reversedOn) cash.push([fact.into, fact.amountCents]);
    if (fact.kind === 'refund') cash.push(['bank', -fact.amountCents]);
  }
  return cash;
}

/**
 * What a loan's component is unpaid of what has been earned, by control account: the subledger that each control
 * account must equal. Independent of the postings; 0 for a debt that was written off.
 */
export function subledger(standing: Standing): Readonly<Record<ControlAccount, Cents>> {
  const rates = ratesOf(standing.terms);
  const owed: Record<ControlAccount, Cents> = {
    'loan-principal': ZERO,
    'interest-receivable': ZERO,
    'fees-receivable': ZERO,
    'igv-receivable': ZERO,
    'moratory-receivable': ZERO,
  };
  if (standing.writtenOff) return owed;
  for (const group of standing.groups) {
    for (const component of COMPONENTS) {
      const of = lineOf(group, component);
      const earned = earnedBy(group, component, standing.date, rates);
      const control = CONTROL_OF[component];
      owed[control] = cents(owed[control] + earned.netCents - of.paidNetCents - of.waivedNetCents);
      owed['igv-receivable'] = cents(owed['igv-receivable'] + earned.vatCents - of.paidVatCents - of.waivedVatCents);
    }
  }
  return owed;
}

/**
 * What the days between two dates add: the difference of everything earned, so that the sum of all accruals is exact
 * however many days were skipped (domain 2.23, invariants P19 and P20). EX1's first day: 1,03 interest.
 */
export function accrualPostings(loan: Loan, from: CalendarDate, to: CalendarDate, calendar: BankCalendar): Posting[] {
  return difference(booksOf(loan, { date: from, calendar }), booksOf(loan, { date: to, calendar }));
}

/** What an event adds, when the loan was booked up to the same date before it. */
export function eventPostings(before: Loan, after: Loan, day: BusinessDate): Posting[] {
  return difference(booksOf(before, day), booksOf(after, day));
}

/** The control accounts that differ from the loans' own figures, each with the difference; empty when all is well. */
export function controlDifferences(
  balances: Balances,
  standings: readonly Standing[],
  inFlightCents: Cents,
): Partial<Record<ControlAccount, Cents>> {
  const owed: Balances[] = standings.map(subledger);
  const differences: Partial<Record<ControlAccount, Cents>> = {};
  for (const account of Object.keys(INCOME_OF).concat('igv-receivable') as ControlAccount[]) {
    const inFlight = account === 'loan-principal' ? inFlightCents : ZERO;
    const expected = sum(inFlight, ...owed.map((one) => one[account] ?? ZERO));
    const found = balances[account] ?? ZERO;
    if (found !== expected) differences[account] = cents(found - expected);
  }
  return differences;
}

/** The sum of every account: 0, always. */
export function trialBalance(...journals: readonly (readonly Posting[])[]): Cents {
  return sum(...Object.values(balancesAfter({}, ...journals)));
}
