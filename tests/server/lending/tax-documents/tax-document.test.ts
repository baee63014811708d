import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesToIssue, totalsOf } from '#server/lending/tax-documents/tax-document.ts';
import { forAll } from '#tests/support/for-all.ts';
import { taxLine } from '#tests/support/tax-documents/tax-documents.ts';

describe('lines that may stand on a document', () => {
  test('stay as they are', () => {
    const lines = [taxLine('Interés', 100, 18), taxLine('Comisión', 800, 144)];
    expect(linesToIssue(lines)).toEqual(lines);
  });

  test('take in what is too small to stand, of the same words first', () => {
    const lines = [taxLine('Interés', 100, 18), taxLine('Comisión', 800, 144), taxLine('Comisión', 2, 0)];
    expect(linesToIssue(lines)).toEqual([taxLine('Interés', 100, 18), taxLine('Comisión', 802, 144)]);
    expect(linesToIssue([taxLine('Interés', 2, 0), taxLine('Comisión', 800, 144)])).toEqual([
      taxLine('Comisión; Interés', 802, 144),
    ]);
  });

  test('are made of small ones that complete each other', () => {
    expect(linesToIssue([taxLine('Interés', 2, 0), taxLine('Interés', 0, 1)])).toEqual([taxLine('Interés', 2, 1)]);
  });

  test('are left out while there is no base or no IGV: that stays owed', () => {
    expect(linesToIssue([taxLine('Interés', 2, 0), taxLine('Comisión', 1, 0)])).toEqual([]);
    expect(linesToIssue([taxLine('Interés', 0, 1)])).toEqual([]);
    expect(linesToIssue([taxLine('Interés', 0, 0)])).toEqual([]);
    expect(linesToIssue([])).toEqual([]);
  });

  test('never change what is charged, and each has a base and IGV', () => {
    const line = fc.tuple(fc.constantFrom('Interés', 'Comisión'), fc.nat(30), fc.nat(6)).map((of) => taxLine(...of));
    forAll(400, [fc.array(line, { maxLength: 6 })], (lines) => {
      const issued = linesToIssue(lines);
      const [before, after] = [totalsOf({ lines }), totalsOf({ lines: issued })];
      if (before.netCents > 0 && before.vatCents > 0) expect(after).toEqual(before);
      else expect(issued).toEqual([]);
      expect(issued.every(({ netCents, vatCents }) => netCents > 0 && vatCents > 0)).toBe(true);
    });
  });
});
