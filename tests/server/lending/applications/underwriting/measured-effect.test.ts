import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DecidedApplication,
  type EffectCounts,
  effectByAge,
  effectByPlace,
  LEAST_GROUP,
} from '#server/lending/applications/underwriting/measured-effect.ts';

const of = (count: number, facts: Partial<DecidedApplication>): DecidedApplication[] =>
  Array.from({ length: count }, () => ({ outcome: 'APPROVE', isApprovedByPeople: false, ...facts }));

test('a band of ages with fewer than ten is told with the next older one', () => {
  const decided = [
    ...of(12, { age: 20 }),
    ...of(3, { age: 30, outcome: 'REJECT' }),
    ...of(19, { age: 44 }),
    ...of(1, { age: 70, outcome: 'REFER', isApprovedByPeople: true }),
  ];
  expect(effectByAge(decided)).toEqual([
    { fromAge: 18, toAge: 24, decided: 12, approved: 12, refused: 0, toPeople: 0, approvedByPeople: 0 },
    { fromAge: 25, decided: 23, approved: 19, refused: 3, toPeople: 1, approvedByPeople: 1 },
  ]);
});

test('districts with fewer than ten are told together, and with another one if they are still too few', () => {
  const decided = [...of(30, { ubigeo: '150122' }), ...of(11, { ubigeo: '150105' }), ...of(4, { ubigeo: '080101' })];
  expect(effectByPlace(decided).map(({ ubigeo, decided: count }) => [ubigeo, count])).toEqual([
    ['150122', 30],
    [undefined, 15],
  ]);
});

test('fewer than ten in all are not told by group', () => {
  const few = of(9, { age: 30, ubigeo: '150122' });
  expect([effectByAge(few), effectByPlace(few)]).toEqual([[], []]);
});

const anyDecided = fc.array(
  fc.record({
    outcome: fc.constantFrom('APPROVE' as const, 'REJECT' as const, 'REFER' as const),
    isApprovedByPeople: fc.boolean(),
    age: fc.option(fc.integer({ min: 18, max: 80 }), { nil: undefined }),
    ubigeo: fc.option(fc.constantFrom('150122', '150105', '080101', '040129'), { nil: undefined }),
  }),
  { maxLength: 80 },
);

test('no group is smaller than ten, and from ten on everybody is counted once', () => {
  const sumOf = (groups: readonly EffectCounts[]) => groups.reduce((sum, { decided }) => sum + decided, 0);
  fc.assert(
    fc.property(anyDecided, (decided) => {
      const [ages, places] = [effectByAge(decided), effectByPlace(decided)];
      for (const group of [...ages, ...places]) {
        expect(group.decided).toBeGreaterThanOrEqual(LEAST_GROUP);
        expect(group.approved + group.refused + group.toPeople).toBe(group.decided);
      }
      const withAge = decided.filter(({ age }) => age !== undefined).length;
      expect(sumOf(ages)).toBe(withAge < LEAST_GROUP ? 0 : withAge);
      expect(sumOf(places)).toBe(decided.length < LEAST_GROUP ? 0 : decided.length);
    }),
  );
});
