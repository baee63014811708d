import { expect, test } from 'vitest';
import { requirementsFor } from '#loan/requirements.ts';
import { isEnough, scoreOf } from '#server/lending/applications/underwriting/score.ts';
import { STANDARD_REQUIREMENTS } from '#server/lending/parameters/policy.ts';
import { aSnapshot } from '#tests/support/applications/decision-snapshot.ts';

test('the points can be added up by hand', { tags: 'promise-how-an-application-is-assessed' }, () => {
  expect(scoreOf(aSnapshot())).toEqual({
    points: 20 + 15 + 8 + 10 + 10 + 12 + 0,
    max: 125,
    lines: [
      { name: 'incomeSource', points: 20, max: 20 },
      { name: 'incomeLength', points: 15, max: 20 },
      { name: 'residence', points: 8, max: 15 },
      { name: 'timeAtAddress', points: 10, max: 10 },
      { name: 'device', points: 10, max: 10 },
      // 573,03 of 2.500,00 is 22,9 %.
      { name: 'burden', points: 12, max: 20 },
      { name: 'history', points: 0, max: 30 },
    ],
  });
});

test.each([
  [{ client: { trustPoints: 60 } }, 10],
  [{ client: { trustPoints: 1_000 } }, 30],
  [{ client: { trustPoints: -40 } }, -6],
  [{ client: { timeAtAddressMonths: 23 } }, -4],
  [{ client: { timeAtAddressMonths: 5 } }, -8],
  [{ client: { residenceStatus: 'OWNER' } }, 7],
  [{ income: { source: 'SOMETHING_NEW' } }, -15],
  [{ income: { length: 'LT_3M' } }, -15],
  [{ income: { net: 3_821 } }, 8],
  [{ income: { net: 2_200 } }, -7],
  [{ device: { isVouched: false } }, -10],
])('%j is worth %s', (changes, points) => {
  expect(scoreOf(aSnapshot(changes)).points - scoreOf(aSnapshot()).points).toBe(points);
});

const { rows, score } = STANDARD_REQUIREMENTS;

test('what a small amount does not ask for neither adds nor takes away', () => {
  const small = { ...requirementsFor(rows, 500), score };
  const asked = scoreOf(aSnapshot({ requirements: small }));
  expect(asked.lines.map(({ name }) => name)).toEqual(['incomeSource', 'device', 'burden', 'history']);
  expect(asked).toMatchObject({ points: 20 + 10 + 12, max: 80 });
  const nothingTold = { residenceStatus: undefined, timeAtAddressMonths: undefined };
  const untold = aSnapshot({ requirements: small, client: nothingTold, income: { length: undefined } });
  expect(scoreOf(untold)).toEqual(asked);
});

test('a report of a bureau counts, and one that knows nobody does not', () => {
  const full = scoreOf(aSnapshot());
  expect(scoreOf(aSnapshot({ checks: { bureau: 'REPORT', bureauCategory: 0 } }))).toMatchObject({
    points: full.points + 20,
    max: 145,
  });
  expect(scoreOf(aSnapshot({ checks: { bureau: 'REPORT', bureauCategory: 4 } })).points).toBe(full.points - 20);
  expect(scoreOf(aSnapshot({ checks: { bureau: 'NOT_FOUND' } }))).toEqual(full);
});

test('an unverified device has no line: the share is of the others', () => {
  const { lines, max } = scoreOf(aSnapshot({ device: { isVouched: false } }));
  expect(lines.map(({ name }) => name)).not.toContain('device');
  expect(max).toBe(115);
});

test('the threshold is a share of what could be had: 40 points of 125, 26 of 80', () => {
  const lines = [] as const;
  expect([39, 40].map((points) => isEnough({ points, max: 125, lines }, score))).toEqual([false, true]);
  expect([25, 26].map((points) => isEnough({ points, max: 80, lines }, score))).toEqual([false, true]);
});

test('weights of the policy stretch a line', () => {
  const heavy = { ...score, weights: { ...score.weights, residence: 30, device: 0 } };
  const { lines } = scoreOf(aSnapshot({ requirements: { score: heavy } }));
  expect(lines).toContainEqual({ name: 'residence', points: 16, max: 30 });
  expect(lines).toContainEqual({ name: 'device', points: 0, max: 0 });
});
