import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALWAYS_ALLOWED,
  COMPLETED_FOR_MS,
  LOAN_SCREENS,
  type ScreenSituation,
  screensFor,
} from '#api/application-screens.ts';
import { CLIENT_SCREENS, type ClientScreen } from '#api/client-screens.ts';
import { APPLICATION_STAGES, type ApplicationStage } from '#loan/application.ts';
import { LOAN_STATUSES, type LoanStatus } from '#loan/loan.ts';
import { forAll } from '#tests/support/for-all.ts';

const NOW = Date.UTC(2026, 0, 15, 15);

function application(
  stage: ApplicationStage,
  { seen = false, isRepeat = false, stageSince = NOW } = {},
): NonNullable<ScreenSituation['application']> {
  return { stage, seen, isRepeat, stageSince };
}

/** Finds the screens that a row names beside the screens that are always allowed. */
function beyondBase(situation: Omit<ScreenSituation, 'now'>, now = NOW): ClientScreen[] {
  return screensFor({ ...situation, now }).allowedScreens.filter((name) => !ALWAYS_ALLOWED.includes(name));
}
const next = (situation: Omit<ScreenSituation, 'now'>, now = NOW) => screensFor({ ...situation, now }).nextScreen;

test('every screen may be opened by somebody', () => {
  const places = [...ALWAYS_ALLOWED, ...LOAN_SCREENS];
  const closed = CLIENT_SCREENS.filter((name) => !name.startsWith('application-') && !places.includes(name));
  expect(closed, 'say when in ALWAYS_ALLOWED or LOAN_SCREENS of src/api/application-screens.ts').toEqual([]);
});

test('the screens that are always allowed are those of the domain (set B)', () => {
  const advice = 'a screen that may always be opened: add it to this list too; any other: not to ALWAYS_ALLOWED';
  expect(ALWAYS_ALLOWED, advice).toEqual([
    'calculator',
    'profile',
    'profile-settings',
    'profile-settings-edit-address',
    'profile-settings-edit-email',
    'profile-settings-edit-phone',
    'profile-documents',
    'profile-notifications',
    'profile-components-marketing',
    'modals-inactivity-warning',
    'modals-no-phone-access',
    'modals-payment-plan-schedule',
    'modals-payment-schedule',
    'online-payment-completed',
  ]);
});

/** Domain 2.3.1 in its order: stage, nextScreen, allowed beside B. */
const OPEN_ROWS: readonly (readonly [ApplicationStage, boolean, ClientScreen, readonly ClientScreen[]])[] = [
  ['PERSONAL', false, 'application-personal', ['application-personal']],
  ['FINANCIAL', false, 'application-financial', ['application-personal', 'application-financial']],
  ['DEVICE', false, 'application-iov', ['application-personal', 'application-financial', 'application-iov']],
  ['SCORING', false, 'application-waiting', ['application-waiting']],
  ['MANUAL_REVIEW', false, 'application-in-progress', ['application-in-progress']],
  [
    'INFO_MISSING',
    false,
    'application-information-missing',
    ['application-in-progress', 'application-information-missing'],
  ],
  ['OFFER', false, 'application-offer', ['application-offer']],
  ['OFFER_REPEATED', true, 'application-offer-repeated', ['application-offer-repeated']],
  ['AGREEMENT', false, 'application-agreement', ['application-offer', 'application-agreement']],
  ['AGREEMENT', true, 'application-agreement', ['application-offer-repeated', 'application-agreement']],
];

describe('while an application is open', () => {
  test.each(OPEN_ROWS)('%s (repeat client: %s) leads to %s', { tags: 'spec-2.3' }, (stage, isRepeat, name, allowed) => {
    const situation = { application: application(stage, { isRepeat }) };
    expect(next(situation)).toEqual({ name });
    expect(beyondBase(situation)).toEqual(allowed);
  });

  test('no screen of another stage may be opened', { tags: 'spec-6.5' }, () => {
    for (const [stage, isRepeat, , allowed] of OPEN_ROWS) {
      const others = OPEN_ROWS.filter((row) => row[0] !== stage).map((row) => row[2]);
      const open = screensFor({ application: application(stage, { isRepeat }), now: NOW }).allowedScreens;
      expect(others.filter((name) => open.includes(name) && !allowed.includes(name))).toEqual([]);
    }
  });
});

