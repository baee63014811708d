import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { isAffordable } from '#server/lending/applications/underwriting/affordability.ts';
import { approval, type DecisionOutcome, decide, RULE_SET } from '#server/lending/applications/underwriting/decide.ts';
import type { DecisionSnapshot } from '#server/lending/applications/underwriting/snapshot.ts';
import type { STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { anySnapshot, aSnapshot, type SnapshotChanges } from '#tests/support/applications/decision-snapshot.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

const rejected = (...reasons: string[]) => ({ outcome: 'REJECT', reasons });
const referred = (...concerns: string[]) => ({ outcome: 'REFER', concerns });
const policy = (changes: Partial<typeof STANDARD_UNDERWRITING_POLICY>) => ({ policy: changes });

describe('one client, one circumstance', () => {
  test.each<[string, SnapshotChanges, object]>([
    ['nothing the matter', {}, { outcome: 'APPROVE', amount: 500, term: 30 }],
    ['seventeen', { client: { birthDate: calendarDate('2008-01-16') } }, rejected('policy_age')],
    ['eighteen today', { client: { birthDate: calendarDate('2008-01-15') } }, { outcome: 'APPROVE' }],
    ['76 on the last due date', { client: { birthDate: calendarDate('1950-02-14') } }, rejected('policy_age')],
    ['75 on it', { client: { birthDate: calendarDate('1950-02-15') } }, { outcome: 'APPROVE' }],
    ['owes us already', { history: { hasOverdueLoan: true } }, rejected('existing_overdue')],
    ['never paid us', { history: { hasWrittenOffLoan: true } }, rejected('existing_overdue')],
    ['61 days late once', { history: { worstDaysLateIn2Years: 61 } }, rejected('credit_history')],
    ['60 days late once', { history: { worstDaysLateIn2Years: 60 } }, referred('was_late')],
    ['15 days late once', { history: { worstDaysLateIn2Years: 15 } }, { outcome: 'APPROVE' }],
    ['blocked department', policy({ blockedRegions: ['15'] }), rejected('blocked_region')],
    ['another department blocked', policy({ blockedRegions: ['16', '150106'] }), { outcome: 'APPROVE' }],
    ['income not taken', policy({ refusedIncomeSources: ['EMPLOYEE'] }), rejected('policy_income_source')],
    [
      'applies twice under two documents',
      { links: { sameNameAndBirthDate: 1, sameNameOpenApplications: 1 } },
      rejected('duplicate_application'),
    ],
    ['a namesake', { links: { sameNameAndBirthDate: 1 } }, referred('same_name_and_birth_date')],
    ['device denied', { device: { outcome: 'DENY' } }, rejected('verification_failed')],
    ['device doubtful', { device: { outcome: 'REVIEW' } }, referred('device_review')],
    ['nobody answered about the device', { device: { outcome: 'UNAVAILABLE' } }, referred('device_unavailable')],
    ['an unverified device', { device: { isVouched: false } }, { outcome: 'APPROVE' }],
    ['another person’s account', { links: { sameCci: 1 } }, referred('shared_cci')],
    ['another name under the document', { checks: { identity: 'MISMATCH' } }, referred('identity_mismatch')],
    ['an unknown document', { checks: { identity: 'NOT_FOUND' } }, referred('identity_mismatch')],
    ['no answer about who it is', { checks: { identity: 'NO_ANSWER' } }, referred('identity_unanswered')],
    ['the one they say they are', { checks: { identity: 'MATCH' } }, { outcome: 'APPROVE' }],
    [
      'an account of another person',
      { checks: { 'account-holder': 'MISMATCH' } },
      { outcome: 'NEED_INFO', items: ['own_account'] },
    ],
    [
      'an account of another person again',
      { checks: { 'account-holder': 'MISMATCH', hasNamedAnotherAccount: true } },
      referred('account_of_another'),
    ],
    ['no answer about the account', { checks: { 'account-holder': 'NO_ANSWER' } }, referred('account_unanswered')],
    ['no answer of a bureau', { checks: { bureau: 'NO_ANSWER' } }, referred('bureau_unanswered')],
    ['nobody at a bureau knows them', { checks: { bureau: 'NOT_FOUND' } }, { outcome: 'APPROVE' }],
    ['another person’s phone', { links: { samePhone: 1 } }, referred('shared_phone')],
    ['the fourth application in a month', { history: { applicationsIn30Days: 4 } }, referred('many_applications')],
    ['a mayor', { client: { isPep: true } }, referred('politically_exposed')],
    ['another person’s picture', { links: { samePicture: 1 } }, referred('same_picture')],
    ['a flag of fraud', { links: { fraudFlags: 1 } }, referred('fraud_flag')],
    ['1.636 earned', { income: { net: 1_636 } }, { outcome: 'APPROVE', amount: 450 }],
    ['1.638 earned', { income: { net: 1_638 } }, { outcome: 'APPROVE', amount: 500 }],
    ['300 earned', { income: { net: 300, expenses: 0 } }, rejected('affordability')],
    ['everything spent', { income: { expenses: 2_500 } }, rejected('affordability')],
    [
      'little known of',
      {
        income: { source: 'OTHER', length: 'LT_3M', net: 1_700 },
        client: { residenceStatus: 'OTHER', timeAtAddressMonths: 1 },
        device: { isVouched: false },
      },
      referred('score_below_threshold'),
    ],
  ])(
    'an application with the circumstance “%s” is decided as the policy says',
    { tags: 'promise-how-an-application-is-assessed' },
    (_, changes, result) => {
      expect(decide(aSnapshot(changes)).result).toMatchObject(result);
    },
  );

  const large = { product: LONG, amount: 3_500, term: 12, limit: 10_000 };

  test('above S/ 3.000 the income is proved first', () => {
    const earns = { income: { net: 6_000 }, client: { isIdentityConfirmed: true }, asked: large };
    expect(decide(aSnapshot(earns)).result).toEqual({ outcome: 'NEED_INFO', items: ['income_proof'] });
    expect(decide(aSnapshot({ ...earns, income: { net: 6_000, isProved: true } })).result.outcome).toBe('APPROVE');
  });

  test('above S/ 1.000 somebody looks at the pictures, once in a client’s life', () => {
    const asked = { product: SHORT, amount: 1_100, term: 3, limit: 3_000 };
    expect(decide(aSnapshot({ asked })).result).toEqual(referred('identity_to_confirm'));
    expect(decide(aSnapshot({ asked, client: { isIdentityConfirmed: true } })).result.outcome).toBe('APPROVE');
    expect(decide(aSnapshot({ asked: { ...asked, amount: 1_000 } })).result.outcome).toBe('APPROVE');
  });
});

describe('several circumstances at once', () => {
  test('a client who is refused learns every reason, once each', () => {
    const snapshot = aSnapshot({
      history: { hasOverdueLoan: true, hasWrittenOffLoan: true, worstDaysLateIn2Years: 90 },
      device: { outcome: 'DENY' },
      income: { net: 100 },
      links: { sameCci: 1 },
    });
    expect(decide(snapshot).result).toEqual(
      rejected('existing_overdue', 'credit_history', 'verification_failed', 'affordability'),
    );
  });

  test.each<[string, SnapshotChanges]>([
    ['politically_exposed', { client: { isPep: true } }],
    ['same_picture', { links: { samePicture: 1 } }],
    ['fraud_flag', { links: { fraudFlags: 1 } }],
  ])('what only people decide is never refused and never asked by the engine: %s', (concern, changes) => {
    const owes = { history: { hasOverdueLoan: true }, device: { outcome: 'DENY' } } as const;
    expect(decide(aSnapshot({ ...owes, ...changes })).result).toEqual(referred(concern));
    const large = { asked: { product: LONG, amount: 3_500, term: 12, limit: 10_000 }, income: { net: 6_000 } };
    const { result } = decide(aSnapshot({ ...large, ...changes }));
    expect(result).toMatchObject({ outcome: 'REFER', concerns: expect.arrayContaining([concern]) });
  });

  test('what is missing is asked for before people look', () => {
    const asked = { product: LONG, amount: 3_500, term: 12, limit: 10_000 };
    const snapshot = aSnapshot({ asked, income: { net: 6_000 }, links: { sameCci: 1 } });
    expect(decide(snapshot).result.outcome).toBe('NEED_INFO');
  });
});

describe('what is approved', () => {
  test('less when a month cannot carry what was asked', () => {
    const asked = { product: SHORT, amount: 1_000, term: 3, limit: 1_000 };
    const { result } = decide(aSnapshot({ asked, income: { net: 1_000, expenses: 100 } }));
    expect(result).toMatchObject({ outcome: 'APPROVE', amount: 800, term: 3 });
  });

  test('shorter terms with what each of them allows', () => {
    const asked = { product: SHORT, amount: 1_000, term: 3, limit: 1_000 };
    const { result } = decide(aSnapshot({ asked, income: { net: 1_000, expenses: 100 } }));
    expect(result).toMatchObject({
      approved: {
        minAmount: 500,
        maxAmount: 800,
        terms: [2, 3],
        limits: [
          { term: 2, maxAmount: 500 },
          { term: 3, maxAmount: 800 },
        ],
      },
    });
  });

  test('never by people what a month cannot carry', () => {
    expect(() => approval(aSnapshot({ income: { net: 100 } }))).toThrow(RangeError);
  });
});

/** Decisions as the database keeps them: text in, the same decision out. */
const REPLAYS: readonly SnapshotChanges[] = [
  {},
  { asked: { product: SINGLE_PAY, amount: 800, term: 14, limit: 800 }, client: { trustPoints: 25, isRepeat: true } },
  { asked: { product: LONG, amount: 2_000, term: 12, limit: 2_000 }, income: { net: 1_200 } },
  { history: { hasOverdueLoan: true }, device: { outcome: 'REVIEW' } },
];

test.each(REPLAYS)('a stored decision %# can be repeated from its snapshot alone', (changes) => {
  const snapshot = aSnapshot(changes);
  const decision = decide(snapshot);
  const stored = JSON.parse(JSON.stringify({ snapshot, decision }));
  expect(JSON.parse(JSON.stringify(decide(stored.snapshot as DecisionSnapshot)))).toEqual(stored.decision);
  expect(decision.ruleSet).toBe(RULE_SET);
});

/** From the best for the client to the worst. */
const ORDER: readonly DecisionOutcome['outcome'][] = ['APPROVE', 'REFER', 'NEED_INFO', 'REJECT'];

describe('for any client', () => {
  test('a refusal has reasons, a request has items, a doubt has a name', () =>
    forAll(400, [anySnapshot], (snapshot) => {
      const { result } = decide(snapshot);
      if (result.outcome === 'REJECT') expect(result.reasons.length).toBeGreaterThan(0);
      if (result.outcome === 'NEED_INFO') expect(result.items.length).toBeGreaterThan(0);
      if (result.outcome === 'REFER') expect(result.concerns.length).toBeGreaterThan(0);
    }));

  test('whatever is approved was asked for, is inside the limit and fits into a month', () =>
    forAll(400, [anySnapshot], (snapshot) => {
      const { result } = decide(snapshot);
      if (result.outcome !== 'APPROVE') return;
      expect(result.amount).toBeLessThanOrEqual(Math.min(snapshot.asked.amount, snapshot.asked.limit));
      expect(isAffordable(snapshot, result.amount, result.term)).toBe(true);
      for (const { term, maxAmount } of result.approved.limits) {
        expect(term).toBeLessThanOrEqual(snapshot.asked.term);
        expect(isAffordable(snapshot, maxAmount, term)).toBe(true);
        const step = snapshot.asked.product.amountStep;
        const next = maxAmount + step;
        const isOpen = next <= Math.min(snapshot.asked.amount, snapshot.asked.limit);
        if (isOpen) expect(isAffordable(snapshot, next, term)).toBe(false);
      }
    }));

  test('earning more never makes it worse', () =>
    forAll(400, [anySnapshot, fc.nat(5_000)], (snapshot, more) => {
      const richer = { ...snapshot, income: { ...snapshot.income, net: snapshot.income.net + more } };
      const [before, after] = [decide(snapshot), decide(richer)].map(({ result }) => ORDER.indexOf(result.outcome));
      expect(after).toBeLessThanOrEqual(before as number);
    }));
});
