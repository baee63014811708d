import fc from 'fast-check';
import { expect } from 'vitest';
import {
  decideFlexPay,
  decidePaymentPlan,
  decideRefund,
  decideRemainderWaiver,
  decideWriteOff,
  undoWriteOff,
} from '#loan/agreements.ts';
import { addDays, type CalendarDate, laterOf } from '#loan/calendar.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { isDisbursed, LOAN_TRANSITIONS, type LoanEvent, type LoanStatus, type PaymentUse } from '#loan/loan.ts';
import { confirmTopUp, withTopUp } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { move } from '#loan/transitions.ts';
import type { BookedLoan } from './booked-loan.ts';
import { ADMIN_FEE, dayOn } from './loans.ts';

/** Expectations of a bystander who knows only the table. */
export interface Expected {
  status: LoanStatus;
}

type LoanCommand = fc.Command<Expected, BookedLoan>;

/**
 * Number of commands that have run, and what they led to, so that a test can say that it did not walk an empty street.
 */
export const executed = { commands: 0, events: new Map<LoanEvent, number>() };

function command(name: string, act: (real: BookedLoan, expected: Expected) => void): LoanCommand {
  return {
    check: () => true,
    run: (expected, real) => {
      const before = real.events.length;
      act(real, expected);
      for (const event of real.events.slice(before)) {
        const result = move(LOAN_TRANSITIONS, expected.status, event);
        if (result.kind === 'refused') throw new Error(`${expected.status} knows no ${event}`);
        expected.status = result.to;
        executed.events.set(event, (executed.events.get(event) ?? 0) + 1);
      }
      expect(real.loan.status).toBe(expected.status);
      real.check();
      executed.commands += 1;
    },
    toString: () => name,
  };
}

/** The table alone says whether the bank's or the client's news is possible. */
function news(event: LoanEvent, act: (real: BookedLoan) => { readonly kind: string }): LoanCommand {
  return command(event, (real, { status }) => {
    const possible = move(LOAN_TRANSITIONS, status, event).kind === 'moved';
    expect(act(real).kind).toBe(possible ? 'accepted' : 'refused');
  });
}

function backdated(real: BookedLoan, daysAgo: number): CalendarDate {
  const date = addDays(real.today, -daysAgo);
  return isDisbursed(real.loan) ? laterOf(date, real.loan.valueDate) : date;
}

/** Money that is a share of what would end the loan, now or some days ago; sometimes more than enough. */
function payCommand(permille: number, daysAgo: number, use: PaymentUse): LoanCommand {
  return command(`pay ${permille}‰ dated ${daysAgo} days ago as ${JSON.stringify(use)}`, (real) => {
    const owed = real.payoff() || cents(10_000);
    const amountCents = cents(Math.max(1, Math.floor((owed * permille) / 1000)));
    real.pay({ date: backdated(real, daysAgo), amountCents, use });
  });
}

function planCommand(payments: number): LoanCommand {
  return command(`plan in ${payments}`, (real) => {
    if (!isDisbursed(real.loan)) return;
    const standing = standingOn(real.loan, dayOn(real.today));
    const { terms } = planOffer(standing, payments, addDays(real.today, 7), STANDARD_PLAN_SETTINGS);
    const plan = { id: real.nextId(), terms };
    const situation = { hardshipDeclared: true, brokenPlans: 0 };
    real.take(decidePaymentPlan(real.loan, plan, situation, STANDARD_PLAN_SETTINGS, dayOn(real.today)));
  });
}

function flexCommand(): LoanCommand {
  return command('flex', (real) => {
    if (!isDisbursed(real.loan)) return;
    const situation = { hasBrokenPlan: true, offeredByStaff: true };
    real.take(decideFlexPay(real.loan, real.nextId(), situation, STANDARD_FLEX_SETTINGS, dayOn(real.today)));
  });
}

function takeBackCommand(pick: number): LoanCommand {
  return command(`take back payment ${pick}`, (real) => {
    const payments = real.payments();
    const payment = payments[pick % Math.max(1, payments.length)];
    if (payment) real.takeBack(payment.id);
  });
}

