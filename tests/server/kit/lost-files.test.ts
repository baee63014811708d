import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lostFiles, missingFiles } from '#server/kit/lost-files.ts';

test('a lost file is missing until it is chosen again, another one is in its place, or it is left out', () => {
  const lost = ['a.pdf', 'b.pdf'];
  const missing = (chosen: readonly string[], isLeftOut = false) => missingFiles({ chosen, lost, isLeftOut });
  expect(missing([])).toEqual(lost);
  expect(missing(['a.pdf'])).toEqual(['b.pdf']);
  expect(missing(['b.pdf', 'a.pdf'])).toEqual([]);
  expect(missing(['a.pdf', 'b-small.pdf'])).toEqual([]);
  expect(missing([], true)).toEqual([]);
});

test('two files of one name are two', () => {
  const lost = ['scan.pdf', 'scan.pdf'];
  expect(missingFiles({ chosen: ['scan.pdf'], lost, isLeftOut: false })).toEqual(['scan.pdf']);
});

test('a form that comes back names what came with it and what was missing, each once', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 });
  fc.assert(
    fc.property(names, names, fc.boolean(), (chosen, lost, isLeftOut) => {
      const again = lostFiles({ chosen, lost, isLeftOut });
      for (const name of chosen) expect(again).toContain(name);
      expect(missingFiles({ chosen: again, lost, isLeftOut })).toEqual([]);
    }),
  );
});
