import { describe, expect, test } from 'vitest';
import { activeLoan } from '#loan/active-loan.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan, LoanFact } from '#loan/loan.ts';
import { originate, rejectDisbursement, withTopUp } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { paymentOptions } from '#loan/payment-options.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import {
  ADMIN_FEE,
  accepted,
  date,
  dayOn,
  EX1,
  EX1_ON_ITS_WAY,
  EX1_TERMS,
  EX2,
  having,
  on,
  paid,
  TOP_UP_IN_FLIGHT,
} from '#tests/support/loan/loans.ts';

const fields = (loan: Loan, day: string) => activeLoan(loan, dayOn(day));

test('EX1 before its due date: every field of product-spec §3', {
  tags: [
    'spec-3.15',
    'spec-3.16',
    'spec-3.17',
    'spec-3.18',
    'spec-3.19',
    'spec-3.20',
    'spec-3.21',
    'spec-3.22',
    'spec-3.23',
  ],
}, () => {
  expect(fields(EX1, '2026-01-20')).toEqual({
    number: 'P-2026-0000001',
    status: 'PERFORMING',
    productType: 'SINGLE_PAY',
    principalDueCents: 50_000,
    principalOutstandingCents: 50_000,
    principalDisbursingCents: 0,
    interestDueCents: 3189,
    totalInterestOutstandingCents: 3189,
    techFeeDueCents: 1200,
    totalTechFeeOutstandingCents: 1200,
    notaryFeeDueCents: 0,
    acceleratedAcceptanceFeeDueCents: 800,
    adminFeeDueCents: 1000,
    vatDueCents: 1114,
    totalVatOutstandingCents: 1114,
    totalFeesDueCents: 3000,
    totalDueCents: 57_303,
    totalOutstandingCents: 57_303,
    nextPaymentDate: '2026-02-14',
    maturityDate: '2026-02-14',
    moratoryDueCents: 0,
    unappliedCreditCents: 0,
    daysPastDue: 0,
  });
});

test('EX1 ten days late owes 587,49', () => {
  expect(fields(EX1, '2026-02-24')).toMatchObject({
    status: 'PAST_DUE',
    interestDueCents: 3189 + 1041,
    vatDueCents: 1114 + 187,
    moratoryDueCents: 218,
    totalDueCents: 58_749,
    totalOutstandingCents: 58_749,
    nextPaymentDate: '2026-02-14',
    daysPastDue: 10,
  });
});

describe('EX2', () => {
  test('is due one instalment at a time', () => {
    expect(fields(EX2, '2026-01-20')).toMatchObject({
      totalDueCents: 63_563,
      principalDueCents: 41_547,
      totalOutstandingCents: 381_373,
      totalInterestOutstandingCents: 63_561,
      totalTechFeeOutstandingCents: 2400,
      totalVatOutstandingCents: 12_412,
      nextPaymentDate: '2026-02-15',
      maturityDate: '2026-07-15',
    });
  });

  test('late with one, that one is due; paid, the next', () => {
    expect(fields(EX2, '2026-03-01')).toMatchObject({ nextPaymentDate: '2026-02-15', daysPastDue: 14 });
    const paidOne = having(EX2, paid('2026-02-15', 635.63));
    expect(fields(paidOne, '2026-03-01')).toMatchObject({
      status: 'PERFORMING',
      nextPaymentDate: '2026-03-15',
      totalDueCents: 63_563,
      totalOutstandingCents: 381_373 - 63_563,
    });
  });
});

test('a top-up is due with the loan, and in flight until the bank confirms it', () => {
  expect(fields(withTopUp(EX1, TOP_UP_IN_FLIGHT).loan, '2026-01-25')).toMatchObject({
    principalDisbursingCents: 20_000,
    totalOutstandingCents: 57_303,
  });
  const tranche: LoanFact = {
    kind: 'tranche',
    id: 't',
    date: date('2026-01-25'),
    principalCents: cents(20_000),
    fees: [ADMIN_FEE],
  };
  expect(fields(having(EX1, tranche), '2026-01-25')).toMatchObject({
    principalDisbursingCents: 0,
    principalDueCents: 70_000,
    totalDueCents: 78_769,
    adminFeeDueCents: 1400,
  });
});

