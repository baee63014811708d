import { accountBalances, accountBalancesAt, eventPostings } from './accounting.ts';
import type { BankCalendar, BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import { difference, disbursementOrdered, disbursementRejected, type Posting } from './ledger.ts';
import {
  isDisbursed,
  LOAN_TRANSITIONS,
  type Loan,
  type LoanEvent,
  type LoanFact,
  type LoanStatus,
  type LoanTerms,
  type PendingTopUp,
  type Standing,
} from './loan.ts';
import { standingOn, statusOf } from './standing.ts';
import { move } from './transitions.ts';

/** Events decided by people; the others follow from money and dates. */
const DECISIONS: ReadonlySet<LoanEvent> = new Set([
  'plan-confirmed',
  'flex-activated',
  'written-off',
  'write-off-reversed',
]);

/** A loan after an event, the status events it caused, and the postings, in order. */
export interface LoanChange {
  readonly kind: 'accepted';
  readonly loan: Loan;
  readonly events: readonly LoanEvent[];
  readonly postings: readonly Posting[];
}

export interface EventRefused {
  readonly kind: 'refused';
  readonly reason: 'not-in-the-table';
}

/**
 * Makes the loan of a signed agreement.
 * @internal
 */
export function originate(number: string, terms: LoanTerms): Loan {
  return { number, status: 'ORIGINATED', terms, facts: [] };
}

/** Records that the payout order is sent: EX1 posts principal 500,00 against disbursement clearing. */
export function orderDisbursement(loan: Loan): LoanChange | EventRefused {
  return moved(loan, 'disbursement-ordered', disbursementOrdered(loan.terms.principalCents));
}

/**
 * Records that the bank has confirmed the payout on the value date: interest starts, and the first day's services are
 * earned.
 */
export function confirmDisbursement(
  loan: Loan,
  valueDate: CalendarDate,
  calendar: BankCalendar,
): LoanChange | EventRefused {
  const change = moved({ ...loan, valueDate }, 'disbursement-confirmed', []);
  if (change.kind === 'refused') return change;
  return { ...change, postings: eventPostings(loan, change.loan, { date: valueDate, calendar }) };
}

/** Records that the bank has rejected the payout. */
export function rejectDisbursement(loan: Loan): LoanChange | EventRefused {
  return moved(loan, 'disbursement-rejected', disbursementRejected(loan.terms.principalCents));
}

/** Days without another account after which the loan is void (domain 2.3.2, row 22). */
export const ABANDONED_AFTER_DAYS = 5;

/** Days without another account after which the client is reminded. */
export const ACCOUNT_REMINDED_AFTER_DAYS = 3;

/** Computes the last day for another account, after one that the bank refused on a date. */
export function lastDayForAccount(refusedOn: CalendarDate): CalendarDate {
  return addDays(refusedOn, ABANDONED_AFTER_DAYS - 1);
}

/**
 * Ends a loan before its payout: the client withdraws, or gives no other account in five days. A waiting payout order
 * is cancelled.
 */
export function voidLoan(loan: Loan, event: 'withdrawn' | 'disbursement-abandoned'): LoanChange | EventRefused {
  return moved(loan, event, loan.status === 'DISBURSING' ? disbursementRejected(loan.terms.principalCents) : []);
}

function moved(loan: Loan, event: LoanEvent, postings: readonly Posting[]): LoanChange | EventRefused {
  const result = move(LOAN_TRANSITIONS, loan.status, event);
  if (result.kind === 'refused') return result;
  return { kind: 'accepted', loan: { ...loan, status: result.to }, events: [event], postings };
}

/**
 * Sets the pending top-up; when its order is sent, its principal is posted like the loan's own.
 * @param day given when the top-up will not come any more: a loan that only waited for it is then paid
 */
export function withTopUp(loan: Loan, topUp: PendingTopUp | undefined, day?: BusinessDate): LoanChange {
  const { topUp: before, ...rest } = loan;
  const wasSent = before?.status === 'DISBURSING';
  const isSent = topUp?.status === 'DISBURSING';
  const postings =
    isSent && !wasSent
      ? disbursementOrdered(topUp.principalCents)
      : wasSent && !isSent
        ? disbursementRejected(before.principalCents)
        : [];
  const after = topUp ? { ...rest, topUp } : rest;
  const { loan: synced, events } = day ? syncStatus(after, day) : { loan: after, events: [] };
  return { kind: 'accepted', loan: synced, events, postings };
}

/**
 * Adds a fact that became known today, whatever its own date, and returns what it changes. The loan must have been
 * accrued up to today (`closeOfBusiness`), so that accrual and event are separate journals.
 */
export function recordFact(loan: Loan, fact: LoanFact, day: BusinessDate, decision?: LoanEvent): LoanChange {
  return changeFacts(loan, [...loan.facts, fact], day, decision);
}

/** Replaces the facts by any other set: a reversed payment, an undone write-off, a confirmed top-up. */
export function changeFacts(
  loan: Loan,
  facts: readonly LoanFact[],
  day: BusinessDate,
  decision?: LoanEvent,
): LoanChange {
  const { loan: after, events } = syncStatus({ ...loan, facts }, day, decision);
  return { kind: 'accepted', loan: after, events, postings: eventPostings(loan, after, day) };
}

/**
 * Records that the bank has confirmed a top-up: it is a tranche from its value date, which may be in the past. The loan
 * must have been accrued up to today.
 */
export function confirmTopUp(
  loan: Loan,
  confirmed: { readonly id: string; readonly valueDate: CalendarDate },
  day: BusinessDate,
): LoanChange {
  const { topUp, ...rest } = loan;
  if (topUp?.status !== 'DISBURSING') throw new RangeError(`loan ${loan.number} has no top-up in flight`);
  const { principalCents, fees, rates } = topUp;
  const { id, valueDate } = confirmed;
  const known = day.date > valueDate && { knownOn: day.date };
  const tranche = { kind: 'tranche', id, date: valueDate, ...known, principalCents, fees, rates } as const;
  const facts = [...loan.facts, tranche];
  const { loan: after, events } = syncStatus({ ...rest, facts }, day);
  return { kind: 'accepted', loan: after, events, postings: eventPostings(loan, after, day) };
}

/**
 * Close of business of one loan (domain 2.23): its status on the date, and everything earned since the last accrual.
 * Running it twice adds nothing, skipping days loses nothing (invariant P20).
 * @param bookedThrough the date up to which the ledger has this loan's accruals
 */
export function closeOfBusiness(loan: Loan, bookedThrough: CalendarDate, day: BusinessDate): LoanChange {
  if (!isDisbursed(loan)) return { kind: 'accepted', loan, events: [], postings: [] };
  const standing = standingOn(loan, day);
  const before = accountBalances(loan, { date: bookedThrough, calendar: day.calendar });
  const postings = difference(before, accountBalancesAt(loan, standing));
  return { kind: 'accepted', ...synced(loan, standing), postings };
}

interface Synced {
  readonly loan: Loan;
  readonly events: readonly LoanEvent[];
}

function syncStatus(loan: Loan, day: BusinessDate, decision?: LoanEvent): Synced {
  if (!isDisbursed(loan)) return { loan, events: [] };
  return synced(loan, standingOn(loan, day), decision);
}

/** Updates the stored status to what money and dates imply, by transitions of the table only. */
function synced(loan: Loan, standing: Standing, decision?: LoanEvent): Synced {
  const status = statusOf(standing);
  const events = [...(decision ? [decision] : []), ...eventsToward(statusAfter(loan.status, decision), status)];
  const reached = events.reduce<LoanStatus>(statusAfter, loan.status);
  if (reached !== status) throw new RangeError(`no way from ${loan.status} to ${status}`);
  return { loan: { ...loan, status }, events };
}

function statusAfter(status: LoanStatus, event: LoanEvent | undefined): LoanStatus {
  if (!event) return status;
  const result = move(LOAN_TRANSITIONS, status, event);
  if (result.kind === 'refused') throw new RangeError(`a loan that is ${status} knows no ${event}`);
  return result.to;
}

/** Lists the events towards a status: past due comes before default, also when closes of business were skipped. */
function eventsToward(from: LoanStatus, to: LoanStatus): LoanEvent[] {
  if (from === to) return [];
  if (from === 'PERFORMING' && to === 'DEFAULTED') return ['fell-past-due', 'fell-into-default'];
  const rows = Object.entries(LOAN_TRANSITIONS[from]) as [LoanEvent, LoanStatus][];
  const row = rows.find(([event, target]) => target === to && !DECISIONS.has(event));
  return row ? [row[0]] : [];
}
