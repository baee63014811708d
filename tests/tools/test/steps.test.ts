import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allSteps, pickSteps, quickSteps } from '#tools/test/steps.ts';

const WORK = {
  root: '/repo',
  folder: '/run',
  dataDir: '/run/data',
  port: 1234,
  filters: ['money'],
  maxWorkers: 1,
  colours: false,
  full: false,
};
const STEPS = allSteps(WORK);
const picked = (...wanted: string[]): string[] => pickSteps(STEPS, wanted).map(({ name }) => name);

test('without a wish every step runs', () => {
  expect(picked()).toEqual(STEPS.map(({ name }) => name));
});

test('a name picks its step, and what that needs', () => {
  expect(picked('rules')).toEqual(['rules']);
  expect(picked('bundle')).toEqual(['build', 'bundle']);
});

test('an exact name is not every name that contains it, a part is', () => {
  expect(picked('service')).toEqual(['service']);
  expect(picked('type')).toEqual(['build', 'types', 'page types']);
  expect(picked('pglite')).toEqual(['service-pglite']);
});

test('a name that no step has is answered with the names there are', () => {
  expect(() => picked('rulez')).toThrow(/no step is called rulez; there are: .*rules/);
});

test('every Vitest project has its step in the full run', () => {
  const config = readFileSync(fileURLToPath(import.meta.resolve('#tests/vitest.config.ts')), 'utf8');
  const projects = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  expect(projects.length).toBeGreaterThan(5);
  const full = allSteps({ ...WORK, full: true }).map(({ name }) => name);
  expect(full).toEqual(expect.arrayContaining(projects));
  expect(full.filter((name) => !picked().includes(name))).toEqual(['screens-pglite']);
});

test('the checks of a change are those that take seconds, and the tests of its files', () => {
  const steps = quickSteps(WORK, ['tests/loan/money.test.ts']);
  expect(steps.map(({ name }) => name)).toEqual([
    'types',
    'lint',
    'unused',
    'unused by the product',
    'house',
    'tests of the change',
  ]);
  expect(steps.at(-1)?.command).toContain('tests/loan/money.test.ts');
  expect(quickSteps(WORK, []).map(({ name }) => name)).not.toContain('tests of the change');
});

test('words after the wish reach the test runners', () => {
  expect(STEPS.find(({ name }) => name === 'rules')?.command.at(-1)).toBe('money');
});

test('the build and the browser use the data folder of this run', () => {
  for (const name of ['build', 'bundle', 'browser']) {
    expect(STEPS.find((step) => step.name === name)?.env).toMatchObject({ DATA_DIR: '/run/data', PORT: '1234' });
  }
});
