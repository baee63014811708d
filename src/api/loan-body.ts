import * as z from 'zod/mini';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PAYMENT_CHANNELS } from '#loan/payment-plan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { date, soles } from './fields.ts';
import { means } from './means.ts';
import { loanNumber } from './payment.ts';

const whole = () => z.int().check(z.nonnegative());

export const scheduleRow = z.strictObject({
  number: means('1, 2, … in order of due dates; a top-up has a row of its own.', whole()),
  dueDate: means('The day it is due, extensions counted.', date()),
  principal: means('Principal, soles.', soles()),
  interest: means('Interest, that of delay included, soles.', soles()),
  fees: means('Fees before IGV, soles.', soles()),
  vat: means('IGV of interest and fees, soles.', soles()),
  moratory: means('Moratory interest, soles; 0 while a plan may forgive it.', soles()),
  total: means('All of it, soles.', soles()),
  paid: means('What is paid of it, soles.', soles()),
  unpaid: means('What is left of it, soles.', soles()),
  daysLate: means('Days since its due date; 0 until the last day to pay in time has passed.', whole()),
});

const upcoming = z.nullable(z.strictObject({ date: means('By when.', date()), amount: means('Soles.', soles()) }));

const plan = z.strictObject({
  planId: means('Names the plan.', z.string()),
  status: means(
    'ACTIVE, AT_RISK (a payment is late), BROKEN or COMPLETED.',
    z.enum(['ACTIVE', 'AT_RISK', 'BROKEN', 'COMPLETED']),
  ),
  since: means('The day it was agreed.', date()),
  paymentChannel: means(
    'How the client means to pay: MANUAL (also when a request does not say), PAGOEFECTIVO or NIUBIZ.',
    z.nullable(z.enum(PAYMENT_CHANNELS)),
  ),
  total: means('What all its payments add up to, soles.', soles()),
  paid: means('What came in of it, soles.', soles()),
  next: means('The next payment and what is missing of it; null when it has ended.', upcoming),
  payments: means(
    'The payments, in order.',
    z.array(
      z.strictObject({
        number: means('1, 2, …', whole()),
        dueDate: means('The day it is due.', date()),
        total: means('The payment, soles.', soles()),
        paid: means('What came in of it, soles.', soles()),
      }),
    ),
  ),
  endedOn: means('The day it ended, kept or not; null while it runs.', z.nullable(date())),
});

const flex = z.strictObject({
  flexId: means('Names the flex pay.', z.string()),
  status: means(
    'ACTIVE, AT_RISK (the monthly minimum is missing), ENDED or PAID.',
    z.enum(['ACTIVE', 'AT_RISK', 'ENDED', 'PAID']),
  ),
  since: means('The day it was agreed.', date()),
  balance: means('What was owed on the day it began, soles.', soles()),
  paidSoFar: means('What came in of the balance, soles.', soles()),
  minPayment: means('The smallest payment, soles.', soles()),
  minMonthly: means('What has to come in every 30 days, soles.', soles()),
  nextMinimum: means('The next minimum and what is missing of it; null when it has ended.', upcoming),
  finalDate: means('By this day everything has to be paid.', date()),
  endedOn: means('The day it ended, kept or not; null while it runs.', z.nullable(date())),
});

/** The loan of GET /loan/active (product-spec §3), with what domain 2.16 adds. */
export const loanBody = z.strictObject({
  number: means('P, year and correlative.', loanNumber()),
  status: means('As in the table of the specification, DISBURSMENT_FAILED included.', z.enum(LOAN_STATUSES)),
  productType: means(
    'SINGLE_PAY: one payment, terms in days. INSTALLMENT: monthly payments, terms in months.',
    z.enum(PRODUCT_TYPES),
  ),
  principalDue: means('Unpaid principal of what is due up to the next payment, soles.', soles()),
  principalOutstanding: means('Principal that is still owed, soles.', soles()),
  principalDisbursing: means('On its way to the client’s bank: the loan itself or a top-up, soles.', soles()),
  interestDue: means('Unpaid interest of what is due up to the next payment, soles.', soles()),
  totalInterestOutstanding: means('Unpaid interest to the end, soles.', soles()),
  techFeeDue: means('Unpaid techFee of what is due up to the next payment, soles.', soles()),
  totalTechFeeOutstanding: means('Unpaid techFee to the end, soles.', soles()),
  notaryFeeDue: means('Unpaid notary cost of what is due; 0 unless there was one, soles.', soles()),
  acceleratedAcceptanceFeeDue: means('Unpaid acceleratedAcceptanceFee of what is due, soles.', soles()),
  adminFeeDue: means('Unpaid adminFee of what is due, soles.', soles()),
  vatDue: means('Unpaid IGV of what is due, soles.', soles()),
  totalVatOutstanding: means('Unpaid IGV to the end, soles.', soles()),
  totalFeesDue: means('The unpaid fees of what is due, without interest and IGV, soles.', soles()),
  totalDue: means('Everything due up to the next payment, less the credit, soles.', soles()),
  totalOutstanding: means('Everything unpaid to the end, less the credit, soles.', soles()),
  nextPaymentDate: means(
    'The first unpaid due date, which may be past; null when nothing is owed.',
    z.nullable(date()),
  ),
  maturityDate: means('The last due date; null when nothing is owed.', z.nullable(date())),
  topUpStatus: means(
    'ORIGINATED: waits for the client’s signature. DISBURSING: signed. Null: none is on its way.',
    z.nullable(z.enum(['ORIGINATED', 'DISBURSING'])),
  ),
  topUpOffer: means(
    'What may be borrowed on top; null when nothing may.',
    z.nullable(
      z.strictObject({
        principalAvailable: means('The most that may be asked for, in whole steps, soles.', soles()),
        term: means('Days to the loan’s due date, which is the top-up’s too.', whole()),
        principalRequested: means(
          'What was asked for, while it is on its way; null otherwise, soles.',
          z.nullable(soles()),
        ),
      }),
    ),
  ),
  daysPastDue: means('Days since the oldest unpaid due date; 0 while nothing is late.', whole()),
  moratoryDue: means('Unpaid moratory interest, soles. It carries no IGV.', soles()),
  unappliedCredit: means('The client’s money that pays nothing yet, soles.', soles()),
  payoutFrom: means(
    'Nothing is sent to the client’s account before, for it was named less than a day ago; null when nothing waits.',
    z.nullable(z.iso.datetime()),
  ),
  payoutReviewed: means(
    'Present when a person looks at the payout before it is sent: no moment is promised.',
    z.optional(z.literal(true)),
  ),
  extension: means(
    'Extensions of the due date.',
    z.strictObject({
      count: means('Bought one after the other.', whole()),
      active: means('Whether the due date that was bought is still to come.', z.boolean()),
    }),
  ),
  plan: means('The payment plan, running or the last that ended; null when there was none.', z.nullable(plan)),
  flex: means('Flex pay, running or the last that ended; null when there was none.', z.nullable(flex)),
  schedule: means('Every due date as it stands; empty until the money is paid out.', z.array(scheduleRow)),
});
export type LoanBody = z.infer<typeof loanBody>;

