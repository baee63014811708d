import { controlDifferences, principalInFlight } from '#loan/accounting.ts';
import { decideFlexPay, decidePaymentPlan, decideRefund, decideWriteOff } from '#loan/agreements.ts';
import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { addDays, type CalendarDate, daysBetween, laterOf } from '#loan/calendar.ts';
import { extensionPrice, extensionRefusal } from '#loan/extension.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { type Balances, balancesAfter, disbursementConfirmed, isBalanced, type Posting } from '#loan/ledger.ts';
import type { Loan, LoanTerms, Payment, PaymentUse } from '#loan/loan.ts';
import {
  closeOfBusiness,
  confirmDisbursement,
  type LoanChange,
  orderDisbursement,
  originate,
} from '#loan/loan-life.ts';
import { type Cents, cents, fromSoles, sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { decideRepayment, reversePayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { accepted, termsOf } from '../loan/loans.ts';
import { LONG, SHORT, SINGLE_PAY } from '../loan/products.ts';

/** Reproducible chance: the same seed is the same portfolio on every machine (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Account {
  loan: Loan;
  bookedThrough: CalendarDate;
  /** The next day on which this client does something. */
  nextDeed: CalendarDate;
  readonly reliability: number;
  received: number;
  refunded: number;
  readonly journals: Map<string, readonly Posting[]>;
}

/** A lender in small: loans given out over time, clients who pay, pay late, pay ahead, dispute; one common ledger. */
export class Portfolio {
  balances: Balances = {};
  today: CalendarDate;
  readonly counts: Record<string, number> = {};
  readonly accounts: Account[] = [];
  private readonly random: () => number;
  private readonly calendar: BankCalendar;
  private sequence = 0;

  constructor(seed: number, start: CalendarDate, calendar: BankCalendar) {
    this.random = chance(seed);
    this.today = start;
    this.calendar = calendar;
  }

  private get businessDate(): BusinessDate {
    return { date: this.today, calendar: this.calendar };
  }

  /** One business date: some loans are given out, every open loan is closed, clients act. */
  day(newLoans: number): void {
    this.today = addDays(this.today, 1);
    for (let k = 0; k < newLoans; k++) this.lend();
    for (const account of this.accounts) {
      if (isOver(account)) continue;
      if (account.nextDeed <= this.today) this.act(account);
      else if (this.random() < 0.95) this.close(account);
      // The others were missed today: their next close or deed catches up.
    }
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  private id(): string {
    this.sequence += 1;
    return String(this.sequence).padStart(9, '0');
  }

  private between(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  private post(postings: readonly Posting[]): void {
    if (!isBalanced(postings)) throw new Error('a journal does not balance');
    this.balances = balancesAfter(this.balances, postings);
    this.count('journals');
  }

  private take(account: Account, change: LoanChange): void {
    this.post(change.postings);
    account.loan = change.loan;
    for (const event of change.events) this.count(event);
  }

  private anyTerms(): LoanTerms {
    const kind = this.random();
    if (kind < 0.6) return termsOf(SINGLE_PAY, this.between(2, 60) * 50, [7, 14, 30][this.between(0, 2)] as number);
    return kind < 0.85
      ? termsOf(SHORT, this.between(5, 30) * 100, this.between(2, 6))
      : termsOf(LONG, this.between(10, 100) * 100, this.between(7, 12));
  }

  private lend(): void {
    const number = `P-2026-${String(this.accounts.length + 1).padStart(7, '0')}`;
    const account: Account = {
      loan: originate(number, this.anyTerms()),
      bookedThrough: this.today,
      nextDeed: addDays(this.today, this.between(1, 30)),
      reliability: this.random(),
      received: 0,
      refunded: 0,
      journals: new Map(),
    };
    this.take(account, accepted(orderDisbursement(account.loan)));
    this.take(account, accepted(confirmDisbursement(account.loan, this.today, this.calendar)));
    this.post(disbursementConfirmed(account.loan.terms.principalCents));
    this.accounts.push(account);
  }

  private close(account: Account): void {
    this.take(account, closeOfBusiness(account.loan, account.bookedThrough, this.businessDate));
    account.bookedThrough = this.today;
  }

  private act(account: Account): void {
    this.close(account);
    account.nextDeed = addDays(this.today, this.between(1, 25));
    const luck = this.random();
    if (luck < 0.03) this.dispute(account);
    else if (luck < 0.05) this.refund(account);
    else if (luck < 0.07) this.plan(account);
    else if (luck < 0.08) this.flex(account);
    else if (luck < 0.1) this.writeOff(account);
    else if (luck < 0.16) this.extend(account);
    else if (luck < 0.2 + account.reliability * 0.8) this.payOrWait(account);
  }

  /**
   * Most clients wait for the due date, the reliable ones not beyond it; some pay ahead, some too little, some too
   * much.
   */
  private payOrWait(account: Account): void {
    const { groups } = standingOn(account.loan, this.businessDate);
    const open = groups.find((group) => unpaidOfGroup(group) > 0);
    const kind = this.random();
    if (open && daysBetween(this.today, open.dueDate) > 10 && kind < 0.8) {
      const delay = this.between(-2, account.reliability > 0.3 ? 0 : 20);
      account.nextDeed = laterOf(addDays(open.dueDate, delay), addDays(this.today, 1));
      return;
    }
    const due = open ? unpaidOfGroup(open) : cents(500);
    const part = kind < 0.9 ? Math.ceil(due * this.random()) : due * this.between(1, 5);
    this.pay(account, cents(Math.max(1, kind < 0.6 ? due : part)), { kind: 'ordinary' });
  }

  private pay(account: Account, amountCents: Cents, use: PaymentUse): void {
    const ago = this.random() < 0.33 ? this.between(0, 12) : 0;
    const { valueDate } = account.loan;
    const payment: Payment = {
      kind: 'payment',
      id: this.id(),
      date: laterOf(addDays(this.today, -ago), valueDate ?? this.today),
      amountCents,
      into: this.random() < 0.5 ? 'bank' : 'psp-clearing',
      use,
    };
    const change = accepted(decideRepayment(account.loan, payment, this.businessDate));
    this.take(account, change);
    account.journals.set(payment.id, change.postings);
    account.received += amountCents;
    this.count(ago > 0 ? 'back-dated payments' : 'payments');
  }

  private extend(account: Account): void {
    const standing = standingOn(account.loan, this.businessDate);
    const termDays = [7, 14, 30][this.between(0, 2)] as number;
    if (extensionRefusal(standing, termDays, false)) return;
    const feeCents = fromSoles(8);
    const { totalCents } = extensionPrice(standing, termDays, feeCents);
    this.pay(account, totalCents, { kind: 'extension', termDays, feeCents });
    this.count('extensions');
  }

  private dispute(account: Account): void {
    const payments = account.loan.facts.filter((fact): fact is Payment => fact.kind === 'payment' && !fact.reversedOn);
    const payment = payments[this.between(0, payments.length - 1)];
    if (!payment) return;
    const original = account.journals.get(payment.id) ?? [];
    const back = accepted(reversePayment(account.loan, payment.id, original, this.businessDate));
    this.post(back.mirror);
    this.take(account, { ...back, postings: back.reallocation });
    account.received -= payment.amountCents;
    this.count('chargebacks');
  }

  private refund(account: Account): void {
    const { creditCents } = standingOn(account.loan, this.businessDate);
    const refund = { id: this.id(), amountCents: creditCents };
    const change = decideRefund(account.loan, refund, this.businessDate);
    if (change.kind === 'refused') return;
    this.take(account, change);
    account.refunded += creditCents;
    this.count('refunds');
  }

  private plan(account: Account): void {
    const standing = standingOn(account.loan, this.businessDate);
    const first = addDays(this.today, 3);
    const { terms } = planOffer(standing, this.between(2, 6), first, STANDARD_PLAN_SETTINGS);
    const change = decidePaymentPlan(
      account.loan,
      { id: this.id(), terms },
      { hardshipDeclared: false, brokenPlans: 0 },
      STANDARD_PLAN_SETTINGS,
      this.businessDate,
    );
    if (change.kind === 'accepted') this.take(account, change);
  }

  private flex(account: Account): void {
    const situation = { hasBrokenPlan: false, offeredByStaff: false };
    const change = decideFlexPay(account.loan, this.id(), situation, STANDARD_FLEX_SETTINGS, this.businessDate);
    if (change.kind === 'accepted') this.take(account, change);
  }

  private writeOff(account: Account): void {
    const change = decideWriteOff(account.loan, this.id(), 180, this.businessDate);
    if (change.kind === 'accepted') this.take(account, change);
  }

  /** Closes whoever was missed, so that the ledger can be compared. */
  catchUp(): void {
    for (const account of this.accounts) if (!isOver(account)) this.close(account);
  }

  /** Finds what is wrong with the ledger: nothing, or a sentence each (invariants P15, P17, P18). */
  faults(): string[] {
    this.catchUp();
    const faults: string[] = [];
    const total = sum(...Object.values(this.balances));
    if (total !== 0) faults.push(`the accounts sum to ${total}`);
    const standings = this.accounts.map((account) => standingOn(account.loan, this.businessDate));
    const inFlight = sum(...this.accounts.map((account) => principalInFlight(account.loan)));
    for (const [account, amount] of Object.entries(controlDifferences(this.balances, standings, inFlight))) {
      faults.push(`${account} differs from the loans by ${amount}`);
    }
    const credit = sum(...standings.map(({ creditCents }) => creditCents));
    if ((this.balances['client-credit'] ?? 0) + credit !== 0) faults.push('client credit differs from the loans');
    for (const [k, { groups, creditCents }] of standings.entries()) {
      const { received, refunded, loan } = this.accounts[k] as Account;
      let paid = creditCents + refunded;
      for (const group of groups) {
        for (const of of Object.values(group.lines)) paid += of.paidNetCents + of.paidVatCents;
      }
      if (paid !== received) faults.push(`${loan.number} received ${received} and accounts for ${paid}`);
    }
    return faults;
  }
}

/** Nothing happens to a loan that is paid, except what its client's bank or we may still send back. */
function isOver({ loan, nextDeed, bookedThrough }: Account): boolean {
  return loan.status === 'PAID' && daysBetween(nextDeed, bookedThrough) > 60;
}