describe('when an application is over', () => {
  test.each<[ApplicationStage, ClientScreen]>([
    ['REJECTED', 'application-rejected'],
    ['CANCELLED', 'application-cancelled'],
    ['EXPIRED', 'application-cancelled'],
  ])('%s says so until it was seen, then the calculator', (stage, told) => {
    expect(next({ application: application(stage) })).toEqual({ name: told });
    expect(next({ application: application(stage, { seen: true }) })).toEqual({ name: 'calculator' });
    for (const seen of [false, true]) {
      expect(beyondBase({ application: application(stage, { seen }) })).toEqual([told]);
    }
  });

  test.each([
    [false, 'application-completed'],
    [true, 'application-completed-returning'],
  ] as const)('DONE (repeat client: %s) keeps %s for 24 hours', (isRepeat, completed) => {
    const done = { application: application('DONE', { isRepeat }), loan: { status: 'PERFORMING' } } as const;
    expect(next(done)).toEqual({ name: 'profile' });
    expect(beyondBase(done)).toEqual([completed, ...LOAN_SCREENS]);
    expect(beyondBase(done, NOW + COMPLETED_FOR_MS - 1)).toContain(completed);
    expect(beyondBase(done, NOW + COMPLETED_FOR_MS)).toEqual(LOAN_SCREENS);
  });

  test('nothing at all: the calculator and no more', () => {
    expect(next({})).toEqual({ name: 'calculator' });
    expect(beyondBase({})).toEqual([]);
  });
});

describe('with a loan', () => {
  test.each<[LoanStatus, boolean, ClientScreen]>([
    ['ORIGINATED', false, 'application-completed'],
    ['ORIGINATED', true, 'application-completed-returning'],
    ['DISBURSING', false, 'application-completed'],
    ['DISBURSING', true, 'application-completed-returning'],
  ])('%s (repeat client: %s): %s until seen, then the profile', (status, isRepeat, completed) => {
    const issuing = (seen: boolean) => ({ application: application('ISSUING', { seen, isRepeat }), loan: { status } });
    expect(next(issuing(false))).toEqual({ name: completed });
    expect(next(issuing(true))).toEqual({ name: 'profile' });
    expect(beyondBase(issuing(true))).toEqual([completed]);
  });

  test('the bank has refused the account: another one is asked for, seen or not', () => {
    for (const seen of [false, true]) {
      const failed = { application: application('ISSUING', { seen }), loan: { status: 'DISBURSMENT_FAILED' } } as const;
      expect(next(failed)).toEqual({ name: 'application-information-missing', query: { item: 'bankAccount' } });
      expect(beyondBase(failed)).toContain('application-information-missing');
    }
  });

  test('whoever has named another account is not asked again while the order to it waits', () => {
    const loan = { status: 'DISBURSMENT_FAILED', isOrderWaiting: true } as const;
    const named = (seen: boolean) => ({ application: application('ISSUING', { seen }), loan });
    expect(next(named(false))).toEqual({ name: 'application-completed' });
    expect(next(named(true))).toEqual({ name: 'profile' });
    expect(beyondBase(named(true))).not.toContain('application-information-missing');
  });

  test.each<LoanStatus>(['PERFORMING', 'PAST_DUE', 'DEFAULTED', 'FLEX', 'PAYMENT_PLAN'])(
    '%s: the profile with every card and every way to pay',
    (status) => {
      const old = { application: application('DONE', { stageSince: NOW - 30 * 86_400_000 }), loan: { status } };
      expect(next(old)).toEqual({ name: 'profile' });
      expect(beyondBase(old)).toEqual(LOAN_SCREENS);
      expect(next({ loan: { status } })).toEqual({ name: 'profile' });
    },
  );

  test('a loan that opened again beside a new application can still be paid, and the application goes on', () => {
    const both = { application: application('FINANCIAL'), loan: { status: 'PAST_DUE' } } as const;
    expect(next(both)).toEqual({ name: 'application-financial' });
    expect(beyondBase(both)).toEqual(['application-personal', 'application-financial', ...LOAN_SCREENS]);
  });

  test('the payment that ended the loan can still show that it succeeded', () => {
    const paid = { application: application('DONE', { stageSince: 0 }), loan: { status: 'PAID' } } as const;
    expect(next(paid)).toEqual({ name: 'profile' });
    expect(beyondBase(paid)).toEqual(LOAN_SCREENS);
    expect(beyondBase({ application: application('OFFER'), loan: { status: 'PAID' } })).toEqual(['application-offer']);
  });

  test.each<LoanStatus>(['PAID', 'VOIDED'])('%s and no application: the calculator', (status) => {
    expect(next({ loan: { status } })).toEqual({ name: 'calculator' });
  });
});

