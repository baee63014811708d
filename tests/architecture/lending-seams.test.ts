import { describe, expect, test } from 'vitest';
import { LENDING, lendingSources, measureSeams } from './lending-seams.ts';

const sources = lendingSources();
const withModules = (planted: Readonly<Record<string, string>>) => measureSeams({ ...sources, ...planted });
const many = (folder: string, count: number, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${LENDING}/${folder}planted-${index}.ts`, text]));

describe('the lending server is cut by subject', () => {
  const seams = measureSeams(sources);

  test('at most 12 modules lie beside the subjects', () => {
    expect(seams.rootModules).toBeLessThanOrEqual(12);
  });

  test('at least 55 of 100 imports stay inside one subject', () => {
    expect(seams.imports).toBeGreaterThan(1_000);
    expect(seams.insideShare).toBeGreaterThanOrEqual(55);
  });

  test('no import points to a subject below', () => {
    expect(seams.back).toEqual([]);
  });

  test('no subject has more than 110 modules', () => {
    expect(seams.largestSubject.modules, seams.largestSubject.name).toBeLessThanOrEqual(110);
  });

  test('no folder has more than 40', () => {
    expect(seams.largestFolder.modules, seams.largestFolder.name).toBeLessThanOrEqual(40);
  });
});

describe('the figures notice', () => {
  test('modules that are left at the root', () => {
    expect(withModules(many('', 13)).rootModules).toBeGreaterThan(12);
  });

  test('imports of other subjects', () => {
    const text = `import type { Tables } from '#server/lending/staff/tables.ts';\n`.repeat(100);
    expect(withModules(many('loans/', 30, text)).insideShare).toBeLessThan(55);
  });

  test.each([
    ['from another folder', `import('#server/lending/loans/routes.ts')`],
    ['by a relative path', `export * from '../loans/routes.ts'`],
    ['of the composition root', `import type { Services } from '../services.ts'`],
  ])('an arrow back %s', (_, text) => {
    expect(withModules({ [`${LENDING}/people/planted.ts`]: text }).back).toEqual([
      expect.stringMatching(/^src\/server\/lending\/people\/planted\.ts → src\/server\/lending\//),
    ]);
  });

  test('a subject and a folder that grow too large', () => {
    const { largestSubject, largestFolder } = withModules({ ...many('staff/a/', 60), ...many('staff/b/', 60) });
    expect(largestSubject).toMatchObject({ name: 'staff' });
    expect(largestSubject.modules).toBeGreaterThan(110);
    expect(largestFolder).toEqual({ name: `${LENDING}/staff/a`, modules: 60 });
  });
});
