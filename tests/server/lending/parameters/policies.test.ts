import { expect, test } from 'vitest';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { assemblePolicies, POLICY_KEYS } from '#server/lending/parameters/policies.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';

const rows = (changes: Readonly<Record<string, unknown>> = {}) =>
  Object.entries({ ...SEED_POLICIES, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [{ kind: 'policy', key, value, validFrom: '2026-01-01', validTo: null }],
  );

test('a new lender starts with the figures of the domain', () => {
  const policies = assemblePolicies(rows());
  const differs = 'seed-policies.ts and the standard value in src/loan say the same';
  expect(policies.loan, differs).toEqual(STANDARD_POLICY);
  expect(policies.plan, differs).toEqual(STANDARD_PLAN_SETTINGS);
  expect(policies.flex, differs).toEqual(STANDARD_FLEX_SETTINGS);
  expect([...policies.extensionFees]).toEqual([
    [7, 500],
    [14, 800],
    [30, 1200],
  ]);
  expect([policies.keptCreditCents, policies.writeOffAfterDays]).toEqual([500, 180]);
  expect(policies.topUpFees).toMatchObject([{ name: 'adminFee', netCents: 400 }]);
});

test.each(POLICY_KEYS)('without the policy %s nothing is promised', (key) => {
  const reading = () => assemblePolicies(rows({ [key]: undefined }));
  expect(reading, `read it in assemblePolicies: ${key}`).toThrow(`No parameter: policy ${key}.`);
});

test('levels are read in the order of their points, however they are stored', () => {
  const { trust } = SEED_POLICIES;
  const mixed = { ...trust, levels: [...trust.levels].reverse() };
  expect(assemblePolicies(rows({ trust: mixed })).trust).toEqual(assemblePolicies(rows()).trust);
});

const levels = (...more: readonly object[]) => ({ levels: [...SEED_POLICIES.trust.levels, ...more] });
const between = { fromPoints: 35, maxSinglePayCents: 100_000, techFeeDiscountPercent: 8 };

test.each([
  ['a level above the last one with fewer points', 'trust', levels({ level: 6, ...between }), 'points grow'],
  ['a level that stands there twice', 'trust', levels({ level: 3, ...between }), 'levels.5.level: each level'],
  [
    'points that stand there twice',
    'trust',
    levels({ level: 6, ...between, fromPoints: 50 }),
    'levels.5.fromPoints: each',
  ],
  [
    'a second level without points',
    'trust',
    levels({ level: 6, ...between, fromPoints: undefined }),
    'only the lowest',
  ],
  ['a term without a fee', 'extension', { termOptions: [7, 21] }, 'no fee for 21 days'],
  ['a component that is never paid', 'allocation', { order: ['principal'] }, 'each component'],
  ['a rate as a number', 'late', { moratoryPercent: 16.97 }, 'moratoryPercent'],
  ['a data officer without a way to them', 'data-officer', { name: 'Rosa Díaz' }, 'belong together'],
  ['a fraction of a céntimo', 'plan', { minPaymentCents: 30.5 }, 'minPaymentCents'],
])('%s is refused by name', (_, key, change, message) => {
  const value = { ...(SEED_POLICIES[key as never] as object), ...change };
  expect(() => assemblePolicies(rows({ [key]: value }))).toThrow(message);
});
