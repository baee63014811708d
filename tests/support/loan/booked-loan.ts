import { expect } from 'vitest';
import { accountBalances, controlDifferences, principalInFlight } from '#loan/accounting.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { type Balances, balancesAfter, disbursementConfirmed, isBalanced, type Posting } from '#loan/ledger.ts';
import { isDisbursed, LOAN_TRANSITIONS, type Loan, type LoanEvent, type LoanTerms, type Payment } from '#loan/loan.ts';
import {
  closeOfBusiness,
  confirmDisbursement,
  type EventRefused,
  type LoanChange,
  orderDisbursement,
  originate,
  rejectDisbursement,
  voidLoan,
} from '#loan/loan-life.ts';
import { type Cents, sum, ZERO } from '#loan/money.ts';
import { payoffCents } from '#loan/payoff.ts';
import { decideRepayment, reversePayment } from '#loan/repayment.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import { move } from '#loan/transitions.ts';
import { accepted } from './loans.ts';

/**
 * A loan with its ledger, as a service keeps them: closes every day, posts what the rules say, and can check itself.
 * The ledger is the sum of journals and knows nothing of how they were computed.
 */
export class BookedLoan {
  loan: Loan;
  today: CalendarDate;
  balances: Balances = {};
  readonly events: LoanEvent[] = [];
  private readonly calendar: BankCalendar;
  private readonly journals = new Map<string, readonly Posting[]>();
  /** The bank's side of what was given out; the loan's own books end at clearing. */
  private bankSide: Balances = {};
  private received = 0;
  private refunded = 0;
  private sequence = 0;

  constructor(terms: LoanTerms, today: CalendarDate, calendar: BankCalendar) {
    this.loan = originate('P-2026-0000001', terms);
    this.today = today;
    this.calendar = calendar;
  }

  private get day(): BusinessDate {
    return { date: this.today, calendar: this.calendar };
  }

  nextId(): string {
    this.sequence += 1;
    return `id-${String(this.sequence).padStart(6, '0')}`;
  }

  /** Posts a change and walks its events through the table. Refusals change nothing. */
  take<Change extends LoanChange | EventRefused | { readonly kind: 'refused'; readonly reason: string }>(
    change: Change,
  ): Change {
    if (change.kind !== 'accepted') return change;
    let { status } = this.loan;
    for (const event of change.events) {
      const result = move(LOAN_TRANSITIONS, status, event);
      if (result.kind === 'refused') throw new Error(`${status} knows no ${event}`);
      status = result.to;
    }
    expect(status).toBe(change.loan.status);
    this.post(change.postings);
    this.loan = change.loan;
    this.events.push(...change.events);
    return change;
  }

  private post(postings: readonly Posting[]): void {
    expect(isBalanced(postings)).toBe(true);
    expect(postings.every(({ amountCents }) => amountCents !== 0 && Number.isSafeInteger(amountCents))).toBe(true);
    this.balances = balancesAfter(this.balances, postings);
  }

  order(): LoanChange | EventRefused {
    return this.take(orderDisbursement(this.loan));
  }

  confirm(): LoanChange | EventRefused {
    const change = this.take(confirmDisbursement(this.loan, this.today, this.calendar));
    if (change.kind === 'accepted') this.postBankSide(this.loan.terms.principalCents);
    return change;
  }

  reject(): LoanChange | EventRefused {
    return this.take(rejectDisbursement(this.loan));
  }

  void(event: 'withdrawn' | 'disbursement-abandoned'): LoanChange | EventRefused {
    return this.take(voidLoan(this.loan, event));
  }

  /** Posts what leaves the bank for the loan or a top-up. */
  postBankSide(principal: Cents): void {
    const postings = disbursementConfirmed(principal);
    this.post(postings);
    this.bankSide = balancesAfter(this.bankSide, postings);
  }

  /** Closes every business date up to and including the new one, or only the last when days are skipped. */
  advance(days: number, skip = false): void {
    const target = addDays(this.today, days);
    while (this.today < target) {
      const next = skip ? target : addDays(this.today, 1);
      this.take(closeOfBusiness(this.loan, this.today, { date: next, calendar: this.calendar }));
      this.today = next;
    }
  }

  pay(payment: Omit<Payment, 'kind' | 'id' | 'into'> & { readonly id?: string }): ReturnType<typeof decideRepayment> {
    const full: Payment = { kind: 'payment', into: 'psp-clearing', ...payment, id: payment.id ?? this.nextId() };
    const change = this.take(decideRepayment(this.loan, full, this.day));
    if (change.kind === 'accepted') {
      this.received += full.amountCents;
      this.journals.set(full.id, change.postings);
      expect(change.allocation.totalCents).toBe(full.amountCents);
    }
    return change;
  }

  /** Takes back one of the payments that still count. */
  takeBack(paymentId: string): void {
    const payment = this.loan.facts.find(({ id }) => id === paymentId) as Payment;
    const original = this.journals.get(paymentId) ?? [];
    const before = this.balances;
    const change = accepted(reversePayment(this.loan, paymentId, original, this.day));
    this.take(change);
    this.received -= payment.amountCents;
    // Two journals, the mirror and what else changes; together they are the change.
    expect(isBalanced(change.mirror) && isBalanced(change.reallocation)).toBe(true);
    expect(nonZero(balancesAfter(before, change.mirror, change.reallocation))).toEqual(nonZero(this.balances));
  }

  noteRefund(amount: Cents): void {
    this.refunded += amount;
  }

  payments(): Payment[] {
    return this.loan.facts.filter((fact): fact is Payment => fact.kind === 'payment' && !fact.reversedOn);
  }

  payoff(): Cents {
    return isDisbursed(this.loan) ? payoffCents(standingOn(this.loan, this.day)) : ZERO;
  }

  /** Invariants P1, P2, P15, P17, P18 and A3 of the ledger, and that the stored status is the true one. */
  check(): void {
    expect(sum(...Object.values(this.balances))).toBe(0);
    const own = balancesAfter(accountBalances(this.loan, this.day), pairs(this.bankSide));
    expect(nonZero(this.balances)).toEqual(nonZero(own));
    if (!isDisbursed(this.loan)) return;

    const standing = standingOn(this.loan, this.day);
    expect(controlDifferences(this.balances, [standing], principalInFlight(this.loan))).toEqual({});
    expect(this.balances['client-credit'] ?? 0).toBe(standing.creditCents === 0 ? 0 : -standing.creditCents);
    let paid = 0;
    for (const group of standing.groups) {
      for (const { paidNetCents, paidVatCents } of Object.values(group.lines)) paid += paidNetCents + paidVatCents;
    }
    expect(paid + standing.creditCents + this.refunded).toBe(this.received);
    expect(this.loan.status).toBe(statusOf(standing));
    this.checkFields();
  }

  private checkFields(): void {
    const loan = activeLoan(this.loan, this.day);
    expect(loan.totalDueCents).toBe(
      loan.principalDueCents +
        loan.interestDueCents +
        loan.totalFeesDueCents +
        loan.vatDueCents +
        loan.moratoryDueCents -
        loan.unappliedCreditCents,
    );
    expect(loan.totalDueCents).toBeLessThanOrEqual(loan.totalOutstandingCents);
    if (loan.status === 'PAID') expect(loan.totalOutstandingCents).toBe(-loan.unappliedCreditCents || 0);
    expect(loan.nextPaymentDate === null).toBe(loan.maturityDate === null);
  }
}

function pairs(balances: Balances): Posting[] {
  return Object.entries(balances).map(([account, amountCents]) => ({ account, amountCents }) as Posting);
}

function nonZero(balances: Balances): Balances {
  return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));
}
