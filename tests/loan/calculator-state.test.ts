import { describe, expect, test } from 'vitest';
import { CALCULATOR_STATES, calculatorState, type TopUpStatus } from '#loan/calculator-state.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';

/** Product-spec §4, first table, in its order: status, topUpAvailable, topUpStatus, result. */
const BY_LOAN: readonly (readonly [string, boolean, TopUpStatus, string])[] = [
  ['ORIGINATED', false, null, 'limit-reached'],
  ['ORIGINATED', true, 'DISBURSING', 'top-up-pending'],
  ['ORIGINATED', true, 'ORIGINATED', 'additional-loan'],
  ['ORIGINATED', true, null, 'additional-loan'],
  ['PERFORMING', false, null, 'limit-reached'],
  ['PERFORMING', false, 'DISBURSING', 'limit-reached'],
  ['PERFORMING', true, 'DISBURSING', 'top-up-pending'],
  ['PERFORMING', true, 'ORIGINATED', 'additional-loan'],
  ['PERFORMING', true, null, 'additional-loan'],
  ['PAST_DUE', true, null, 'due'],
  ['DEFAULTED', true, null, 'due'],
  ['DISBURSMENT_FAILED', false, null, 'new-client'],
  ['VOIDED', false, null, 'new-client'],
  ['DISBURSING', true, null, 'loan-pending'],
  ['FLEX', false, null, 'flex-notice'],
  ['PAYMENT_PLAN', false, null, 'payment-plan-notice'],
];

/** The second table: application status, result. */
const BY_APPLICATION: readonly (readonly [string | undefined, string])[] = [
  ['CANCELLED', 'new-client'],
  ['REJECTED', 'rejected'],
  ['PENDING', 'loan-pending'],
  ['APPROVED', 'loan-pending'],
  ['ISSUING_LOAN', 'loan-pending'],
  ['DRAFT', 'new-client'],
  ['EXPIRED', 'new-client'],
  [undefined, 'new-client'],
];

/** Statuses outside the first table: such a loan is over. */
const CLOSED: readonly string[] = ['PAID', 'WRITTEN_OFF'];

describe('with an active loan', () => {
  test.each(BY_LOAN)(
    '%s, top-up available %s, top-up %s: %s',
    {
      tags: [
        'spec-2.50',
        'spec-2.52',
        'spec-2.53',
        'spec-2.54',
        'spec-2.55',
        'spec-2.56',
        'spec-4.12',
        'spec-4.13',
        'spec-4.14',
        'spec-4.15',
        'spec-4.16',
        'spec-4.17',
      ],
    },
    (status, topUpAvailable, topUpStatus, state) => {
      expect(calculatorState({ loan: { status, topUpStatus }, topUpAvailable })).toBe(state);
    },
  );

  test('the application’s status says nothing', () => {
    const loan = { status: 'PAST_DUE', topUpStatus: null };
    expect(calculatorState({ loan, topUpAvailable: false, applicationStatus: 'REJECTED' })).toBe('due');
  });

  test('every status of the table leads somewhere of its own, not to the application', () => {
    for (const status of LOAN_STATUSES.filter((each) => !CLOSED.includes(each))) {
      const situation = { loan: { status, topUpStatus: null }, topUpAvailable: false } as const;
      expect(calculatorState({ ...situation, applicationStatus: 'REJECTED' })).toBe(calculatorState(situation));
    }
  });
});

describe('without an active loan', () => {
  test.each(BY_APPLICATION)(
    'with an application that is %s the calculator is in the state %s',
    { tags: ['spec-2.49', 'spec-2.51', 'spec-4.18', 'spec-4.19', 'spec-4.20', 'spec-4.21'] },
    (applicationStatus, state) => {
      expect(calculatorState({ topUpAvailable: false, applicationStatus })).toBe(state);
    },
  );

  test.each(CLOSED)('a loan that is %s counts as none', { tags: 'spec-4.14' }, (status) => {
    const situation = { loan: { status, topUpStatus: null }, topUpAvailable: false } as const;
    expect(calculatorState(situation)).toBe('new-client');
    expect(calculatorState({ ...situation, applicationStatus: 'REJECTED' })).toBe('rejected');
  });
});

test('all nine states of the screen can be reached', { tags: 'spec-2.47' }, () => {
  const reached = new Set([...BY_LOAN.map((row) => row[3]), ...BY_APPLICATION.map((row) => row[1])]);
  expect([...reached].sort()).toEqual([...CALCULATOR_STATES].sort());
});
