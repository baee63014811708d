import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationStage } from '#loan/application.ts';
import {
  type AgreementFigures,
  adjustAmount,
  amountLimit,
  answerBy,
  areSameDocuments,
  type ChangedFigure,
  changedFigures,
  checkApproved,
  coolDownEnd,
  decideFraudFlag,
  decideInquiry,
  decideRejection,
  decideReviewRequest,
  decideStaffApproval,
  eventOfInformation,
  isOpenLoan,
  missingPictures,
  offerRefusal,
  REJECTION_REASONS,
  type RejectionReason,
} from '#loan/application-decisions.ts';
import { holidayTable } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { LOAN_STATUSES, type LoanStatus } from '#loan/loan.ts';
import { fromSoles } from '#loan/money.ts';
import { checkInquiry, cutToSequence } from '#loan/product.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

const TODAY = calendarDate('2026-01-15');
const daysAgo = (days: number): CalendarDate => addDays(TODAY, -days);

describe('an inquiry (row 1)', () => {
  test('of a new client begins with who they are', () => {
    expect(decideInquiry({ today: TODAY })).toEqual({ kind: 'accepted', stage: 'PERSONAL' });
  });

  test.each([
    [0, 'DEVICE'],
    [180, 'DEVICE'],
    [181, 'PERSONAL'],
  ])('of a client whose data were confirmed %s days ago begins at %s', (days, stage) => {
    expect(decideInquiry({ today: TODAY, dataConfirmedOn: daysAgo(days) })).toEqual({ kind: 'accepted', stage });
  });

  test.each<[ApplicationStage, string]>([
    ['PERSONAL', 'application-exists'],
    ['SCORING', 'application-exists'],
    ['OFFER_REPEATED', 'application-exists'],
    ['AGREEMENT', 'application-exists'],
    ['ISSUING', 'application-exists'],
    ['DONE', 'accepted'],
    ['CANCELLED', 'accepted'],
    ['EXPIRED', 'accepted'],
  ])('after one that is %s: %s', (stage, outcome) => {
    const decision = decideInquiry({ today: TODAY, latest: { stage } });
    expect(decision.kind === 'accepted' ? 'accepted' : decision.reason).toBe(outcome);
  });

  test('after a rejection waits for its date, and that date is told', () => {
    const latest = { stage: 'REJECTED', canReapplyAt: calendarDate('2026-01-30') } as const;
    const on = (today: string) => decideInquiry({ today: calendarDate(today), latest });
    expect(on('2026-01-29')).toEqual({ kind: 'refused', reason: 'reapply-later', canReapplyAt: '2026-01-30' });
    expect(on('2026-01-30')).toEqual({ kind: 'accepted', stage: 'PERSONAL' });
  });

  test.each<[ApplicationStage, boolean, boolean]>([
    ['REJECTED', false, true],
    ['CANCELLED', false, true],
    // Written by a release that did not take the approval back.
    ['REJECTED', true, true],
    ['DONE', true, false],
    ['EXPIRED', true, false],
    ['CANCELLED', true, false],
  ])('after a rejection and then %s (approved in between: %s) waits: %s', (stage, isApproved, waits) => {
    const canReapplyAt = calendarDate('2026-01-30');
    expect(coolDownEnd({ stage, isApproved, canReapplyAt })).toBe(waits ? canReapplyAt : undefined);
  });

  test('beside a loan that is owed or on its way there is none; after it was paid, void or written off there may be', {
    tags: ['spec-2.53', 'promise-while-there-is-a-loan'],
  }, () => {
    const open = LOAN_STATUSES.filter((loanStatus) => decideInquiry({ today: TODAY, loanStatus }).kind === 'refused');
    expect(open).toEqual(LOAN_STATUSES.filter(isOpenLoan));
    expect(LOAN_STATUSES.filter((status) => !isOpenLoan(status))).toEqual<LoanStatus[]>([
      'VOIDED',
      'PAID',
      'WRITTEN_OFF',
    ]);
  });
});

