import * as z from 'zod/mini';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PAYMENT_CHANNELS } from '#loan/payment-plan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { date, soles } from './fields.ts';
import { loanNumber } from './payment.ts';

const whole = () => z.int().check(z.nonnegative());

export const scheduleRow = z.strictObject({
  number: whole(),
  dueDate: date(),
  principal: soles(),
  interest: soles(),
  fees: soles(),
  vat: soles(),
  moratory: soles(),
  total: soles(),
  paid: soles(),
  unpaid: soles(),
  /** 0 until the last day to pay in time has passed. */
  daysLate: whole(),
});

const upcoming = z.nullable(z.strictObject({ date: date(), amount: soles() }));

const plan = z.strictObject({
  planId: z.string(),
  status: z.enum(['ACTIVE', 'AT_RISK', 'BROKEN', 'COMPLETED']),
  since: date(),
  paymentChannel: z.nullable(z.enum(PAYMENT_CHANNELS)),
  total: soles(),
  paid: soles(),
  next: upcoming,
  payments: z.array(z.strictObject({ number: whole(), dueDate: date(), total: soles(), paid: soles() })),
  endedOn: z.nullable(date()),
});

const flex = z.strictObject({
  flexId: z.string(),
  status: z.enum(['ACTIVE', 'AT_RISK', 'ENDED', 'PAID']),
  since: date(),
  balance: soles(),
  paidSoFar: soles(),
  minPayment: soles(),
  minMonthly: soles(),
  nextMinimum: upcoming,
  finalDate: date(),
  endedOn: z.nullable(date()),
});

/** The loan of GET /loan/active (product-spec §3), with what domain 2.16 adds. */
export const loanBody = z.strictObject({
  number: loanNumber(),
  status: z.enum(LOAN_STATUSES),
  productType: z.enum(PRODUCT_TYPES),
  principalDue: soles(),
  principalOutstanding: soles(),
  principalDisbursing: soles(),
  interestDue: soles(),
  totalInterestOutstanding: soles(),
  techFeeDue: soles(),
  totalTechFeeOutstanding: soles(),
  notaryFeeDue: soles(),
  acceleratedAcceptanceFeeDue: soles(),
  adminFeeDue: soles(),
  vatDue: soles(),
  totalVatOutstanding: soles(),
  totalFeesDue: soles(),
  totalDue: soles(),
  totalOutstanding: soles(),
  nextPaymentDate: z.nullable(date()),
  maturityDate: z.nullable(date()),
  topUpStatus: z.nullable(z.enum(['ORIGINATED', 'DISBURSING'])),
  topUpOffer: z.nullable(
    z.strictObject({ principalAvailable: soles(), term: whole(), principalRequested: z.nullable(soles()) }),
  ),
  daysPastDue: whole(),
  moratoryDue: soles(),
  unappliedCredit: soles(),
  /** The earliest time of a waiting payout; null when none waits. */
  payoutFrom: z.nullable(z.iso.datetime()),
  /** Present when a person looks at the payout before it is sent. */
  payoutReviewed: z.optional(z.literal(true)),
  extension: z.strictObject({ count: whole(), active: z.boolean() }),
  plan: z.nullable(plan),
  flex: z.nullable(flex),
  schedule: z.array(scheduleRow),
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