function topUpCommand(step: 'sign' | 'send' | 'confirm' | 'reject'): LoanCommand {
  return command(`top-up: ${step}`, (real) => {
    const { loan } = real;
    const pending = loan.topUp;
    if (step === 'sign' && !pending && loan.status === 'PERFORMING' && loan.terms.productType === 'SINGLE_PAY') {
      real.take(withTopUp(loan, { status: 'ORIGINATED', principalCents: cents(5000), fees: [ADMIN_FEE] }));
    }
    // A loan that was paid meanwhile has its top-up refused when it is signed.
    if (step === 'send' && pending?.status === 'ORIGINATED' && loan.status !== 'PAID') {
      real.take(withTopUp(loan, { ...pending, status: 'DISBURSING' }));
    }
    if (step === 'reject' && pending) real.take(withTopUp(loan, undefined, dayOn(real.today)));
    if (step === 'confirm' && pending?.status === 'DISBURSING') {
      real.take(confirmTopUp(loan, { id: real.nextId(), valueDate: real.today }, dayOn(real.today)));
      real.postBankSide(pending.principalCents);
    }
  });
}

function refundCommand(permille: number): LoanCommand {
  return command(`refund ${permille}‰ of the credit`, (real) => {
    if (!isDisbursed(real.loan)) return;
    const { creditCents } = standingOn(real.loan, dayOn(real.today));
    const amountCents = cents(Math.floor((creditCents * permille) / 1000));
    const change = decideRefund(real.loan, { id: real.nextId(), amountCents }, dayOn(real.today));
    if (real.take(change).kind === 'accepted') real.noteRefund(amountCents);
  });
}

const writeOff = (): LoanCommand =>
  command('write off', (real) => {
    if (isDisbursed(real.loan)) real.take(decideWriteOff(real.loan, real.nextId(), 180, dayOn(real.today)));
  });

const undoTheWriteOff = (): LoanCommand =>
  command('undo the write-off', (real) => {
    const fact = real.loan.facts.find(({ kind }) => kind === 'write-off');
    if (fact) real.take(undoWriteOff(real.loan, fact.id, dayOn(real.today)));
  });

const waive = (): LoanCommand =>
  command('waive the remainder', (real) => {
    if (isDisbursed(real.loan)) real.take(decideRemainderWaiver(real.loan, real.nextId(), dayOn(real.today)));
  });

const uses: fc.Arbitrary<PaymentUse> = fc.oneof(
  fc.record({ kind: fc.constant('ordinary' as const), mode: fc.constantFrom(undefined, 'ADVANCE', 'REDUCE_TERM') }),
  fc.constant({ kind: 'arrangement' } as const),
  fc.record({
    kind: fc.constant('extension' as const),
    termDays: fc.constantFrom(7, 14, 30),
    feeCents: fc.constantFrom(500, 800).map(cents),
  }),
) as fc.Arbitrary<PaymentUse>;

const permille = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(500, 998, 1000, 1030));

/** Everything that can happen to a loan. */
export const loanCommands: fc.Arbitrary<LoanCommand>[] = [
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.boolean())
    .map(([days, skip]) => command(skip ? `${days} days later` : `${days} days`, (real) => real.advance(days, skip))),
  fc.integer({ min: 20, max: 120 }).map((days) => command(`months later: ${days}`, (real) => real.advance(days, true))),
  fc.tuple(permille, fc.nat(45), uses).map((args) => payCommand(...args)),
  fc.tuple(permille, fc.nat(3), uses).map((args) => payCommand(...args)),
  // What the shop's till forgot: money in time for a plan or flex, known when both have long failed.
  fc
    .tuple(fc.integer({ min: 200, max: 600 }), fc.integer({ min: 20, max: 45 }))
    .map(([share, ago]) => payCommand(share, ago, { kind: 'arrangement' })),
  fc.nat(9).map(takeBackCommand),
  fc.integer({ min: 2, max: 6 }).map(planCommand),
  fc.constant(null).map(flexCommand),
  fc.constantFrom('sign', 'send', 'confirm', 'reject').map(topUpCommand),
  fc.integer({ min: 1, max: 1000 }).map(refundCommand),
  fc.constant(null).map(writeOff),
  fc.constant(null).map(undoTheWriteOff),
  fc.constant(null).map(waive),
  fc.constant(null).map(() => news('disbursement-ordered', (real) => real.order())),
  fc.constant(null).map(() => news('disbursement-confirmed', (real) => real.confirm())),
  fc.constant(null).map(() => news('disbursement-rejected', (real) => real.reject())),
  fc.constant(null).map(() => news('withdrawn', (real) => real.void('withdrawn'))),
  fc.constant(null).map(() => news('disbursement-abandoned', (real) => real.void('disbursement-abandoned'))),
];
