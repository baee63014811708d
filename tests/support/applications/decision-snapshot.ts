import fc from 'fast-check';
import { OPTION_LISTS } from '#api/options.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { requirementsFor } from '#loan/requirements.ts';
import type { DecisionSnapshot } from '#server/lending/applications/underwriting/snapshot.ts';
import { STANDARD_REQUIREMENTS, STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { LONG, SHORT, SINGLE_PAY } from '../loan/products.ts';

/** Changes to the usual client, part by part. */
export type SnapshotChanges = { readonly [Part in keyof DecisionSnapshot]?: Partial<DecisionSnapshot[Part]> };

/**
 * Somebody with a job who asks for EX1: S/ 500 for 30 days, 573,03 to pay. They are asked everything, as above S/ 500.
 */
export function aSnapshot(changes: SnapshotChanges = {}): DecisionSnapshot {
  const { rows, score } = STANDARD_REQUIREMENTS;
  const base: Omit<DecisionSnapshot, 'today'> = {
    requirements: { ...requirementsFor(rows, Math.max(501, changes.asked?.amount ?? 500)), score },
    policy: STANDARD_UNDERWRITING_POLICY,
    asked: { product: SINGLE_PAY, amount: 500, term: 30, limit: 500 },
    client: {
      birthDate: calendarDate('1990-05-01'),
      isRepeat: false,
      isIdentityConfirmed: false,
      trustPoints: 0,
      isPep: false,
      ubigeo: '150105',
      residenceStatus: 'RENTED',
      timeAtAddressMonths: 30,
    },
    income: { source: 'EMPLOYEE', length: '1_3Y', net: 2_500, expenses: 900, otherLoans: 0, isProved: false },
    history: {
      hasOverdueLoan: false,
      hasWrittenOffLoan: false,
      worstDaysLateIn2Years: 0,
      applicationsIn30Days: 1,
    },
    links: {
      sameCci: 0,
      samePhone: 0,
      sameNameAndBirthDate: 0,
      sameNameOpenApplications: 0,
      samePicture: 0,
      fraudFlags: 0,
    },
    device: { outcome: 'ALLOW', isVouched: true },
    checks: {
      identity: 'NOT_ASKED',
      'account-holder': 'NOT_ASKED',
      bureau: 'NOT_ASKED',
      hasNamedAnotherAccount: false,
    },
  };
  const merged = Object.fromEntries(
    Object.entries(base).map(([part, value]) => [
      part,
      { ...value, ...(changes[part as keyof typeof base] as object) },
    ]),
  );
  return { today: calendarDate('2026-01-15'), ...merged } as DecisionSnapshot;
}

const asked = fc.constantFrom(SINGLE_PAY, SHORT, LONG).chain((product) =>
  fc.record({
    product: fc.constant(product),
    amount: fc
      .nat((product.maxAmount - product.minAmount) / product.amountStep)
      .map((steps) => product.minAmount + steps * product.amountStep),
    term: fc.constantFrom(...product.termOptions),
    limit: fc.constantFrom(product.firstLoanLimit, product.maxAmount),
  }),
);

/** Any client, likely and unlikely ones. */
export const anySnapshot: fc.Arbitrary<DecisionSnapshot> = fc
  .record({
    asked,
    client: fc.record({
      birthDate: fc.nat(30_000).map((days) => addDays(calendarDate('1930-01-01'), days)),
      isRepeat: fc.boolean(),
      isIdentityConfirmed: fc.boolean(),
      trustPoints: fc.integer({ min: -100, max: 300 }),
      isPep: fc.boolean(),
      residenceStatus: fc.constantFrom(...OPTION_LISTS.ResidenceStatus),
      timeAtAddressMonths: fc.nat(960),
    }),
    income: fc.record({
      source: fc.constantFrom(...OPTION_LISTS.IncomeSource),
      length: fc.constantFrom(...OPTION_LISTS.LengthOfIncome),
      net: fc.nat(20_000),
      expenses: fc.nat(20_000),
      otherLoans: fc.nat(3_000),
      free: fc.option(fc.nat(20_000), { nil: undefined }),
      isProved: fc.boolean(),
    }),
    history: fc.record({
      hasOverdueLoan: fc.boolean(),
      worstDaysLateIn2Years: fc.nat(100),
      applicationsIn30Days: fc.integer({ min: 1, max: 6 }),
    }),
    links: fc.record({ sameCci: fc.nat(2), samePhone: fc.nat(2), samePicture: fc.nat(1), fraudFlags: fc.nat(1) }),
    device: fc.record({
      outcome: fc.constantFrom('ALLOW' as const, 'REVIEW' as const, 'DENY' as const, 'UNAVAILABLE' as const),
      isVouched: fc.boolean(),
    }),
    checks: fc.record({
      identity: fc.constantFrom('NOT_ASKED' as const, 'NO_ANSWER' as const, 'MATCH' as const, 'MISMATCH' as const),
      'account-holder': fc.constantFrom('NOT_ASKED' as const, 'MATCH' as const, 'NOT_FOUND' as const),
      bureauCategory: fc.constantFrom(undefined, 0 as const, 2 as const, 4 as const),
      hasNamedAnotherAccount: fc.boolean(),
    }),
  })
  .map(aSnapshot);