describe('with a top-up', () => {
  const running = { application: application('DONE', { stageSince: 0 }), loan: { status: 'PERFORMING' } } as const;

  test('requested: its offer, and the profile stays open', () => {
    const open = { ...running, topUp: { status: 'ORIGINATED', seen: false } } as const;
    expect(next(open)).toEqual({ name: 'application-offer-topup' });
    expect(beyondBase(open)).toEqual(['application-offer-topup', ...LOAN_SCREENS]);
  });

  test.each(['DISBURSING', 'DISBURSED'] as const)('signed and %s: that it worked, until seen', (status) => {
    expect(next({ ...running, topUp: { status, seen: false } })).toEqual({ name: 'application-topup-completed' });
    expect(next({ ...running, topUp: { status, seen: true } })).toEqual({ name: 'profile' });
  });

  test('its last screen closes once the money is there and the client has read it', () => {
    const screens = (status: 'DISBURSING' | 'DISBURSED', seen: boolean) =>
      beyondBase({ ...running, topUp: { status, seen } }).includes('application-topup-completed');
    expect([screens('DISBURSING', true), screens('DISBURSED', false), screens('DISBURSED', true)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

const situation: fc.Arbitrary<ScreenSituation> = fc.record(
  {
    application: fc.record({
      stage: fc.constantFrom(...APPLICATION_STAGES),
      isRepeat: fc.boolean(),
      seen: fc.boolean(),
      stageSince: fc.integer({ min: NOW - 3 * COMPLETED_FOR_MS, max: NOW }),
    }),
    loan: fc.record({ status: fc.constantFrom(...LOAN_STATUSES) }),
    topUp: fc.record({
      status: fc.constantFrom('ORIGINATED' as const, 'DISBURSING' as const, 'DISBURSED' as const),
      seen: fc.boolean(),
    }),
    now: fc.constant(NOW),
  },
  { requiredKeys: ['now'] },
);

describe('whatever the situation', () => {
  test('the next screen is one that may be opened, and nobody is kept from their data (P23)', () =>
    forAll(2000, [situation], (any) => {
      const { nextScreen, allowedScreens } = screensFor(any);
      expect(allowedScreens).toContain(nextScreen.name);
      expect(ALWAYS_ALLOWED.filter((name) => !allowedScreens.includes(name))).toEqual([]);
      expect(CLIENT_SCREENS.filter((name) => allowedScreens.includes(name))).toEqual(allowedScreens);
    }));

  test('looking never changes what comes next: the same question has the same answer', () =>
    forAll(2000, [situation], (any) => {
      expect(screensFor(structuredClone(any))).toEqual(screensFor(any));
    }));
});