describe('how much may be asked for', () => {
  test.each([
    [SINGLE_PAY, 1, undefined, 500, 'first_loan_limit'],
    [SHORT, 1, undefined, 1000, 'first_loan_limit'],
    [LONG, 1, undefined, 2000, 'first_loan_limit'],
    [SINGLE_PAY, 2, 800, 800, 'level_limit'],
    [SINGLE_PAY, 2, 9000, 3000, 'level_limit'],
    [LONG, 2, 800, 10_000, 'level_limit'],
  ] as const)('product %#: sequence %s', (product, sequence, level, amount, reason) => {
    const limit = amountLimit(product, sequence, level === undefined ? undefined : fromSoles(level));
    expect(limit).toEqual({ amount, reason });
  });

  test('800 with a first loan of at most 500 becomes 500, and the client is told', () => {
    expect(adjustAmount(SINGLE_PAY, 800, amountLimit(SINGLE_PAY, 1, undefined))).toEqual({
      amount: 500,
      adjusted: [{ field: 'amount', from: 800, to: 500, reason: 'first_loan_limit' }],
    });
  });

  test('what is inside stays as it is', () => {
    expect(adjustAmount(SINGLE_PAY, 350, amountLimit(SINGLE_PAY, 1, undefined))).toEqual({ amount: 350, adjusted: [] });
  });

  test('an adjusted amount is one the product offers to that client', () => {
    const products = [SINGLE_PAY, SHORT, LONG];
    forAll(2000, [fc.constantFrom(...products), fc.nat(100), fc.constantFrom(1, 2)], (product, steps, sequence) => {
      const asked = product.minAmount + product.amountStep * steps;
      fc.pre(asked <= product.maxAmount);
      const level = sequence === 2 ? fromSoles(825) : undefined;
      const limit = amountLimit(product, sequence as 1 | 2, level);
      const { amount, adjusted } = adjustAmount(product, asked, limit);
      expect(amount).toBeLessThanOrEqual(limit.amount);
      expect(adjusted.length).toBe(amount === asked ? 0 : 1);
      const bounds = cutToSequence(product, sequence as 1 | 2);
      expect(checkInquiry(bounds, amount, bounds.defaultTerm)).toEqual([]);
    });
  });
});

describe('pictures of the document (row 5)', () => {
  const asked = { papers: ['identity-pictures'], isIdentityConfirmed: false } as const;

  test.each([
    [{ ...asked, papers: [] }, {}, []],
    [{ ...asked, isIdentityConfirmed: true }, {}, []],
    [asked, {}, ['dniFrontId', 'dniBackId', 'selfieId']],
    [asked, { dniFrontId: 'a', selfieId: 'b' }, ['dniBackId']],
    [asked, { dniFrontId: 'a', dniBackId: 'c', selfieId: 'b' }, []],
  ])('%j with %j: missing %j', (who, sent, missing) => {
    expect(missingPictures(who, sent)).toEqual(missing);
  });
});

describe('a rejection (row 9)', () => {
  test.each<[readonly RejectionReason[], string]>([
    [['affordability'], '2026-01-30'],
    [['existing_overdue'], '2026-02-14'],
    [['affordability', 'policy_age'], '2026-02-14'],
  ])('for %j may be followed by a new application on %s', (reasons, canReapplyAt) => {
    expect(decideRejection(reasons, TODAY)).toEqual({ kind: 'accepted', canReapplyAt });
  });

  test('without a reason is refused', () => {
    expect(decideRejection([], TODAY)).toEqual({ kind: 'refused', reason: 'no-reasons' });
  });

  test('has the reasons of the domain and no other', () => {
    expect(REJECTION_REASONS).toEqual([
      'affordability',
      'existing_overdue',
      'credit_history',
      'identity_not_confirmed',
      'document_unreadable',
      'policy_age',
      'policy_income_source',
      'duplicate_application',
      'blocked_region',
      'verification_failed',
    ]);
  });
});

describe('an approval by people (row 13)', () => {
  const small = fromSoles(2000);
  const large = fromSoles(2000.01);
  const ana = { by: 'ana', amountCents: large };
  const aboveCents = small;

  test.each([
    ['up to S/ 2.000 one person', { by: 'ana', amountCents: small }, { kind: 'accepted' }],
    ['above it a second one is waited for', ana, { kind: 'second-needed' }],
    ['two people', { ...ana, first: { by: 'luis', amountCents: large } }, { kind: 'accepted' }],
    ['the same person twice is one', { ...ana, first: ana }, { kind: 'refused', reason: 'same-person' }],
    [
      'two people who mean different amounts',
      { ...ana, first: { by: 'luis', amountCents: fromSoles(3000) } },
      { kind: 'refused', reason: 'amount-differs' },
    ],
    [
      'whoever created the application',
      { by: 'ana', amountCents: small, createdBy: 'ana' },
      { kind: 'refused', reason: 'own-application' },
    ],
  ])('%s', (_, approval, decision) => {
    expect(decideStaffApproval({ ...approval, aboveCents })).toEqual(decision);
  });

  test('a fraud flag always needs two', () => {
    expect(decideFraudFlag('ana', undefined)).toEqual({ kind: 'second-needed' });
    expect(decideFraudFlag('ana', 'ana')).toEqual({ kind: 'refused', reason: 'same-person' });
    expect(decideFraudFlag('ana', 'luis')).toEqual({ kind: 'accepted' });
  });
});

