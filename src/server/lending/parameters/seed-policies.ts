import { COMPONENTS } from '#loan/obligation.ts';
import { PAYMENT_CHANNELS } from '#loan/payment-plan.ts';
import type { PolicyKey } from './policies.ts';
import { STANDARD_UNDERWRITING_POLICY } from './policy.ts';

/** The policies a new lender starts with (domain 2.10–2.16), money in céntimos, percents as text. */
export const SEED_POLICIES: Readonly<Record<PolicyKey, unknown>> = {
  late: {
    moratoryPercent: '16.97',
    moratoryCapPercent: '16.974',
    countsFrom: 'DUE_DATE',
    toleranceCents: 100,
    defaultAfterDays: 60,
    writeOffAfterDays: 180,
  },
  prepayment: { advanceUpToInstallments: 2, defaultMode: 'REDUCE_TERM', keptCreditCents: 500 },
  allocation: { order: COMPONENTS },
  extension: {
    termOptions: [7, 14, 30],
    maxConsecutive: 3,
    maxTotalDays: 90,
    maxDaysPastDue: 15,
    toleranceCents: 100,
    feesCents: { 7: 500, 14: 800, 30: 1200 },
  },
  'top-up': { minDaysElapsed: 5, minDaysToDueDate: 5, stepCents: 5000, adminFeeCents: 400 },
  plan: {
    minItems: 2,
    maxItems: 6,
    itemStep: 1,
    minPaymentCents: 3000,
    channels: PAYMENT_CHANNELS,
    allowedDays: 15,
    atRiskAfterBusinessDays: 5,
    brokenAfterDays: 10,
    hardshipDays: 5,
    maxBrokenPlans: 1,
  },
  flex: {
    minPaymentCents: 2000,
    periodDays: 30,
    periods: 6,
    endedAfterDays: 15,
    minDaysPastDue: 15,
    settlementDiscountPercent: 0,
  },
  payment: {
    minCents: 100,
    cardMaxCents: 500_000,
    codeMinCents: 100,
    codeMaxCents: 1_000_000,
    cardMinutes: 20,
    codeHours: 48,
    transferHours: 72,
  },
  codes: { alarmPerHour: 500 },
  'four-eyes': { aboveCents: 200_000 },
  underwriting: STANDARD_UNDERWRITING_POLICY,
  trust: {
    points: {
      'email-verified': 5,
      'identity-approved': 15,
      'bank-account-confirmed': 5,
      'profile-confirmed': 5,
      'loan-paid-on-time': 20,
      'loan-paid-1-to-3-days-late': 8,
      'loan-paid-4-to-15-days-late': 0,
      'loan-paid-16-to-60-days-late': -15,
      'loan-defaulted': -40,
      'plan-completed': 10,
    },
    levels: [
      { level: 1, maxSinglePayCents: 50_000, techFeeDiscountPercent: 0 },
      { level: 2, fromPoints: 20, maxSinglePayCents: 80_000, techFeeDiscountPercent: 5 },
      { level: 3, fromPoints: 50, maxSinglePayCents: 120_000, techFeeDiscountPercent: 10 },
      { level: 4, fromPoints: 90, maxSinglePayCents: 200_000, techFeeDiscountPercent: 15 },
      { level: 5, fromPoints: 140, maxSinglePayCents: 300_000, techFeeDiscountPercent: 20 },
    ],
  },
};
