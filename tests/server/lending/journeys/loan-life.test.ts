import { test } from 'vitest';
import { liveALoansLife } from '#tests/support/loans/loan-life.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test(
  'a loan is paid in part and late by card with a lost answer, extended, put on a plan and paid off at a till',
  () => liveALoansLife(payments),
  120_000,
);