describe('taking less than was approved (row 14)', () => {
  const range = {
    minAmount: 500,
    maxAmount: 2000,
    terms: [2, 3, 6],
    limits: [
      { term: 2, maxAmount: 900 },
      { term: 3, maxAmount: 1300 },
      { term: 6, maxAmount: 2000 },
    ],
  };

  test.each([
    [2000, 6, []],
    [500, 2, []],
    [900, 2, []],
    [1000, 2, [{ field: 'amount', code: 'out_of_range' }]],
    [2100, 6, [{ field: 'amount', code: 'out_of_range' }]],
    [400, 6, [{ field: 'amount', code: 'out_of_range' }]],
    [550, 6, [{ field: 'amount', code: 'step' }]],
    [500, 4, [{ field: 'term', code: 'not_allowed' }]],
    [
      2100,
      4,
      [
        { field: 'amount', code: 'out_of_range' },
        { field: 'term', code: 'not_allowed' },
      ],
    ],
  ])('%s in %s months: %j', (amount, term, refusals) => {
    expect(checkApproved(range, SHORT, amount, term)).toEqual(refusals);
  });
});

describe('whether an offer still stands (rows 15 and 20)', () => {
  const good = { isExpired: false, isCurrent: true, teaPercent: 110, capPercent: 113.16 };

  test.each([
    [good, undefined],
    [{ ...good, teaPercent: 113.16 }, undefined],
    [{ ...good, isExpired: true }, 'offer-expired'],
    [{ ...good, isCurrent: false }, 'offer-replaced'],
    [{ ...good, capPercent: 109.83 }, 'rate-cap-changed'],
  ])('%j: %s', (offer, refusal) => {
    expect(offerRefusal(offer)).toBe(refusal);
  });
});

describe('what is signed is what was shown (row 20)', () => {
  const shown = [
    { id: 'contract', sha256: 'a'.repeat(64) },
    { id: 'sheet', sha256: 'b'.repeat(64) },
  ];

  test('in any order', () => {
    expect(areSameDocuments(shown, [...shown].reverse())).toBe(true);
  });

  test.each([
    ['one missing', shown.slice(1)],
    ['one changed', [shown[0], { id: 'sheet', sha256: 'c'.repeat(64) }]],
    ['one too many', [...shown, { id: 'more', sha256: 'd'.repeat(64) }]],
    ['one twice', [shown[0], shown[0]]],
  ] as [string, typeof shown][])('%s is refused', (_, signed) => {
    expect(areSameDocuments(shown, signed)).toBe(false);
  });
});

describe('a new day while the agreement waits (row 19)', () => {
  const figures: AgreementFigures = {
    dueDate: calendarDate('2026-02-14'),
    totalCents: fromSoles(573.03),
    tceaPercent: 413.44,
    scheduleDates: [],
    scheduleCents: [],
  };

  test.each<[Partial<AgreementFigures>, ChangedFigure[]]>([
    [{}, []],
    [{ dueDate: calendarDate('2026-02-15') }, ['dueDate']],
    [{ totalCents: fromSoles(573.04), tceaPercent: 413.45 }, ['total', 'tcea']],
    [{ scheduleDates: [calendarDate('2026-02-15')] }, ['schedule']],
    [{ scheduleCents: [fromSoles(1)] }, ['schedule']],
  ])('%j changes %j', (changes, changed) => {
    expect(changedFigures(figures, { ...figures, ...changes })).toEqual(changed);
  });
});

describe('asking people to look again (row 25)', () => {
  test.each([
    [0, false, { kind: 'accepted', until: daysAgo(-30) }],
    [30, false, { kind: 'accepted', until: TODAY }],
    [31, false, { kind: 'refused', reason: 'too-late' }],
    [1, true, { kind: 'refused', reason: 'asked-before' }],
  ])('%s days after the rejection, asked before: %s', (days, before, decision) => {
    expect(decideReviewRequest(daysAgo(days), TODAY, before)).toEqual(decision);
  });
});

test.each([
  ['2026-01-15', '2026-01-16'],
  ['2026-01-16', '2026-01-19'],
  // A holiday between.
  ['2026-12-24', '2026-12-28'],
  ['2027-01-04', undefined],
] as const)('what people look at since %s is answered by %s (row 7)', (since, by) => {
  const holidays = holidayTable(['2026-01-01', '2026-12-25']);
  expect(answerBy(calendarDate(since), holidays)).toBe(by);
});

describe('answers to a request for information (row 11)', () => {
  test.each([
    [[{ kind: 'FIELD', askedBy: 'engine' }], 'information-to-scoring'],
    [[{ kind: 'BANK_ACCOUNT', askedBy: 'engine' }], 'information-to-scoring'],
    [[{ kind: 'DOCUMENT', askedBy: 'engine' }], 'information-to-review'],
    [[{ kind: 'FIELD', askedBy: 'staff' }], 'information-to-review'],
    [
      [
        { kind: 'FIELD', askedBy: 'engine' },
        { kind: 'CALL', askedBy: 'engine' },
      ],
      'information-to-review',
    ],
  ] as const)('%j: %s', (items, event) => {
    expect(eventOfInformation(items)).toBe(event);
  });
});
