import type { BankCalendar, BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { type Account, type Balances, balancesAfter, type ControlAccount, difference, type Posting } from './ledger.ts';
import { isDisbursed, type Loan, type LoanFact, type Standing } from './loan.ts';
import { type Cents, cents, sum, ZERO } from './money.ts';
import { COMPONENTS, type Component, type DueGroup, earnedBy, lineOf } from './obligation.ts';
import { standingOn } from './standing.ts';

/** The control account of each component, and the account of its income. */
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
 * Computes the balances one loan adds to every account on a date, from its standing alone: principal disbursed,
 * everything earned by the date and unpaid, income, money in. The postings of any event are the difference between the
 * loan's balances before and after it, so the ledger and the schedule cannot diverge (invariants P17, P18). The bank's
 * side of a disbursement is not included: it is posted when the bank confirms. Céntimos; debits are positive.
 */
export function accountBalances(loan: Loan, day: BusinessDate): Balances {
  return accountBalancesAt(loan, isDisbursed(loan) ? standingOn(loan, day) : undefined);
}

/** Takes the balances from a standing that is already computed; undefined before the disbursement. */
export function accountBalancesAt(loan: Loan, standing: Standing | undefined): Balances {
  const inFlight = principalInFlight(loan);
  const sent = { 'loan-principal': inFlight, 'disbursement-clearing': cents(-inFlight) };
  if (!standing) return sent;
  const balances = new Map<Account, number>(Object.entries(sent) as [Account, number][]);
  for (const [account, amount] of receivables(standing)) add(balances, account, amount);
  for (const [account, amount] of cashOf(loan.facts, standing.date)) add(balances, account, amount);
  add(balances, 'client-credit', -standing.creditCents);
  return Object.fromEntries([...balances].map(([account, amount]) => [account, cents(amount)]));
}

function add(balances: Map<Account, number>, account: Account, amount: number): void {
  balances.set(account, (balances.get(account) ?? 0) + amount);
}

/** Computes the principal ordered and not yet confirmed by the bank: the loan itself, or a top-up of it. */
export function principalInFlight(loan: Loan): Cents {
  if (loan.status === 'DISBURSING') return loan.terms.principalCents;
  return loan.topUp?.status === 'DISBURSING' ? loan.topUp.principalCents : ZERO;
}

/** Computes a standing's balances of control, income and loss accounts. */
function receivables(standing: Standing): Map<Account, number> {
  const balances = new Map<Account, number>();
  for (const group of standing.groups) addGroup(balances, group, standing);
  const { writtenOff } = standing;
  if (!writtenOff) return balances;
  // A written-off debt is not an asset any more: what is still paid of it is recovery income.
  const atWriteOff = owedByAccount(writtenOff.groups);
  const now = owedByAccount(standing.groups);
  for (const [account, amount] of now) add(balances, account, -amount);
  add(balances, 'loss', total(atWriteOff));
  add(balances, 'recovery-income', total(now) - total(atWriteOff));
  return balances;
}

function addGroup(balances: Map<Account, number>, group: DueGroup, standing: Standing): void {
  for (const component of COMPONENTS) {
    const of = group.lines[component];
    if (!of) continue;
    const earned = earnedBy(group, component, standing.date);
    const control = CONTROL_OF[component];
    add(balances, control, earned.netCents - of.paidNetCents - of.waivedNetCents);
    add(balances, INCOME_OF[control as keyof typeof INCOME_OF], -earned.netCents);
    add(balances, 'igv-receivable', earned.vatCents - of.paidVatCents - of.waivedVatCents);
    // Waived IGV is a credit note: it is no longer owed to the tax authority.
    add(balances, 'igv-payable', of.waivedVatCents - earned.vatCents);
    add(balances, 'waiver-expense', of.waivedNetCents);
  }
}

function owedByAccount(groups: readonly DueGroup[]): Map<Account, number> {
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

/** Sums money in, by the account where it arrived; refunds out of the bank. */
function cashOf(facts: readonly LoanFact[], date: CalendarDate): [Account, number][] {
  const cash: [Account, number][] = [];
  for (const fact of facts) {
    if (fact.date > date) continue;
    if (fact.kind === 'payment' && !fact.reversedOn) cash.push([fact.into, fact.amountCents]);
    if (fact.kind === 'refund') cash.push(['bank', -fact.amountCents]);
  }
  return cash;
}

const NOTHING_OWED: Readonly<Record<ControlAccount, Cents>> = {
  'loan-principal': ZERO,
  'interest-receivable': ZERO,
  'fees-receivable': ZERO,
  'igv-receivable': ZERO,
  'moratory-receivable': ZERO,
};

/**
 * Computes the subledger that each control account must equal: what is earned and unpaid of a loan, by control account.
 * It is computed independently of the postings, so that the two check each other; 0 for a written-off debt.
 */
export function subledger(standing: Standing): Readonly<Record<ControlAccount, Cents>> {
  const owed: Record<ControlAccount, Cents> = { ...NOTHING_OWED };
  if (standing.writtenOff) return owed;
  for (const group of standing.groups) {
    for (const component of COMPONENTS) {
      const of = lineOf(group, component);
      const earned = earnedBy(group, component, standing.date);
      const control = CONTROL_OF[component];
      owed[control] = cents(owed[control] + earned.netCents - of.paidNetCents - of.waivedNetCents);
      owed['igv-receivable'] = cents(owed['igv-receivable'] + earned.vatCents - of.paidVatCents - of.waivedVatCents);
    }
  }
  return owed;
}

/**
 * Adds up one loan's part of each control account on a date; principal that is on its way out counts too. It must be
 * what the loan's journals hold.
 */
export function controlBalances(loan: Loan, day: BusinessDate): Readonly<Record<ControlAccount, Cents>> {
  const own = isDisbursed(loan) ? subledger(standingOn(loan, day)) : { ...NOTHING_OWED };
  return { ...own, 'loan-principal': sum(own['loan-principal'], principalInFlight(loan)) };
}

/**
 * Computes the postings for the days between two dates: the difference of everything earned, so that the sum of all
 * accruals is exact however many days were skipped (domain 2.23, invariants P19 and P20). EX1's first day: 1,03
 * interest.
 * @internal
 */
export function accrualPostings(loan: Loan, from: CalendarDate, to: CalendarDate, calendar: BankCalendar): Posting[] {
  return difference(accountBalances(loan, { date: from, calendar }), accountBalances(loan, { date: to, calendar }));
}

/** Computes the postings of an event, when the loan was accrued up to the same date before it. */
export function eventPostings(before: Loan, after: Loan, day: BusinessDate): Posting[] {
  return difference(accountBalances(before, day), accountBalances(after, day));
}

/**
 * Lists the control accounts that differ from the subledgers of the loans, each with the difference; empty when they
 * agree.
 * @internal
 */
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

/**
 * Computes the sum of all accounts, which is always 0.
 * @internal
 */
export function trialBalance(...journals: readonly (readonly Posting[])[]): Cents {
  return sum(...Object.values(balancesAfter({}, ...journals)));
}
