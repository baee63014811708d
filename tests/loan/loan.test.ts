import { describe, expect, test } from 'vitest';
import { isDisbursed, LOAN_EVENTS, LOAN_STATUSES, LOAN_TRANSITIONS, STANDARD_POLICY } from '#loan/loan.ts';
import { originate } from '#loan/loan-life.ts';
import { isTerminal, move } from '#loan/transitions.ts';
import { EX1, EX1_TERMS } from '#tests/support/loan/loans.ts';

test('the statuses of the spec are all here, DISBURSMENT_FAILED as it spells it, and the two that close a loan', () => {
  const active = 'ORIGINATED DISBURSING DISBURSMENT_FAILED VOIDED PERFORMING PAST_DUE DEFAULTED FLEX PAYMENT_PLAN';
  expect([...LOAN_STATUSES].sort()).toEqual([...active.split(' '), 'PAID', 'WRITTEN_OFF'].sort());
});

describe('the table of domain 2.16', () => {
  test.each([
    ['ORIGINATED', 'disbursement-ordered', 'DISBURSING'],
    ['ORIGINATED', 'withdrawn', 'VOIDED'],
    ['DISBURSING', 'disbursement-confirmed', 'PERFORMING'],
    ['DISBURSING', 'disbursement-rejected', 'DISBURSMENT_FAILED'],
    ['DISBURSING', 'withdrawn', 'VOIDED'],
    ['DISBURSMENT_FAILED', 'disbursement-ordered', 'DISBURSING'],
    ['DISBURSMENT_FAILED', 'withdrawn', 'VOIDED'],
    ['DISBURSMENT_FAILED', 'disbursement-abandoned', 'VOIDED'],
    ['PERFORMING', 'fell-past-due', 'PAST_DUE'],
    ['PAST_DUE', 'caught-up', 'PERFORMING'],
    ['PAST_DUE', 'settled', 'PAID'],
    ['PAST_DUE', 'fell-into-default', 'DEFAULTED'],
    ['PERFORMING', 'plan-confirmed', 'PAYMENT_PLAN'],
    ['PAST_DUE', 'plan-confirmed', 'PAYMENT_PLAN'],
    ['DEFAULTED', 'plan-confirmed', 'PAYMENT_PLAN'],
    ['PAST_DUE', 'flex-activated', 'FLEX'],
    ['DEFAULTED', 'flex-activated', 'FLEX'],
    ['PAYMENT_PLAN', 'fell-past-due', 'PAST_DUE'],
    ['PAYMENT_PLAN', 'fell-into-default', 'DEFAULTED'],
    ['FLEX', 'fell-past-due', 'PAST_DUE'],
    ['FLEX', 'fell-into-default', 'DEFAULTED'],
    ['PERFORMING', 'settled', 'PAID'],
    ['DEFAULTED', 'settled', 'PAID'],
    ['PAYMENT_PLAN', 'settled', 'PAID'],
    ['FLEX', 'settled', 'PAID'],
    ['WRITTEN_OFF', 'settled', 'PAID'],
    ['PAID', 'reopened-past-due', 'PAST_DUE'],
    ['DEFAULTED', 'written-off', 'WRITTEN_OFF'],
  ] as const)('%s, %s → %s', (from, event, to) => {
    expect(move(LOAN_TRANSITIONS, from, event)).toEqual({ kind: 'moved', to });
  });

  test('every event happens somewhere, and only a void loan is over for good', () => {
    const events = new Set(Object.values(LOAN_TRANSITIONS).flatMap((row) => Object.keys(row)));
    expect([...events].sort()).toEqual([...LOAN_EVENTS].sort());
    expect(LOAN_STATUSES.filter((status) => isTerminal(LOAN_TRANSITIONS, status))).toEqual(['VOIDED']);
  });

  test('nobody is written off who was not in default, and nobody falls late before the money has arrived', () => {
    const into = (event: (typeof LOAN_EVENTS)[number]) =>
      LOAN_STATUSES.filter((status) => move(LOAN_TRANSITIONS, status, event).kind === 'moved');
    expect(into('written-off')).toEqual(['DEFAULTED']);
    expect(into('fell-past-due')).toEqual(['PERFORMING', 'PAYMENT_PLAN', 'FLEX']);
  });
});

test('a loan is disbursed when the bank has said so', () => {
  expect([isDisbursed(originate('P-2026-0000001', EX1_TERMS)), isDisbursed(EX1)]).toEqual([false, true]);
});

test('the standard order of allocation is the law’s: delay, interest, fees, principal last, each once', () => {
  const interest = ['moratory', 'lateInterest', 'interest', 'extensionInterest'];
  const fees = ['techFee', 'adminFee', 'acceleratedAcceptanceFee', 'notaryFee', 'extensionFee'];
  expect(STANDARD_POLICY.allocationOrder).toEqual([...interest, ...fees, 'principal']);
});
