import { expect, test } from 'vitest';
import { scoreOf } from '#server/lending/applications/underwriting/score.ts';
import { aSnapshot } from '#tests/support/applications/decision-snapshot.ts';

test('the points can be added up by hand', () => {
  expect(scoreOf(aSnapshot())).toEqual({
    points: 20 + 15 + 8 + 10 + 10 + 12 + 0,
    lines: [
      { name: 'incomeSource', points: 20 },
      { name: 'incomeLength', points: 15 },
      { name: 'residence', points: 8 },
      { name: 'timeAtAddress', points: 10 },
      { name: 'device', points: 10 },
      // 573,03 of 2.500,00 is 22,9 %.
      { name: 'burden', points: 12 },
      { name: 'history', points: 0 },
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