/** EX1 of the domain on 20/01/2026, for the documentation. */
export const LOAN_EXAMPLE: LoanBody = {
  number: 'P-2026-0000001',
  status: 'PERFORMING',
  productType: 'SINGLE_PAY',
  principalDue: 500,
  principalOutstanding: 500,
  principalDisbursing: 0,
  interestDue: 31.89,
  totalInterestOutstanding: 31.89,
  techFeeDue: 12,
  totalTechFeeOutstanding: 12,
  notaryFeeDue: 0,
  acceleratedAcceptanceFeeDue: 8,
  adminFeeDue: 10,
  vatDue: 11.14,
  totalVatOutstanding: 11.14,
  totalFeesDue: 30,
  totalDue: 573.03,
  totalOutstanding: 573.03,
  nextPaymentDate: '2026-02-14',
  maturityDate: '2026-02-14',
  topUpStatus: null,
  topUpOffer: null,
  daysPastDue: 0,
  moratoryDue: 0,
  unappliedCredit: 0,
  payoutFrom: null,
  extension: { count: 0, active: false },
  plan: null,
  flex: null,
  schedule: [
    {
      number: 1,
      dueDate: '2026-02-14',
      principal: 500,
      interest: 31.89,
      fees: 30,
      vat: 11.14,
      moratory: 0,
      total: 573.03,
      paid: 0,
      unpaid: 573.03,
      daysLate: 0,
    },
  ],
};

/** EX1 ten days late, just put on a plan of three payments (domain 3.9). */
export const PLAN_LOAN_EXAMPLE: LoanBody = {
  ...LOAN_EXAMPLE,
  status: 'PAYMENT_PLAN',
  principalDue: 109.79,
  interestDue: 42.3,
  totalInterestOutstanding: 42.3,
  vatDue: 13.01,
  totalVatOutstanding: 13.01,
  totalDue: 195.1,
  totalOutstanding: 585.31,
  nextPaymentDate: '2026-03-06',
  maturityDate: '2026-05-06',
  daysPastDue: 10,
  plan: {
    planId: '019c8f2e-6c00-7000-8000-000000000001',
    status: 'ACTIVE',
    since: '2026-02-24',
    paymentChannel: 'MANUAL',
    total: 585.31,
    paid: 0,
    next: { date: '2026-03-06', amount: 195.1 },
    payments: [
      { number: 1, dueDate: '2026-03-06', total: 195.1, paid: 0 },
      { number: 2, dueDate: '2026-04-06', total: 195.1, paid: 0 },
      { number: 3, dueDate: '2026-05-06', total: 195.11, paid: 0 },
    ],
    endedOn: null,
  },
  schedule: [
    {
      number: 1,
      dueDate: '2026-02-14',
      principal: 500,
      interest: 42.3,
      fees: 30,
      vat: 13.01,
      moratory: 0,
      total: 585.31,
      paid: 0,
      unpaid: 585.31,
      daysLate: 0,
    },
  ],
};

/** EX1 sixteen days late, just put on flex pay (domain 2.14). */
export const FLEX_LOAN_EXAMPLE: LoanBody = {
  ...LOAN_EXAMPLE,
  status: 'FLEX',
  principalDue: 3.09,
  interestDue: 48.65,
  totalInterestOutstanding: 48.65,
  vatDue: 14.16,
  totalVatOutstanding: 14.16,
  moratoryDue: 3.49,
  totalDue: 99.39,
  totalOutstanding: 596.3,
  nextPaymentDate: '2026-04-01',
  maturityDate: '2026-08-29',
  daysPastDue: 16,
  flex: {
    flexId: '019cacb0-0800-7000-8000-000000000003',
    status: 'ACTIVE',
    since: '2026-03-02',
    balance: 596.3,
    paidSoFar: 0,
    minPayment: 20,
    minMonthly: 99.39,
    nextMinimum: { date: '2026-04-01', amount: 99.39 },
    finalDate: '2026-08-29',
    endedOn: null,
  },
  schedule: [
    {
      number: 1,
      dueDate: '2026-02-14',
      principal: 500,
      interest: 48.65,
      fees: 30,
      vat: 14.16,
      moratory: 3.49,
      total: 596.3,
      paid: 0,
      unpaid: 596.3,
      daysLate: 0,
    },
  ],
};
