import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allSteps, pickSteps } from '#tools/test/steps.ts';

const STEPS = allSteps({
  root: '/repo',
  folder: '/run',
  dataDir: '/run/data',
  port: 1234,
  filters: ['money'],
  maxWorkers: 1,
  colours: false,
});
const picked = (...wanted: string[]): string[] => pickSteps(STEPS, wanted).map(({ name }) => name);

test('without a wish every step runs', () => {
  expect(picked()).toEqual(STEPS.map(({ name }) => name));
});

test('a name picks its step, and what that needs', () => {
  expect(picked('rules')).toEqual(['rules']);
  expect(picked('bundle')).toEqual(['build', 'bundle']);
});

test('an exact name is not every name that contains it', () => {
  expect(picked('service')).toEqual(['service']);
  expect(picked('types')).toEqual(['types']);
  expect(picked('postgres')).toEqual(['service-postgres']);
});

test('a name that no step has is answered with the names there are', () => {
  expect(() => picked('rulez')).toThrow(/no step is called rulez; there are: .*rules/);
});

test('every Vitest project has its step', () => {
  const config = readFileSync(fileURLToPath(import.meta.resolve('#tests/vitest.config.ts')), 'utf8');
  const projects = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  expect(projects.length).toBeGreaterThan(5);
  expect(STEPS.map(({ name }) => name)).toEqual(expect.arrayContaining(projects));
});

test('words after the wish reach the test runners', () => {
  expect(STEPS.find(({ name }) => name === 'rules')?.command.at(-1)).toBe('money');
});

test('the build and the browser use the data folder of this run', () => {
  for (const name of ['build', 'bundle', 'browser']) {
    expect(STEPS.find((step) => step.name === name)?.env).toMatchObject({ DATA_DIR: '/run/data', PORT: '1234' });
  }
});
