import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CELL, runPath } from '#ui/illustration/cells.ts';

/** Every cell that a path covers, as `column,row`. */
function cellsOf(path: string): string[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)].flatMap(([, x, y, width, height]) => {
    const [column, row, columns, rows] = [x, y, width, height].map((size) => Number(size) / CELL) as [
      number,
      number,
      number,
      number,
    ];
    return Array.from({ length: columns * rows }, (_, k) => `${column + Math.floor(k / rows)},${row + (k % rows)}`);
  });
}

test('the cells of neighbouring runs fill a cloth column by column, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 20 }),
      (parts, rows) => {
        let from = 0;
        const covered = parts.flatMap((part) => {
          const cells = cellsOf(runPath(from, from + part, rows));
          from += part;
          return cells;
        });
        expect(covered).toEqual(Array.from({ length: from }, (_, k) => `${Math.floor(k / rows)},${k % rows}`));
      },
    ),
  );
});