test('on a plan the next payment is the plan’s, and moratory is not asked for', () => {
  const { terms, payments } = planOffer(on(EX1, '2026-02-24'), 2, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
  const onPlan = having(EX1, { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: terms });
  expect(fields(onPlan, '2026-02-25')).toMatchObject({
    status: 'PAYMENT_PLAN',
    totalDueCents: 29_265,
    principalDueCents: payments[0]?.amount.principalCents,
    interestDueCents: payments[0]?.amount.interestCents,
    vatDueCents: payments[0]?.amount.vatCents,
    moratoryDueCents: 0,
    totalOutstandingCents: 58_531,
    nextPaymentDate: '2026-03-02',
    maturityDate: '2026-04-02',
  });
  const half = having(onPlan, paid('2026-03-01', 100, { kind: 'arrangement' }));
  expect(fields(half, '2026-03-01')).toMatchObject({ totalDueCents: 19_265, nextPaymentDate: '2026-03-02' });
  const first = having(onPlan, paid('2026-03-01', 292.65, { kind: 'arrangement' }));
  expect(fields(first, '2026-03-01')).toMatchObject({ totalDueCents: 29_266, nextPaymentDate: '2026-04-02' });
});

test('on flex pay the next payment is the next minimum', () => {
  const flex = flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS);
  const onFlex = having(EX1, { kind: 'flex', id: 'f', date: date('2026-03-02'), flex });
  expect(fields(onFlex, '2026-03-10')).toMatchObject({
    status: 'FLEX',
    totalDueCents: 9939,
    totalOutstandingCents: 59_630,
    nextPaymentDate: '2026-04-01',
    maturityDate: '2026-08-29',
  });
});

test('a paid loan owes nothing and shows its credit', () => {
  expect(fields(having(EX1, paid('2026-02-09', 573.03)), '2026-02-10')).toMatchObject({
    status: 'PAID',
    principalOutstandingCents: 0,
    totalDueCents: -1076,
    totalOutstandingCents: -1076,
    unappliedCreditCents: 1076,
    nextPaymentDate: null,
    maturityDate: null,
  });
});

describe('before the money has arrived nothing is owed', () => {
  const signed = originate('P-2026-0000001', EX1_TERMS);

  test.each([
    [signed, 'ORIGINATED', 0],
    [EX1_ON_ITS_WAY, 'DISBURSING', 50_000],
    [accepted(rejectDisbursement(EX1_ON_ITS_WAY)).loan, 'DISBURSMENT_FAILED', 0],
  ] as const)('%#: %s', (loan, status, inFlight) => {
    expect(fields(loan, '2026-01-15')).toMatchObject({
      status,
      principalDisbursingCents: inFlight,
      totalDueCents: 0,
      totalOutstandingCents: 0,
      nextPaymentDate: null,
    });
  });
});

test('EX2 with two instalments overdue: what is due is both of them, as the pay screen asks for it', () => {
  const settings = { minCents: cents(2000), extensionFees: new Map(), capPercent: 113.16 };
  const options = paymentOptions(EX2, dayOn('2026-03-20'), settings);
  const due = options.find(({ purpose }) => purpose === 'DUE')?.amountCents;
  expect(due).toBeGreaterThan(2 * 63_563);
  const { totalDueCents, nextPaymentDate } = fields(EX2, '2026-03-20');
  expect({ totalDueCents, nextPaymentDate }).toEqual({ totalDueCents: due, nextPaymentDate: '2026-02-15' });
});

test('EX2 with nothing overdue: what is due is the next instalment', () => {
  expect(fields(EX2, '2026-02-10')).toMatchObject({ totalDueCents: 63_563, nextPaymentDate: '2026-02-15' });
});
