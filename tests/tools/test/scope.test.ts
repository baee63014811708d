import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  ENGINE_FILES,
  filesCalled,
  MONEY_JOURNEYS,
  MONEY_PROJECTS,
  NOT_QUICK,
  SAME_AT_EVERY_WIDTH,
} from '#tests/scope.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test.each([...new Set([...NOT_QUICK, ...ENGINE_FILES])])(
  '%s is a test file: whoever renames it says so here',
  (name) => {
    expect(filesCalled([name]).flatMap((glob) => globSync(glob, { cwd: ROOT }))).not.toEqual([]);
  },
);

test('a file that asks which engine it runs on runs on both', () => {
  const asking = globSync('tests/server/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /\bTEST_ENGINE\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.map((file) => basename(file, '.test.ts')).filter((name) => !ENGINE_FILES.includes(name))).toEqual([]);
});

test('every journey of money exists, and the two projects have both languages and both screens', () => {
  const specs = readdirSync(join(ROOT, 'tests/e2e')).filter((file) => file.endsWith('.spec.ts'));
  const names = specs.map((file) => basename(file, '.spec.ts'));
  expect([...MONEY_JOURNEYS, ...SAME_AT_EVERY_WIDTH].filter((spec) => !names.includes(spec))).toEqual([]);
  expect(names.filter((name) => !MONEY_JOURNEYS.includes(name))).toEqual(
    expect.arrayContaining(['calculator', 'pages', 'people']),
  );
  // Both languages and both screens.
  expect(new Set(MONEY_PROJECTS.flatMap((name) => name.split('-')))).toEqual(new Set(['es', 'en', 'phone', 'desktop']));
});

test('whoever borrows or pays in a browser is on the list', () => {
  const files = globSync('tests/e2e/*.spec.ts', { cwd: ROOT });
  const borrowing = files.filter((file) => /\bapplicant\b|\blender\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(borrowing.map((file) => basename(file, '.spec.ts')).filter((name) => !MONEY_JOURNEYS.includes(name))).toEqual(
    [],
  );
});
