import { describe, expect, test } from 'vitest';
import { capPath, columnHeights, crossPath, lozengePath, rangePath } from '#ui/illustration/stepped.ts';

describe('stepped illustrations', () => {
  test('a slope falls one cell every so many columns, and never below the ground', () => {
    expect(columnHeights([{ column: 2, height: 2 }], 1, 6)).toEqual([0, 1, 2, 1, 0, 0]);
    expect(columnHeights([{ column: 0, height: 2 }], 2, 5)).toEqual([2, 2, 1, 1, 0]);
  });

  test('where two mountains meet the higher slope is seen', () => {
    const peaks = [
      { column: 0, height: 3 },
      { column: 4, height: 3 },
    ];
    expect(columnHeights(peaks, 1, 5)).toEqual([3, 2, 1, 2, 3]);
  });

  test('an outline starts and ends on the ground, and equal columns are one step', () => {
    expect(rangePath([1, 2, 2], 4)).toBe('M0 4v-1h1v-1h2v2z');
    expect(rangePath([0, 1, 0], 4)).toBe('M0 4h1v-1h1v1h1z');
  });

  test('snow widens by a cell on each side', () => {
    expect(capPath({ column: 5, height: 3 }, 2, 4)).toBe('M5 1h1v1h-1zM4 2h3v1h-3z');
  });

  test('a lozenge comes back to where it began', () => {
    for (const path of [lozengePath(0, 3, 3), lozengePath(2, 5, 5), crossPath(9, 25)]) {
      let x = 0;
      let y = 0;
      for (const [, axis, by] of path.matchAll(/([hv])(-?\d+)/g)) {
        if (axis === 'h') x += Number(by);
        else y += Number(by);
      }
      // The last step to the start is `z`, along one axis.
      expect(x === 0 || y === 0).toBe(true);
    }
  });
});
