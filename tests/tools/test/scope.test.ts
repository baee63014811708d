import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  ENGINE_FILES,
  ENGINE_FILES_OF_THE_NIGHT,
  FULL_RUN_JOURNEYS,
  filesCalled,
  IN_ALL_PROJECTS,
  NOT_QUICK,
  ON_THE_PHONE_ALONE,
  projectsOf,
} from '#tests/scope.ts';
import { allSteps } from '#tools/test/steps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test.each([...new Set([...NOT_QUICK, ...ENGINE_FILES, ...ENGINE_FILES_OF_THE_NIGHT])])(
  '%s is a test file: a new name belongs here too',
  (name) => {
    expect(filesCalled([name]).flatMap((glob) => globSync(glob, { cwd: ROOT }))).not.toEqual([]);
  },
);

test('every Vitest project has its step in the full run', () => {
  const config = readFileSync(join(ROOT, 'tests/vitest.config.ts'), 'utf8');
  const projects = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  expect(projects.length).toBeGreaterThan(5);
  const work = {
    root: '/',
    folder: '/',
    dataDir: '/',
    port: 1,
    filters: [],
    maxWorkers: 1,
    colours: false,
    full: true,
  };
  expect(allSteps(work).map(({ name }) => name)).toEqual(expect.arrayContaining(projects));
});

test('a file that asks which engine it runs on runs on both', () => {
  const asking = globSync('tests/server/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /\bTEST_ENGINE\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(asking.length).toBeGreaterThan(0);
  const onBoth = [...ENGINE_FILES, ...ENGINE_FILES_OF_THE_NIGHT];
  expect(asking.filter((file) => !onBoth.some((name) => file.endsWith(`/${name}.test.ts`)))).toEqual([]);
});

const wordsOf = (journey: string): Set<string> => new Set(projectsOf(journey).flatMap((name) => name.split('-')));

test('a journey is made in both languages and at both widths, unless it is listed as one that need not be', () => {
  const everywhere = new Set(['es', 'en', 'phone', 'desktop']);
  for (const name of journeys())
    expect(wordsOf(name), name).toEqual(ON_THE_PHONE_ALONE.includes(name) ? new Set(['es', 'phone']) : everywhere);
  for (const name of [IN_ALL_PROJECTS, ...ON_THE_PHONE_ALONE, ...FULL_RUN_JOURNEYS]) expect(journeys()).toContain(name);
});

function journeys(): string[] {
  return globSync('tests/e2e/*.spec.ts', { cwd: ROOT }).map((file) => basename(file, '.spec.ts'));
}
