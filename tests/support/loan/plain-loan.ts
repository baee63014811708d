import { exactInterest } from './exact-rate.ts';
import { CAP_PERCENT } from './products.ts';

/** A single payment as on paper: amounts in céntimos, days counted from disbursement, banks open every day. */
export interface PlainLoan {
  readonly principal: number;
  readonly term: number;
  readonly tea: number;
  readonly moratory: number;
  readonly moratoryCap: number;
  /** After discount: earned day by day, day by day, on the first day. */
  readonly fees: { readonly tech: number; readonly admin: number; readonly accelerated: number };
}

export interface PlainPayment {
  readonly day: number;
  readonly amount: number;
}

const igv = (net: number): number => Math.floor((net * 18 + 50) / 100);
const withIgv = (net: number): number => net + igv(net);

/**
 * Calculates what ends the loan on each day, the way a careful clerk would with the contract and a calendar: day after
 * day, with 40-digit rates, and with nothing of the engine. Early money pays accrued interest, then principal; money
 * on or after the due date pays moratory, interest of delay, interest, fees, principal.
 */
export function paperPayoffs(loan: PlainLoan, payments: readonly PlainPayment[], lastDay: number): number[] {
  const clerk = new Clerk(loan);
  const payoffs: number[] = [];
  for (let day = 0; day <= lastDay; day++) {
    const received = payments.filter((payment) => payment.day === day).reduce((all, { amount }) => all + amount, 0);
    if (received > 0) clerk.receive(received, day);
    payoffs.push(clerk.payoff(day));
  }
  return payoffs;
}

class Clerk {
  credit = 0;
  private readonly loan: PlainLoan;
  private ended = false;
  private principal: number;
  private closed = 0;
  private since = 0;
  private readonly paid = { interest: 0, fees: 0, late: 0, moratory: 0 };
  private late = { interest: 0, moratory: 0, since: 0 };

  constructor(loan: PlainLoan) {
    this.loan = loan;
    this.principal = loan.principal;
    this.late.since = loan.term;
  }

  payoff(day: number): number {
    if (this.ended) return 0;
    const { late, moratory } = this.lateUntil(day);
    return (
      this.principal +
      (withIgv(this.interestUntil(day)) - this.paid.interest) +
      (this.feesUntil(day) - this.paid.fees) +
      (withIgv(late) - this.paid.late) +
      (moratory - this.paid.moratory)
    );
  }

  receive(amount: number, day: number): void {
    if (this.ended) {
      this.credit += amount;
    } else if (amount >= this.payoff(day)) {
      this.credit = amount - this.payoff(day);
      this.ended = true;
    } else if (day < this.loan.term) {
      this.receiveEarly(amount, day);
    } else {
      this.receiveDue(amount, day);
    }
  }

  private interestUntil(day: number): number {
    const days = Math.min(day, this.loan.term) - this.since;
    return this.closed + (days > 0 ? exactInterest(this.base, this.loan.tea, CAP_PERCENT, days) : 0);
  }

  /** Scheduled interest runs on what was unpaid when its stretch began. */
  private get base(): number {
    return this.baseAtStretch ?? this.loan.principal;
  }
  private baseAtStretch: number | undefined;

  private feesUntil(day: number): number {
    const { term, fees } = this.loan;
    const share = (net: number): number => (day >= term ? net : Math.floor((2 * net * day + term) / (2 * term)));
    return withIgv(share(fees.tech)) + withIgv(share(fees.admin)) + withIgv(fees.accelerated);
  }

  private lateUntil(day: number): { readonly late: number; readonly moratory: number } {
    const days = day - this.late.since;
    if (days <= 0) return { late: this.late.interest, moratory: this.late.moratory };
    return {
      late: this.late.interest + exactInterest(this.principal, this.loan.tea, CAP_PERCENT, days),
      moratory: this.late.moratory + exactInterest(this.principal, this.loan.moratory, this.loan.moratoryCap, days),
    };
  }

  private receiveEarly(amount: number, day: number): void {
    const accrued = this.interestUntil(day);
    const toInterest = Math.min(amount, withIgv(accrued) - this.paid.interest);
    this.paid.interest += toInterest;
    const toPrincipal = Math.min(amount - toInterest, this.principal);
    if (toPrincipal > 0) {
      this.principal -= toPrincipal;
      this.closed = accrued;
      this.since = day;
      this.baseAtStretch = this.principal;
    }
    this.paid.fees += amount - toInterest - toPrincipal;
  }

  private receiveDue(amount: number, day: number): void {
    const { late, moratory } = this.lateUntil(day);
    let left = amount;
    const pay = (owed: number): number => {
      const part = Math.min(left, owed);
      left -= part;
      return part;
    };
    this.paid.moratory += pay(moratory - this.paid.moratory);
    this.paid.late += pay(withIgv(late) - this.paid.late);
    this.paid.interest += pay(withIgv(this.interestUntil(day)) - this.paid.interest);
    this.paid.fees += pay(this.feesUntil(day) - this.paid.fees);
    const toPrincipal = pay(this.principal);
    if (toPrincipal === 0) return;
    this.principal -= toPrincipal;
    if (day > this.loan.term) this.late = { interest: late, moratory, since: day };
  }
}
